//! Colours: every tone of the window by what it is for, in a light and a dark theme, with liveries that can be
//! told apart by those who see colours differently.

use egui::Color32;
use egui::style::ScrollStyle;

/// How much of the ink a bar has of what is scrolled, while nobody points there.
const BAR: f32 = 0.6;

/// The livery of a side: what its pieces and its words are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Livery {
    /// The body of its pieces.
    pub body: Color32,
    /// The lit edge of a piece.
    pub light: Color32,
    /// The edge in the shade, and the outline.
    pub dark: Color32,
    /// The label on a piece.
    pub face: Color32,
    /// Symbols and figures on the label.
    pub ink: Color32,
    /// Words in the side's colour on a panel.
    pub text: Color32,
    /// The name on the body's colour.
    pub on_body: Color32,
    /// A panel row tinted in the side's colour.
    pub tint: Color32,
    /// The outline of a piece: the darkest side tone in the light theme, the lightest in the dark one.
    pub edge: Color32,
    /// Whether its pieces have cut corners.
    pub cut: bool,
}

/// The tones of one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each name says what its tone is for")]
pub struct Palette {
    pub dark: bool,
    pub desk: Color32,
    pub sheet: Color32,
    pub sheet2: Color32,
    pub sheet3: Color32,
    pub paper: Color32,
    pub head: Color32,
    pub brass: Color32,
    pub cream: Color32,
    pub cream2: Color32,
    pub ink: Color32,
    pub ink2: Color32,
    pub ink3: Color32,
    pub on_ink: Color32,
    pub rule: Color32,
    pub hair: Color32,
    pub shine: Color32,
    pub water: Color32,
    pub water_line: Color32,
    pub water_ink: Color32,
    pub wood: Color32,
    pub wood_edge: Color32,
    pub tree: Color32,
    pub tree_dark: Color32,
    pub field: Color32,
    pub furrow: Color32,
    pub marsh: Color32,
    pub relief: Color32,
    pub hachure: Color32,
    pub road: Color32,
    pub road_fill: Color32,
    pub rail: Color32,
    pub accent: Color32,
    pub accent_fill: Color32,
    pub accent_ink: Color32,
    pub accent_text: Color32,
    pub chosen_tint: Color32,
    pub danger: Color32,
    pub focus: Color32,
    pub good: Color32,
    pub wax: Color32,
    pub card: Color32,
    pub pip: Color32,
    pub us: Livery,
    pub cs: Livery,
    pub neutral: Livery,
}

/// Which theme a person wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Paper by daylight.
    #[default]
    Light,
    /// Paper by lamplight.
    Dark,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// A colour between two.
pub fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    let part = |x: u8, y: u8| (f32::from(x) * (1.0 - share) + f32::from(y) * share).round() as u8;
    Color32::from_rgba_premultiplied(
        part(a.r(), b.r()),
        part(a.g(), b.g()),
        part(a.b(), b.b()),
        part(a.a(), b.a()),
    )
}

/// A colour that lets through what is under it.
pub fn fade(colour: Color32, alpha: f32) -> Color32 {
    colour.gamma_multiply(alpha.clamp(0.0, 1.0))
}

impl Palette {
    /// The tones of a theme. `distinct` widens the distance between the liveries, the accent and what rings and words are drawn in,
    /// for whoever sees colours differently.
    pub fn of(theme: Theme, distinct: bool) -> Self {
        let mut palette = match theme {
            Theme::Light => Self::light(),
            Theme::Dark => Self::lamplight(),
        };
        if distinct {
            palette.tell_apart();
        }
        palette
    }

    /// Moves the colours that must be told apart further from each other: a dark blue, a light grey, and between them in lightness,
    /// or above both by lamplight, an accent of the one hue that neither turns into for anybody.
    fn tell_apart(&mut self) {
        let light = !self.dark;
        let of = |day: u32, lamp: u32| rgb(if light { day } else { lamp });
        self.us.body = of(0x00_4C_99, 0x2A_5F_A8);
        self.cs.body = of(0xB5_AB_8F, 0x9C_96_8A);
        self.accent = of(0xA6_3A_00, 0xFF_C8_00);
        self.accent_fill = of(0xF2_A9_5E, 0x6B_52_00);
        self.accent_ink = of(0x8A_2E_00, 0x8A_5A_00);
        self.accent_text = of(0x8A_2E_00, 0xFF_D6_66);
        self.chosen_tint = of(0xF5_D6_B0, 0x4A_3C_14);
        self.focus = of(0x00_60_A0, 0x60_B0_F0);
        self.danger = of(0x80_00_60, 0xF0_80_8A);
        self.good = of(0x0A_70_90, 0x8F_CB_EE);
    }

