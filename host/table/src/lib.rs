//! A table: one running game with its seats, journal, drafts, undo and bots.
