//! A game as a film: a GIF that shows one moment after another.

use std::io;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use muster_app::snapshot::Snapshots;
use muster_contract::EventKind;
use muster_table::messages::Moment;

use super::past::{Past, Unshown};

/// A game of no more steps is shown step by step, a longer one turn by turn.
const MOST_STEPS: u64 = 400;
/// No film has more pictures.
const MOST_PICTURES: u64 = 1_000;
/// How long a step is shown, in hundredths of a second.
const STEP: u16 = 40;
/// How long the beginning of a turn is shown, and a step of a long game.
const TURN: u16 = 120;
/// How long the end is shown.
const END: u16 = 400;
/// How coarsely colours are chosen, 1 to 30: a film of a map needs no finer.
const COARSE: i32 = 10;

/// Makes the film.
pub(super) fn film(snapshots: &mut Snapshots, past: &mut dyn Past) -> Result<Vec<u8>, Unshown> {
    let steps = past.steps()?;
    let by_turns = steps > MOST_STEPS;
    let mut film = Film::new(snapshots.size())?;
    let mut before = past.moment(0)?;
    film.show(snapshots, &before, TURN)?;
    let mut pictures = 1;
    for step in 1..=steps {
        let moment = past.moment(step)?;
        let turned = moment.view.turn.title != before.view.turn.title;
        if by_turns && turned && pictures < MOST_PICTURES {
            // As the turn before has ended.
            film.show(snapshots, &before, TURN)?;
            pictures += 1;
        }
        if !by_turns && is_seen(&moment, &before) {
            film.show(snapshots, &moment, if turned { TURN } else { STEP })?;
        }
        before = moment;
    }
    film.show(snapshots, &before, END)?;
    film.finish()
}

/// Whether something is to be seen in a step: much of what is chosen changes nothing on the board.
fn is_seen(moment: &Moment, before: &Moment) -> bool {
    let (now, then) = (&moment.view, &before.view);
    now.units != then.units
        || now.markers != then.markers
        || now.arrows != then.arrows
        || now.turn.title != then.turn.title
        || moment.events().iter().any(|event| matches!(event.kind, EventKind::Moved(_)))
}

/// Where two pictures differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

struct Film {
    size: [usize; 2],
    encoder: Encoder<Vec<u8>>,
    /// What is shown last, as it is with all before it.
    shown: Vec<[u8; 4]>,
    /// What comes next, until it is known how long it stays.
    held: Option<Frame<'static>>,
}

impl Film {
    fn new(size: [usize; 2]) -> Result<Self, Unshown> {
        let [width, height] = size.map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(io::Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        Ok(Self { size, encoder, shown: Vec::new(), held: None })
    }

    /// Shows a moment for so many hundredths of a second. What is as it was stays longer.
    fn show(&mut self, snapshots: &mut Snapshots, moment: &Moment, delay: u16) -> Result<(), Unshown> {
        let image = snapshots.take(&moment.view, moment.events());
        let pixels = image.pixels.iter().map(|pixel| [pixel.r(), pixel.g(), pixel.b(), 255]).collect();
        self.add(pixels, delay)
    }

    fn add(&mut self, pixels: Vec<[u8; 4]>, delay: u16) -> Result<(), Unshown> {
        let Some(part) = differ(&self.shown, &pixels, self.size) else {
            if let Some(held) = &mut self.held {
                held.delay = held.delay.saturating_add(delay);
            }
            return Ok(());
        };
        let rows = pixels.chunks_exact(self.size[0]).skip(part.top).take(part.height);
        let mut cut: Vec<u8> =
            rows.flat_map(|row| row[part.left..part.left + part.width].as_flattened()).copied().collect();
        let mut frame = Frame::from_rgba_speed(part.width as u16, part.height as u16, &mut cut, COARSE);
        (frame.left, frame.top) = (part.left as u16, part.top as u16);
        (frame.delay, frame.dispose) = (delay, DisposalMethod::Keep);
        if let Some(held) = self.held.replace(frame) {
            self.encoder.write_frame(&held).map_err(io::Error::other)?;
        }
        self.shown = pixels;
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<u8>, Unshown> {
        if let Some(held) = self.held.take() {
            self.encoder.write_frame(&held).map_err(io::Error::other)?;
        }
        Ok(self.encoder.into_inner().map_err(io::Error::other)?)
    }
}

/// The least part in which all that differs lies; all of it if there is nothing to compare with, none if nothing does.
fn differ(before: &[[u8; 4]], now: &[[u8; 4]], [width, height]: [usize; 2]) -> Option<Part> {
    if before.len() != now.len() {
        return Some(Part { left: 0, top: 0, width, height });
    }
    let rows = || before.chunks_exact(width).zip(now.chunks_exact(width)).enumerate();
    let top = rows().find(|(_, (a, b))| a != b)?.0;
    let bottom = rows().rev().find(|(_, (a, b))| a != b)?.0;
    let (mut left, mut right) = (width, 0);
    for (_, (a, b)) in rows().skip(top).take(bottom - top + 1) {
        let unlike = |at: &usize| a[*at] != b[*at];
        left = (0..width).find(unlike).map_or(left, |at| at.min(left));
        right = (0..width).rev().find(unlike).map_or(right, |at| at.max(right));
    }
    Some(Part { left, top, width: right + 1 - left, height: bottom + 1 - top })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: [u8; 4] = [240, 230, 200, 255];
    const INK: [u8; 4] = [20, 20, 60, 255];

    fn with(marks: &[[usize; 2]]) -> Vec<[u8; 4]> {
        let mut pixels = vec![PAPER; 12 * 8];
        for [x, y] in marks {
            pixels[y * 12 + x] = INK;
        }
        pixels
    }

    #[test]
    fn only_what_differs_is_written_and_what_is_as_it_was_stays_longer() {
        let mut film = Film::new([12, 8]).expect("a film");
        for (marks, delay) in [(&[][..], 10), (&[], 20), (&[[3, 2], [7, 5]], 5), (&[[3, 2]], 40)] {
            film.add(with(marks), delay).expect("memory");
        }
        let bytes = film.finish().expect("memory");
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::RGBA);
        let mut read = decoder.read_info(&bytes[..]).expect("a film");
        assert_eq!((read.width(), read.height()), (12, 8));
        let mut frames = Vec::new();
        while let Some(frame) = read.read_next_frame().expect("whole") {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames, [(0, 0, 12, 8, 30), (3, 2, 5, 4, 5), (7, 5, 1, 1, 40)]);
    }
}