    /// The livery of this name; unknown names are neutral.
    pub fn livery(&self, name: &str) -> Livery {
        match name {
            "us" => self.us,
            "cs" => self.cs,
            _ => self.neutral,
        }
    }

    fn light() -> Self {
        Self {
            dark: false,
            desk: rgb(0xCDBE9C),
            sheet: rgb(0xF7F1E2),
            sheet2: rgb(0xEFE6D0),
            sheet3: rgb(0xE4D8BC),
            paper: rgb(0xF1E8D2),
            head: rgb(0x2F2821),
            brass: rgb(0xB08A3E),
            cream: rgb(0xF3EAD6),
            cream2: rgb(0xCDBF9F),
            ink: rgb(0x2A231C),
            ink2: rgb(0x564A3C),
            ink3: rgb(0x6F6250),
            on_ink: rgb(0xF3EAD6),
            rule: rgb(0xB8A785),
            hair: rgb(0xD6C8A8),
            shine: rgb(0xFFFFFF),
            water: rgb(0xB4CED3),
            water_line: rgb(0x3F7284),
            water_ink: rgb(0x285767),
            wood: rgb(0xCFD6B2),
            wood_edge: rgb(0xA9B684),
            tree: rgb(0x7C8F5B),
            tree_dark: rgb(0x5C7042),
            field: rgb(0xEFE2B8),
            furrow: rgb(0xCDB981),
            marsh: rgb(0xC6D3C3),
            relief: rgb(0xE0CDA4),
            hachure: rgb(0x8A6B47),
            road: rgb(0x5A4734),
            road_fill: rgb(0xFBF5E6),
            rail: rgb(0x2A231C),
            accent: rgb(0xBE4B06),
            accent_fill: rgb(0xF2A95E),
            accent_ink: rgb(0x9A3D00),
            accent_text: rgb(0x9A3D00),
            chosen_tint: rgb(0xF5D6B0),
            danger: rgb(0x9E1B2C),
            focus: rgb(0x0A6A6A),
            good: rgb(0x00695C),
            wax: rgb(0x8E2231),
            card: rgb(0xFBF6E9),
            pip: rgb(0x2A231C),
            us: Livery {
                body: rgb(0x2E5A93),
                light: rgb(0x6E95C6),
                dark: rgb(0x193A66),
                face: rgb(0xDCE6F2),
                ink: rgb(0x17345C),
                text: rgb(0x17345C),
                on_body: rgb(0xFFFFFF),
                tint: rgb(0xE9EBEA),
                edge: mix(rgb(0x193A66), Color32::BLACK, 0.35),
                cut: false,
            },
            cs: Livery {
                body: rgb(0x8A8476),
                light: rgb(0xB9B3A3),
                dark: rgb(0x575145),
                face: rgb(0xE9D3A4),
                ink: rgb(0x4E3A17),
                text: rgb(0x4E3A17),
                on_body: rgb(0x211C12),
                tint: rgb(0xF1E4C5),
                edge: mix(rgb(0x575145), Color32::BLACK, 0.35),
                cut: true,
            },
            neutral: Livery {
                body: rgb(0xB58A5A),
                light: rgb(0xD2AE84),
                dark: rgb(0x7A5836),
                face: rgb(0xF3E6CC),
                ink: rgb(0x3B2C1A),
                text: rgb(0x4E3A17),
                on_body: rgb(0x211C12),
                tint: rgb(0xF0E6D0),
                edge: rgb(0x4A341E),
                cut: false,
            },
        }
    }

