//! What every Muster module is written against.
