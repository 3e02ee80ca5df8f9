//! The waves of the sounds.

use super::Sound;
use std::f32::consts::TAU;

/// So many samples a second.
pub const RATE: u32 = 44_100;

/// The loudest sample of a wave, of 1: nothing is played at all that a speaker has.
const PEAK: f32 = 0.5;

/// The wave of a sound.
pub fn of(sound: Sound) -> Vec<f32> {
    let mut wave = match sound {
        Sound::March => march(),
        Sound::Dice => dice(),
        Sound::Guns => guns(),
        Sound::Bell => bell(),
    };
    let peak = wave.iter().fold(f32::MIN_POSITIVE, |peak, sample| peak.max(sample.abs()));
    wave.iter_mut().for_each(|sample| *sample *= PEAK / peak);
    fade_out(&mut wave);
    wave
}

/// Silence of so many seconds, to be filled.
fn silence(seconds: f32) -> Vec<f32> {
    vec![0.0; (seconds * RATE as f32) as usize]
}

/// What ends in the middle of something clicks.
fn fade_out(wave: &mut [f32]) {
    let last = wave.len().min(RATE as usize / 50);
    let begins = wave.len() - last;
    for (at, sample) in wave[begins..].iter_mut().enumerate() {
        *sample *= 1.0 - at as f32 / last as f32;
    }
}

/// White noise, the same every time.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// Adds something that begins at so many seconds and dies away: after each `tau` seconds it is 0.37 of what it was.
fn add(wave: &mut [f32], at: f32, tau: f32, mut sample: impl FnMut(f32) -> f32) {
    let begins = ((at * RATE as f32) as usize).min(wave.len());
    for (count, into) in wave[begins..].iter_mut().enumerate() {
        let time = count as f32 / RATE as f32;
        // Over two thousandths of a second it comes up, without a click.
        let rises = (time / 0.002).min(1.0);
        *into += sample(time) * rises * (-time / tau).exp();
    }
}

fn sine(hertz: f32) -> impl FnMut(f32) -> f32 {
    move |time| (TAU * hertz * time).sin()
}

/// Noise of which only what is deeper than this is left.
fn deep_noise(hertz: f32, seed: u32) -> impl FnMut(f32) -> f32 {
    let (mut noise, mut kept) = (Noise(seed), 0.0);
    let share = 1.0 - (-TAU * hertz / RATE as f32).exp();
    move |_| {
        kept += share * (noise.next() - kept);
        kept
    }
}

/// Three dice on a wooden table: each knocks, and knocks again.
fn dice() -> Vec<f32> {
    let mut wave = silence(0.5);
    let knocks = [
        (0.0, 1.0, 1_450.0),
        (0.055, 0.7, 1_710.0),
        (0.1, 0.85, 1_280.0),
        (0.17, 0.45, 1_600.0),
        (0.24, 0.3, 1_390.0),
        (0.3, 0.16, 1_680.0),
    ];
    for (number, (at, loud, hertz)) in (1u32..).zip(knocks) {
        let mut wood = sine(hertz);
        let mut rattle = deep_noise(5_000.0, number * 7_919);
        add(&mut wave, at, 0.012, |time| loud * (0.6 * wood(time) + 0.9 * rattle(time)));
    }
    wave
}

/// A drum's call for the march: three strokes and a short roll.
fn march() -> Vec<f32> {
    let mut wave = silence(0.85);
    let strokes =
        [(0.0, 1.0), (0.19, 0.6), (0.38, 0.8), (0.5, 0.35), (0.545, 0.4), (0.59, 0.45), (0.635, 0.7)];
    for (number, (at, loud)) in (1u32..).zip(strokes) {
        let mut skin = sine(172.0);
        let mut snares = deep_noise(3_200.0, number * 104_729);
        add(&mut wave, at, 0.05, |time| loud * (0.7 * skin(time) + 0.8 * snares(time)));
    }
    wave
}

/// Two guns, far away.
fn guns() -> Vec<f32> {
    let mut wave = silence(1.3);
    for (number, (at, loud)) in (1u32..).zip([(0.0, 1.0), (0.31, 0.55)]) {
        let mut boom = deep_noise(140.0, number * 15_485_863);
        let mut ground = sine(46.0);
        let mut crack = deep_noise(1_200.0, number * 32_452_843);
        add(&mut wave, at, 0.26, |time| loud * (3.0 * boom(time) + 0.5 * ground(time)));
        add(&mut wave, at, 0.03, |time| loud * 0.8 * crack(time));
    }
    wave
}

/// A small bell, struck once: its partials are those of a bell, of which the higher die sooner.
fn bell() -> Vec<f32> {
    let mut wave = silence(1.6);
    let partials = [
        (0.5, 0.35, 0.7),
        (1.0, 1.0, 0.5),
        (1.2, 0.5, 0.4),
        (1.5, 0.3, 0.3),
        (2.0, 0.4, 0.25),
        (2.7, 0.2, 0.12),
        (4.1, 0.12, 0.06),
    ];
    for (times, loud, tau) in partials {
        let mut partial = sine(784.0 * times);
        add(&mut wave, 0.0, tau, |time| loud * partial(time));
    }
    wave
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Sound; 4] = [Sound::March, Sound::Dice, Sound::Guns, Sound::Bell];

    /// How much of a wave sounds at this pitch (Goertzel's way), for its length.
    fn at_pitch(wave: &[f32], hertz: f32) -> f32 {
        let (mut re, mut im) = (0.0f32, 0.0f32);
        for (count, sample) in wave.iter().enumerate() {
            let turn = TAU * hertz * count as f32 / RATE as f32;
            re += sample * turn.cos();
            im += sample * turn.sin();
        }
        re.hypot(im) / wave.len() as f32
    }

    #[test]
    fn a_wave_is_short_clean_and_begins_and_ends_in_silence() {
        for sound in ALL {
            let wave = of(sound);
            let seconds = wave.len() as f32 / RATE as f32;
            assert!((0.3..2.0).contains(&seconds), "{sound:?}: {seconds}");
            let peak = wave.iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
            assert!((peak - PEAK).abs() < 0.01, "{sound:?}: {peak}");
            assert!(wave[0].abs() < 0.01 && wave[wave.len() - 1].abs() < 0.001, "{sound:?}");
            let mean = wave.iter().sum::<f32>() / wave.len() as f32;
            assert!(mean.abs() < 0.02, "{sound:?} presses on the speaker: {mean}");
            assert_eq!(wave, of(sound), "it is the same every time");
        }
    }

    #[test]
    fn guns_are_deeper_than_dice_and_the_bell_has_its_pitch() {
        let deep = |wave: &[f32]| at_pitch(wave, 60.0) / at_pitch(wave, 1_450.0);
        assert!(deep(&of(Sound::Guns)) > 20.0 * deep(&of(Sound::Dice)));
        let bell = of(Sound::Bell);
        assert!(at_pitch(&bell, 784.0) > 8.0 * at_pitch(&bell, 700.0));
    }
}
