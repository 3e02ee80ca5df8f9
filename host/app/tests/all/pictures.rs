//! Pictures of the window, compared with those in `tests/pictures/`. They are painted on the processor, so that they
//! come out alike everywhere and need no graphics card; half as large as the window, so that they stay small.
//!
//! Where the look is meant to change: `MUSTER_PICTURES=keep cargo test -p muster-app pictures`, and look at
//! what `git diff` shows.

use crate::stage::{self, Acted, Shelf};
use egui::{Color32, ColorImage, Rect, pos2};
use muster_app::catalogue::OpenTable;
use muster_app::draw::raster::{Textures, picture};
use muster_app::measure::Stage;
use muster_app::theme::Theme;
use muster_contract::Decision;
use std::fs;
use std::path::{Path, PathBuf};

const SIZE: [usize; 2] = [1600, 1000];
/// A channel may differ by so much: the last bits of a float are not the same everywhere.
const CLOSE: u8 = 20;
/// So many pixels in ten thousand may differ by more.
const STRAY: usize = 10;

fn painted(stage: &mut Stage) -> ColorImage {
    stage.settle();
    halved(&whole(stage, SIZE))
}

/// The window as it is, in a picture of so many pixels.
pub fn whole(stage: &mut Stage, size: [usize; 2]) -> ColorImage {
    let scale = size[0] as f32 / stage.points().width();
    let frame = stage.frame(Vec::new());
    let mut textures = Textures::default();
    textures.update(stage.take_textures());
    picture(&frame.primitives, &textures, size, scale)
}

fn halved(image: &ColorImage) -> ColorImage {
    let size = [image.size[0] / 2, image.size[1] / 2];
    let mut half = ColorImage::filled(size, Color32::BLACK);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let four =
                [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| image[(2 * x + i, 2 * y + j)].to_array());
            let mean = |k: usize| (four.iter().map(|p| u16::from(p[k])).sum::<u16>().div_ceil(4)) as u8;
            half[(x, y)] = Color32::from_rgb(mean(0), mean(1), mean(2));
        }
    }
    half
}

pub fn write(path: &Path, image: &ColorImage) {
    let file = fs::File::create(path).expect("the picture's folder can be written to");
    let mut encoder = png::Encoder::new(file, image.size[0] as u32, image.size[1] as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|p| [p.r(), p.g(), p.b()]).collect();
    let mut writer = encoder.write_header().expect("a picture has a size");
    writer.write_image_data(&bytes).expect("the picture's folder can be written to");
}

fn read(path: &Path) -> Option<ColorImage> {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).ok()?));
    let mut reader = decoder.read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut bytes).ok()?;
    Some(ColorImage::from_rgb([info.width as usize, info.height as usize], &bytes))
}

fn differ(a: &Color32, b: &Color32) -> bool {
    (0..3).any(|k| a.to_array()[k].abs_diff(b.to_array()[k]) > CLOSE)
}

fn compare(name: &str, stage: &mut Stage) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let kept = folder.join(format!("{name}.png"));
    let image = painted(stage);
    if std::env::var_os("MUSTER_PICTURES").is_some() {
        fs::create_dir_all(&folder).expect("the crate's folder can be written to");
        write(&kept, &image);
        return;
    }
    let new = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    write(&new, &image);
    let old = read(&kept).unwrap_or_else(|| panic!("{} can't be read", kept.display()));
    assert_eq!(old.size, image.size, "{name} has another size");
    let strays = old.pixels.iter().zip(&image.pixels).filter(|(a, b)| differ(a, b)).count();
    let most = image.pixels.len() * STRAY / 10_000;
    assert!(strays <= most, "{name}: {strays} pixels differ, at most {most} may; see {}", new.display());
}

fn window(theme: Theme, table: Option<OpenTable>) -> Stage {
    let mut shelf = Shelf::default();
    shelf.settings.theme = theme;
    shelf.settings.reduce_motion = true;
    let screen = Rect::from_min_max(pos2(0.0, 0.0), pos2(SIZE[0] as f32, SIZE[1] as f32));
    let mut stage = Stage::new(Box::new(shelf), screen, 0.1);
    if let Some(table) = table {
        stage.window.open(table);
    }
    stage
}

