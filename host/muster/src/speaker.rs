//! What the window is heard through: the system's sound server, asked on a thread of its own. A machine without one is silent.
//!
//! On Linux it is PulseAudio's protocol, which PipeWire speaks too, so that no library of the system is needed to build or to run;
//! elsewhere the system's own way, by `rodio`.

use std::sync::{
    Arc,
    mpsc::{Receiver, SyncSender, sync_channel},
};

use muster_app::sound::Speaker;

/// So many sounds wait for the one that is playing. What comes after them comes too late.
const WAITING: usize = 1;

/// The way to the thread that plays.
pub(crate) struct System(SyncSender<Arc<[f32]>>);

impl System {
    /// A speaker, unless the system has no more threads.
    pub(crate) fn open() -> Option<Box<dyn Speaker>> {
        let (waves, waiting) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("sounds".to_owned());
        thread.spawn(move || play_all(&waiting)).ok()?;
        Some(Box::new(Self(waves)))
    }
}

impl Speaker for System {
    fn play(&mut self, wave: Arc<[f32]>) {
        // One that finds no room is left out.
        let _ = self.0.try_send(wave);
    }
}

/// Plays waves one after the other until nobody can send any more.
fn play_all(waves: &Receiver<Arc<[f32]>>) {
    let mut output = None;
    for wave in waves {
        // The server may have gone since the last one, and have come again.
        if play(&mut output, &wave).or_else(|_| play(&mut output, &wave)).is_err() {
            tracing::debug!("a sound isn't heard");
        }
    }
}

/// Plays a wave through the output that is open, or else through one that is opened for it.
fn play(output: &mut Option<server::Output>, wave: &Arc<[f32]>) -> Result<(), server::Silent> {
    let mut open = match output.take() {
        Some(open) => open,
        None => server::Output::open()?,
    };
    open.play(wave)?;
    *output = Some(open);
    Ok(())
}

#[cfg(target_os = "linux")]
mod server {
    use std::sync::Arc;

    use muster_app::sound::RATE;
    pub(super) use pulseaudio::ClientError as Silent;
    use pulseaudio::{AsPlaybackSource as _, Client, protocol};

    /// A connection to PulseAudio, or to PipeWire in its place.
    pub(super) struct Output(Client);

    impl Output {
        pub(super) fn open() -> Result<Self, Silent> {
            Client::from_env(c"Muster").map(Self)
        }

        /// Plays a wave to its end.
        pub(super) fn play(&mut self, wave: &Arc<[f32]>) -> Result<(), Silent> {
            let parameters = protocol::PlaybackStreamParams {
                sample_spec: protocol::SampleSpec {
                    format: protocol::SampleFormat::Float32Le,
                    channels: 1,
                    sample_rate: RATE,
                },
                channel_map: protocol::ChannelMap::mono(),
                cvolume: Some(protocol::ChannelVolume::norm(1)),
                sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
                ..Default::default()
            };
            let bytes: Vec<u8> = wave.iter().flat_map(|sample| sample.to_le_bytes()).collect();
            let mut played = 0;
            let source = move |into: &mut [u8]| {
                let some = into.len().min(bytes.len() - played);
                into[..some].copy_from_slice(&bytes[played..played + some]);
                played += some;
                some
            };
            pollster::block_on(async {
                let stream = self.0.create_playback_stream(parameters, source.as_playback_source()).await?;
                stream.play_all().await
            })
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod server {
    use std::{num::NonZero, sync::Arc, time::Duration};

    use muster_app::sound::RATE;
    pub(super) use rodio::DeviceSinkError as Silent;
    use rodio::{DeviceSinkBuilder, MixerDeviceSink, buffer::SamplesBuffer};

    /// The device that the system plays through.
    pub(super) struct Output(MixerDeviceSink);

    impl Output {
        pub(super) fn open() -> Result<Self, Silent> {
            let mut device = DeviceSinkBuilder::open_default_sink()?;
            device.log_on_drop(false);
            Ok(Self(device))
        }

        /// Plays a wave to its end.
        pub(super) fn play(&mut self, wave: &Arc<[f32]>) -> Result<(), Silent> {
            if let Some(rate) = NonZero::new(RATE) {
                self.0.mixer().add(SamplesBuffer::new(NonZero::<u16>::MIN, rate, wave.to_vec()));
                std::thread::sleep(Duration::from_secs_f32(wave.len() as f32 / RATE as f32));
            }
            Ok(())
        }
    }
}
