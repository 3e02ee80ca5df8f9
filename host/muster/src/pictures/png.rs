//! A board as a picture: a PNG file.

use std::io;

use muster_app::snapshot::Snapshots;
use muster_table::messages::Moment;

use super::past::Unshown;

/// The board at a moment as a PNG file.
pub(super) fn png(snapshots: &mut Snapshots, moment: &Moment) -> Result<Vec<u8>, Unshown> {
    let image = snapshots.take(&moment.view, moment.events());
    let mut bytes = Vec::new();
    let [width, height] = image.size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    let pixels: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}
