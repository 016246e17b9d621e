"""An upright crop of the hero: the wall above its disc goes on upwards, so that watch and ring stay whole in a tall frame.

    python3 upright.py ../editorial
"""
import os
import sys
import numpy as np
from PIL import Image, ImageFilter

ABOVE = 330                       # pixels of wall added
LEFT, WIDTH = 226, 1080           # what the crop keeps: the watch begins at 265, the ring ends at 1232
BAND = 60                         # rows whose colours and grain the wall continues
rng = np.random.RandomState(7)


def circle(soft, inside):
    """Centre and radius of the disc, from its edges in the rows near the top."""
    pts = []
    for y in range(14, 240, 3):
        xs = np.flatnonzero(inside[y])
        pts += [(xs[0], y), (xs[-1], y)]
    p = np.array(pts, float)
    a = np.c_[2 * p, np.ones(len(p))]
    x, y, k = np.linalg.lstsq(a, (p ** 2).sum(1), rcond=None)[0]
    return x, y, (k + x * x + y * y) ** .5


def lengthen(image):
    px = np.asarray(image.convert('RGB')).astype(float)
    h, w, _ = px.shape
    cols = np.arange(w)
    inside = np.zeros((h, w), bool)
    inside[:, 700:1450] = px[:, 700:1450, 2] < 186
    cx, cy, r = circle(px, inside)
    # the wall: its tone along the top, without the disc, a straight line from left to right in each channel
    free = np.abs(cols - cx) > 330
    top = px[4:BAND]
    lines = [np.polyfit(cols[free], top[:, free, c].mean(0), 2) for c in range(3)]
    row = np.stack([np.polyval(k, cols) for k in lines], 1)
    rows = np.arange(-ABOVE, BAND)
    fall = np.array([np.polyfit(np.arange(4, 200), px[4:200, :300, c].mean(1), 1)[0] for c in range(3)])
    wall = row[None] + np.clip(rows - BAND / 2, -150, None)[:, None, None] * fall * .5
    disc = px[40:140, int(cx) - 120:int(cx) + 120].reshape(-1, 3).mean(0)
    yy, xx = np.mgrid[-ABOVE:BAND, 0:w]
    cover = np.clip((r - np.hypot(xx - cx, yy - cy)) / 9 + .5, 0, 1)[..., None]
    cover = cover * cover * (3 - 2 * cover)
    made = wall * (1 - cover) + disc * cover
    grain = px[4:BAND, 20:560] - np.asarray(Image.fromarray(px[4:BAND, 20:560].astype('uint8')).filter(ImageFilter.GaussianBlur(3)), float)
    made += rng.choice(grain.mean(2).ravel(), made.shape[:2])[..., None] * .8
    # the made rows run into the rendered ones over BAND rows
    t = np.clip((np.arange(BAND) - 4) / (BAND - 8), 0, 1)[:, None, None]
    t = t * t * (3 - 2 * t)
    near = made[ABOVE:] * (1 - t) + px[:BAND] * t
    return Image.fromarray(np.clip(np.vstack([made[:ABOVE], near, px[BAND:]]), 0, 255).round().astype('uint8'))


def main(folder):
    whole = lengthen(Image.open(os.path.join(folder, 'hero.jpg')))
    whole.crop((LEFT, 0, LEFT + WIDTH, whole.height)).save(os.path.join(folder, 'hero-upright.jpg'), quality=88, optimize=True, progressive=True)


if __name__ == '__main__':
    main(sys.argv[1])
