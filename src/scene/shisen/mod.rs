//! The practice game of Shisen-Sho.
mod faces;
mod pen;
mod skins;
#[cfg(test)]
mod sheet {
    use super::skins::*;
    use crate::geometry::Point;
    use crate::scene::paint::paste_scaled;
    use crate::scene::skin::Mark;
    #[test]
    fn sheet() {
        for skin in Skin::ALL {
            for scale in [1.0, 2.0] {
                let (w, h) = skin.pitch();
                let (w, h) = (w * scale, h * scale);
                let mut tiles = Tiles::new(skin, (w, h));
                let bg = match skin { Skin::Mahjong => [30,92,62], Skin::Icons=>[24,28,36], Skin::Photo=>[90,140,180] };
                let mut c = image::RgbImage::from_pixel((w * 14.0) as u32, (h * 4.0) as u32, image::Rgb(bg));
                for k in 0..skin.kinds() + 4 {
                    let (look, kind) = if k >= skin.kinds() { ([Look::Marked(Mark::Hovered), Look::Marked(Mark::Selected), Look::Hinted, Look::Hinted][k - skin.kinds()], k) } else { (Look::Marked(Mark::Plain), k) };
                    let s = if k == skin.kinds()+3 {"##".to_owned()} else {format!("{:02}", kind + 1)};
                    let s = s.parse().unwrap();
                    let at = Point::new(((k % 14) as f64 + 0.5) * w, ((k / 14) as f64 + 0.5) * h);
                    paste_scaled(&mut c, tiles.tile(s, look), at, 1.0, 1.0);
                }
                c.save(format!("/tmp/w/shisen-{}-{scale}.png", skin.name())).unwrap();
            }
        }
    }
}