    fn lamplight() -> Self {
        let light = Self::light();
        Self {
            dark: true,
            desk: rgb(0x100E0B),
            sheet: rgb(0x26221C),
            sheet2: rgb(0x2F2A23),
            sheet3: rgb(0x453D31),
            paper: rgb(0x3A352B),
            head: rgb(0x171411),
            ink: rgb(0xF0E7D3),
            ink2: rgb(0xCBBEA4),
            ink3: rgb(0xA3967D),
            on_ink: rgb(0x1F1B16),
            rule: rgb(0x655A48),
            hair: rgb(0x4A4235),
            shine: rgb(0x4A4337),
            water: rgb(0x2C4650),
            water_line: rgb(0x7FB0C0),
            water_ink: rgb(0xA9D3E0),
            wood: rgb(0x46503A),
            wood_edge: rgb(0x55613F),
            tree: rgb(0x7F9163),
            tree_dark: rgb(0x8FA173),
            field: rgb(0x4C442F),
            furrow: rgb(0x6E6243),
            marsh: rgb(0x3F5046),
            relief: rgb(0x5A4C36),
            hachure: rgb(0xA88A61),
            road: rgb(0xD9C9A6),
            road_fill: rgb(0x574C3B),
            rail: rgb(0xF0E7D3),
            accent: rgb(0xF08A2C),
            accent_fill: rgb(0x8A4A12),
            accent_ink: rgb(0xB04A00),
            accent_text: rgb(0xF7AE69),
            chosen_tint: rgb(0x54361B),
            danger: rgb(0xF0808A),
            focus: rgb(0x6CD0CC),
            good: rgb(0xA8DCB0),
            wax: rgb(0xD0616F),
            card: rgb(0xEFE6D0),
            us: Livery {
                body: rgb(0x4672AD),
                light: rgb(0x8DB0DC),
                dark: rgb(0x1B3459),
                face: rgb(0xD3DFEE),
                text: rgb(0xA9C6EC),
                tint: rgb(0x2F3A48),
                edge: rgb(0x8DB0DC),
                ..light.us
            },
            cs: Livery {
                body: rgb(0x9C968A),
                light: rgb(0xC6C0B1),
                dark: rgb(0x3E3930),
                face: rgb(0xDDC797),
                text: rgb(0xDEC993),
                tint: rgb(0x463C28),
                edge: rgb(0xC6C0B1),
                ..light.cs
            },
            neutral: Livery {
                text: rgb(0xDEC993),
                tint: rgb(0x3B342A),
                edge: rgb(0xD2AE84),
                ..light.neutral
            },
            ..light
        }
    }

    /// Gives egui's own widgets (text fields, sliders, scroll bars) the theme's look.
    pub fn dress(&self, ctx: &egui::Context) {
        let mut visuals = if self.dark { egui::Visuals::dark() } else { egui::Visuals::light() };
        visuals.override_text_color = Some(self.ink);
        visuals.panel_fill = self.sheet;
        visuals.window_fill = self.sheet;
        visuals.window_stroke = egui::Stroke::new(1.2, self.ink2);
        visuals.extreme_bg_color = self.sheet2;
        visuals.text_edit_bg_color = Some(self.sheet2);
        visuals.faint_bg_color = self.sheet2;
        visuals.hyperlink_color = self.focus;
        visuals.selection.bg_fill = fade(self.focus, 0.35);
        visuals.selection.stroke = egui::Stroke::new(1.0, self.focus);
        let corner = egui::CornerRadius::same(3);
        visuals.window_corner_radius = corner;
        visuals.menu_corner_radius = corner;
        for (state, fill, line) in [
            (&mut visuals.widgets.noninteractive, self.sheet, self.rule),
            (&mut visuals.widgets.inactive, self.sheet2, self.ink2),
            (&mut visuals.widgets.hovered, self.sheet3, self.ink),
            (&mut visuals.widgets.active, self.sheet3, self.ink),
            (&mut visuals.widgets.open, self.sheet3, self.ink),
        ] {
            state.bg_fill = fill;
            state.weak_bg_fill = fill;
            state.bg_stroke = egui::Stroke::new(1.0, line);
            state.fg_stroke = egui::Stroke::new(1.2, self.ink);
            state.corner_radius = corner;
        }
        ctx.set_visuals(visuals);
        ctx.all_styles_mut(|style| {
            style.interaction.tooltip_delay = 0.25;
            style.interaction.selectable_labels = false;
            style.spacing.scroll = scroll_bars();
        });
    }
}

/// Bars of what is scrolled: thin, and in ink, so that they are seen while nobody points there.
fn scroll_bars() -> ScrollStyle {
    ScrollStyle {
        foreground_color: true,
        dormant_handle_opacity: BAR,
        active_handle_opacity: 0.8,
        interact_handle_opacity: 0.8,
        ..ScrollStyle::thin()
    }
}

#[cfg(test)]
mod tests;