fn click(stage: &mut Stage, pos: egui::Pos2) {
    let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
    let press = |pressed| egui::Event::PointerButton { pos, button, pressed, modifiers };
    stage.frame(vec![egui::Event::PointerMoved(pos)]);
    stage.frame(vec![press(true)]);
    stage.frame(vec![press(false)]);
    stage.frame(vec![egui::Event::PointerGone]);
}

fn both(name: &str, table: impl Fn() -> Option<OpenTable>) {
    compare(name, &mut window(Theme::Light, table()));
    compare(&format!("{name}-dark"), &mut window(Theme::Dark, table()));
}

#[test]
fn the_lobby() {
    both("lobby", || None);
}

#[test]
fn a_table_of_hexes_and_counters() {
    both("table", || Some(stage::table(Acted::default())));
}

/// Where many may act the map reads through what marks them; where one is to go is filled.
#[test]
fn the_places_that_may_act_are_lit_less_than_where_one_goes() {
    let board = |decisions: Vec<Decision>| {
        let line = Acted { decisions: Some(decisions), ..Acted::default() };
        let image = painted(&mut window(Theme::Light, Some(stage::table(line))));
        // Between the panels, over the bar.
        let pixels = (60..400).flat_map(|y| (130..620).map(move |x| (x, y)));
        pixels.map(|at| image[at]).collect::<Vec<Color32>>()
    };
    // The one place that is lit there also brings the board to the same part of the map.
    let mut single = stage::decision();
    single.choices.truncate(1);
    let single = board(vec![single]);
    let lit = |pixels: Vec<Color32>| single.iter().zip(&pixels).filter(|(a, b)| differ(a, b)).count();
    let destinations = lit(board(vec![stage::decision()]));
    let who_acts = lit(board(vec![Decision { focus: None, ..stage::decision() }]));
    assert!(who_acts > 0 && who_acts * 2 < destinations, "{who_acts} and {destinations} pixels are lit");
}

#[test]
fn a_table_with_a_hand_and_a_second_board() {
    both("parley", || Some(stage::parley(vec![1])));
}

#[test]
fn a_table_of_areas_and_long_blocks() {
    both("blocks", || Some(stage::blocks()));
}

#[test]
fn a_battle_on_a_board_of_its_own() {
    both("battle", || Some(stage::war::war(stage::war::line(stage::war::picks(&["brave", "battery"])))));
}

#[test]
fn a_map_of_a_theatre_with_step_blocks() {
    both("theatre", || Some(stage::war::war(stage::war::line(stage::war::goes(&["0303", "0503"])))));
}

#[test]
fn a_map_of_a_country() {
    both("country", || Some(stage::country::country()));
}

#[test]
fn cities_with_flags_and_orders() {
    both("cities", || Some(stage::cities::cities()));
}

#[test]
fn a_table_and_a_chart_to_look_up() {
    let reports = || {
        let mut stage = window(Theme::Light, Some(stage::cities::cities()));
        stage.settle();
        stage.press(egui::Key::F4);
        stage
    };
    let mut table = reports();
    click(&mut table, pos2(610.0, 222.0));
    compare("reports", &mut table);
    let mut chart = reports();
    click(&mut chart, pos2(348.0, 168.0));
    compare("reports-chart", &mut chart);
}

#[test]
fn a_battle_as_it_is_carried_out() {
    let mut stage = window(Theme::Light, Some(stage::cities::carrying()));
    stage.settle();
    stage.press(egui::Key::ArrowRight);
    compare("carrying", &mut stage);
}

#[test]
fn the_workbench_with_a_script_that_is_wrong() {
    let mut stage = window(Theme::Light, Some(stage::workshop(Acted::default())));
    stage.settle();
    stage.press(egui::Key::F3);
    compare("workbench", &mut stage);
}

#[test]
fn the_curtain_between_two_at_one_screen() {
    compare("curtain", &mut window(Theme::Light, Some(stage::parley(vec![0, 1]))));
}
