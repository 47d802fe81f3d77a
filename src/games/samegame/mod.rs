//! samegame
