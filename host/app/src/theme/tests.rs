//! Whether the tones can be read, and told apart by everybody.

use super::*;

fn luminance(colour: Color32) -> f32 {
    let part = |x: u8| {
        let x = f32::from(x) / 255.0;
        if x <= 0.03928 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(colour.r()) + 0.7152 * part(colour.g()) + 0.0722 * part(colour.b())
}

#[track_caller]
fn readable(what: &str, text: Color32, ground: Color32, least: f32) {
    let (a, b) = (luminance(text), luminance(ground));
    let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
    assert!(contrast >= least, "{what}: contrast {contrast:.2} is below {least}");
}

#[test]
fn every_pair_of_text_and_ground_can_be_read() {
    for theme in [Theme::Light, Theme::Dark] {
        for distinct in [false, true] {
            let p = Palette::of(theme, distinct);
            readable("ink on sheet", p.ink, p.sheet, 7.0);
            readable("second ink on the decision bar", p.ink2, p.sheet2, 4.5);
            readable("links", p.focus, p.sheet, 4.5);
            readable("danger", p.danger, p.sheet, 4.5);
            readable("ready", p.good, p.sheet, 4.5);
            readable("accent words", p.accent_text, p.sheet, 4.5);
            readable("main button", Color32::WHITE, p.accent_ink, 4.5);
            readable("river names", p.water_ink, p.water, 4.5);
            for livery in [p.us, p.cs, p.neutral] {
                readable("symbol on its label", livery.ink, livery.face, 4.5);
                readable("side's words", livery.text, livery.tint, 4.5);
                readable("name on its band", livery.on_body, livery.body, 4.5);
            }
        }
    }
}

/// What a colour is to those who lack one kind of cone, in linear light: Machado, Oliveira and Fernandes, "A Physiologically-based
/// Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), at full
/// severity.
const EYES: [(&str, [[f32; 3]; 3]); 4] = [
    ("most", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopes",
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ),
    (
        "deuteranopes",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    (
        "tritanopes",
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ),
];

fn times(matrix: &[[f32; 3]; 3], [x, y, z]: [f32; 3]) -> [f32; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// A colour in OKLab (Ottosson, "A perceptual color space for image processing", 2020) as these eyes see it.
fn seen(colour: Color32, eyes: &[[f32; 3]; 3]) -> [f32; 3] {
    let linear = [colour.r(), colour.g(), colour.b()].map(|x| {
        let x = f32::from(x) / 255.0;
        if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    });
    let cones = times(
        &[
            [0.412_221_46, 0.536_332_55, 0.051_445_995],
            [0.211_903_5, 0.680_699_5, 0.107_396_96],
            [0.088_302_46, 0.281_718_85, 0.629_978_7],
        ],
        times(eyes, linear).map(|x| x.clamp(0.0, 1.0)),
    );
    times(
        &[
            [0.210_454_26, 0.793_617_8, -0.004_072_047],
            [1.977_998_5, -2.428_592_2, 0.450_593_7],
            [0.025_904_037, 0.782_771_77, -0.808_675_77],
        ],
        cones.map(f32::cbrt),
    )
}

/// How far two colours are from each other in hundredths, for the eyes that see the least of it; about two can be told at all.
fn apart(a: Color32, b: Color32) -> (f32, &'static str) {
    let distances = EYES.iter().map(|(who, eyes)| {
        let [a, b] = [a, b].map(|colour| seen(colour, eyes));
        let square: f32 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
        (100.0 * square.sqrt(), *who)
    });
    distances.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are eyes")
}

/// Pieces differ by their form too, and rings by where they stand: so less is asked of the palette that most see.
#[test]
fn what_must_be_told_apart_is_so_for_all_eyes() {
    let mut alike = Vec::new();
    for theme in [Theme::Light, Theme::Dark] {
        for distinct in [false, true] {
            let p = Palette::of(theme, distinct);
            let least = |usual: f32, more: f32| if distinct { more } else { usual };
            let mut tell = |what: &str, a: Color32, b: Color32, least: f32| {
                let (found, who) = apart(a, b);
                if found < least {
                    let of = if distinct { "distinct " } else { "" };
                    alike.push(format!("{of}{theme:?}: {what} is {found:.1} to {who}, not {least}"));
                }
            };
            tell("Union and Confederacy", p.us.body, p.cs.body, least(15.0, 18.0));
            tell("Union and neutral", p.us.body, p.neutral.body, 18.0);
            tell("accent and Union", p.accent, p.us.body, least(18.0, 20.0));
            tell("accent and Confederacy", p.accent, p.cs.body, least(10.0, 17.0));
            tell("accent and neutral", p.accent, p.neutral.body, least(6.0, 15.0));
            tell("accent and the keyboard's ring", p.accent, p.focus, least(10.0, 20.0));
            tell("accent and ink", p.accent, p.ink, 11.0);
            tell("danger and ready", p.danger, p.good, least(7.0, 7.0));
            if distinct {
                tell("accent and danger", p.accent, p.danger, 10.0);
            }
            for (ground, tone) in [
                ("paper", p.paper),
                ("wood", p.wood),
                ("field", p.field),
                ("water", p.water),
                ("relief", p.relief),
                ("marsh", p.marsh),
            ] {
                tell(&format!("accent and {ground}"), p.accent, tone, least(25.0, 30.0));
            }
        }
    }
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}

#[test]
fn the_bars_of_what_is_scrolled_are_seen() {
    for theme in [Theme::Light, Theme::Dark] {
        let p = Palette::of(theme, false);
        let context = egui::Context::default();
        p.dress(&context);
        let style = context.global_style();
        let scroll = &style.spacing.scroll;
        let inactive = &style.visuals.widgets.inactive;
        let ink = if scroll.foreground_color { inactive.fg_stroke.color } else { inactive.bg_fill };
        let ground = style.visuals.extreme_bg_color;
        readable("a bar", mix(ground, ink, scroll.dormant_handle_opacity), ground, 3.0);
    }
}
