"""The piece and its paper as two layers.

The bare paper has no detail to lose: it is rendered at a third of the size with the piece hidden from the camera (its
shadow stays) and smoothed.  At full size only the piece is rendered, the paper hidden from the camera but not from
its reflections, and laid over it.  Half of most pictures is paper, so this halves their time.
"""
import os
import tempfile
import numpy as np
import bpy
import studio as S


def _load(path):
    im = bpy.data.images.load(path)
    im.colorspace_settings.name = 'Non-Color'
    w, h = im.size
    a = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(a)
    bpy.data.images.remove(im)
    os.remove(path)
    return np.nan_to_num(np.ascontiguousarray(a.reshape(h, w, 4)[::-1]))


def _halves(w, h, samples):
    """Two independent renders with coverage, and the feature passes."""
    sc = bpy.context.scene
    sc.render.resolution_x, sc.render.resolution_y = w, h
    sc.cycles.samples = max(4, samples // 2)
    folder = tempfile.mkdtemp(prefix='shot-')
    S._passes(folder).format.color_mode = 'RGBA'
    out, feats = [], 0
    for seed in (11, 7043):
        sc.cycles.seed = seed
        bpy.ops.render.render(write_still=False)
        g = {f: _load(os.path.join(folder, f'{f}{sc.frame_current:04d}.exr')) for f in ('rgb', 'nrm', 'dif', 'glo', 'idx')}
        out.append(g['rgb'])
        feats = feats + np.concatenate([g['nrm'][..., :3], np.clip(g['dif'][..., :3], 0, 2), np.clip(g['glo'][..., :3], 0, 2)], 2) / 2
    os.rmdir(folder)
    return out[0], out[1], feats


def smooth(a, r, times=3):
    """Repeated box blur."""
    for _ in range(times):
        for axis in (0, 1):
            p = np.pad(a, [(r + 1, r) if k == axis else (0, 0) for k in range(a.ndim)], mode='edge').cumsum(axis, dtype=np.float64)
            n = a.shape[axis]
            a = (np.take(p, range(2 * r + 1, 2 * r + 1 + n), axis) - np.take(p, range(n), axis)) / (2 * r + 1)
    return a


def enlarge(a, w, h):
    for axis, n in ((0, h), (1, w)):
        m = a.shape[axis]
        u = np.clip((np.arange(n) + .5) / n * m - .5, 0, m - 1)
        i = np.minimum(u.astype(int), m - 2)
        f = (u - i).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        a = np.take(a, i, axis) * (1 - f) + np.take(a, i + 1, axis) * f
    return a


def _even(low):
    """Takes the noise out of the paper: firmly where it is evenly lit, little in the deep shadow at the foot."""
    wide, fine = smooth(low, max(3, low.shape[1] // 32)), smooth(low, 1, 2)
    lum = wide[..., 1:2] / max(1e-6, float(np.percentile(wide[..., 1], 70)))
    k = np.clip((lum - .12) / .30, 0, 1)
    return wide * k + fine * (1 - k)


def expose(root, w, h, samples, box):
    """Two noisy pictures and their features, as of studio.render; sets where the paper is."""
    sc = bpy.context.scene
    paper = [o for o in bpy.data.objects if o.name.startswith('paper')]
    parts = []

    def walk(o):
        parts.append(o)
        for c in o.children:
            walk(c)
    walk(root)
    for o in parts:
        o.visible_camera = False
    k = 3 if w >= 480 else 1
    a, b, _ = _halves(w // k, h // k, 8)
    back = enlarge(_even((a[..., :3] + b[..., :3]) / 2), w, h)
    for o in parts:
        o.visible_camera = True
    for o in paper:
        o.visible_camera = False
    sc.render.film_transparent = True
    sc.render.use_border, sc.render.use_crop_to_border = True, False
    sc.render.border_min_x, sc.render.border_max_x, sc.render.border_min_y, sc.render.border_max_y = box
    a, b, f = _halves(w, h, samples)
    sc.render.use_border = sc.render.film_transparent = False
    for o in paper:
        o.visible_camera = True
    cover = (a[..., 3:] + b[..., 3:]) / 2
    S._paper['mask'] = cover[..., 0] < .02
    lay = lambda x: np.ascontiguousarray(x[..., :3] + back * (1 - np.clip(x[..., 3:], 0, 1)), np.float32)
    # the paper's own features, so that the denoiser knows the edge
    ground = np.array([0, 0, 1, .8, .8, .8, 0, 0, 0], np.float32)
    return lay(a), lay(b), np.ascontiguousarray(f + ground * (1 - np.clip(cover, 0, 1)), np.float32)
