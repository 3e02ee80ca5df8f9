//! Scenario scripts in Rhai.
