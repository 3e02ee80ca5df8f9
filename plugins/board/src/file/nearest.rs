//! What somebody who misspelt a name probably meant.

/// The longest name that is compared, in bytes, and how many it is compared with: that takes as long as both and all of
/// them together.
const LONGEST: usize = 64;
const MOST: usize = 3_000;
/// How like a name must be, from 0 to 1.
const LIKE: f64 = 0.6;

/// Which of the `known` names is most like the one that was `written`; none if none is like it. Of equals it is the first, so
/// that the answer doesn't depend on how the names are kept. Case, and `_` or a blank for `-`, make no difference.
#[must_use]
pub fn nearest<'k>(written: &str, known: &[&'k str]) -> Option<&'k str> {
    if written.len() > LONGEST {
        return None;
    }
    let plain = |name: &str| name.to_lowercase().replace(['_', ' '], "-");
    let written = plain(written);
    let compared = known.iter().take(MOST).filter(|name| name.len() <= LONGEST);
    let rated = compared.map(|name| (strsim::normalized_damerau_levenshtein(&written, &plain(name)), *name));
    let like = rated.filter(|(likeness, _)| *likeness > LIKE);
    like.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, name)| name)
}
