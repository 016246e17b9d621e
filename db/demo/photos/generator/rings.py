"""Rings.  They stand upright: the finger hole points along Y (towards the camera), stone up (+Z)."""
import math
import numpy as np
import geo as G
import mats as M
from geo import TAU
from wear import lapis
from setting import Piece, Shank, chip, girdle, halo_ring, hairlines, ink, mounted, pave, scratch, strike

SIDE = -1.15                     # angle of the shank that faces the camera in the usual pose: wear is shown there


def inner(s):
    return s['ring_size'] / TAU if 'ring_size' in s else 8.4


def worn(P, sh, width=None):
    """Hallmarks inside at the bottom, hairlines outside as the specification states them."""
    s = P.s
    w = width or sh.size(0)[0]
    skin = sh.skin(0., out=False)
    row = [(t, True) for t in s.get('hallmarks', ())] + [(t, False) for t in s.get('inside', ())]
    size = s.get('mark_size', min(1.4, w * .54) * (.72 if len(row) > 1 else 1))
    ws = []
    for t, framed in row:
        v = G.text_raw(t, size, None, 0.)[0]
        ws.append((v[:, 0].max() * 2.1 + size * (.75 if framed else .55)))
    u = -sum(ws) / 2
    flip = lambda a, b, lift=0.: skin(a, b, lift)
    for (t, framed), wd in zip(row, ws):
        strike(P, t, flip, size * (1 if framed else .86), (u + wd / 2, 0), framed, mat=None)
        u += wd
    for t, at, k in s.get('faint', ()):                  # worn engraving: hardly darker than the gold
        m = M.plain('worn-' + s['metal'], tuple(c * .45 for c in M.METALS[s['metal']]), .45, .3)
        strike(P, t, flip, k, at, False, '/usr/share/fonts/truetype/dejavu/DejaVuSerif-BoldItalic.ttf', m)
    n = s.get('wear', 0)
    if n:
        R = sh.inner + sh.size(0)[1]
        hairlines(P, sh.skin(SIDE), n, (-R * 1.05, R * 1.05, -w * .42, w * .42), 5, (.5, 2.4), s.get('wear_r', .011),
                  spread=.45, deep=s.get('deep', 2))
        hairlines(P, sh.skin(SIDE + math.pi * .85), n // 2, (-R * .8, R * .8, -w * .42, w * .42), 8, (.5, 2.4), s.get('wear_r', .011), spread=.45)
    if P.has('shank'):
        P.flaw('shank', sh.on(SIDE, 0))


def shoulders(P, R, start, step, n, r):
    pts, rots = [], []
    for sx in (-1, 1):
        for i in range(n):
            a = sx * (start + i * step)
            pts.append((R * math.sin(a), 0, R * math.cos(a)))
            rots.append(G.ry(a))
    pave(P, pts, r, rots=rots)


def solitaire(s):
    P = Piece(s)
    kind, size, ratio = s.get('cut', 'round'), s.get('size', 3.3), s.get('ratio', 1.)
    sh = Shank(inner(s), s.get('w0', 2.1), s.get('w1', 1.8), s.get('h0', 1.45), 1.5, s.get('profile', 'court'))
    P.add('shank', sh.raw())
    depth = size * 1.05 + s.get('raise', .6)
    z = sh.inner + depth + .5
    mounted(P, kind, s['stone'], size, ratio, z, n=s.get('claws', 6 if kind == 'round' else 4), depth=depth)
    if s.get('shoulders') == 'pave':
        shoulders(P, sh.inner + 1.52, .30, .165, 7, .68)
    worn(P, sh)
    return P.root


def trilogy(s):
    P = Piece(s)
    sh = Shank(inner(s), s.get('w0', 2.2), 2.6, 1.5, 1.5)
    P.add('shank', sh.raw())
    a, b = s.get('size', 2.9), s.get('side', 2.15)
    mounted(P, s.get('cut', 'round'), s['stone'], a, s.get('ratio', 1.), sh.inner + a + 1.2, n=4)
    for sx in (-1, 1):
        x = sx * (a + b + .25)
        mounted(P, s.get('side_cut', 'round'), s.get('side_stone', 'diamond'), b, 1., sh.inner + b * .55 + .9, (x, 0), n=4, rot=G.ry(sx * .34), depth=b + .6)
    worn(P, sh)
    return P.root


def halo(s):
    P = Piece(s)
    size, kind, ratio = s.get('size', 2.7), s.get('cut', 'cushion'), s.get('ratio', 1.)
    sh = Shank(inner(s), 2.0, 2.0, 1.45, 1.4)
    P.add('shank', sh.raw())
    z = sh.inner + size + 1.2
    mounted(P, kind, s['stone'], size, ratio, z, n=4, depth=size + .4)
    halo_ring(P, kind, size, ratio, s.get('halo_count', 20), s.get('halo_r', .60), z - .1)
    # gallery wires join the plate and the shank below the stone
    for k, zz in ((.92, z - 1.5), (.66, z - 2.4)):
        P.add('gallery', G.tube([(x * k, y * k, zz) for x, y in G.resample([girdle(kind, size, ratio)(a) for a in np.linspace(0, TAU, 200, endpoint=False)], 80, True)], .30, 8, closed=True))
    shoulders(P, sh.inner + 1.40, s.get('shoulder_at', .36), .148, s.get('shoulder_n', 8), .62)
    worn(P, sh)
    return P.root


def eternity(s):
    P = Piece(s)
    r0, n = inner(s), s.get('count')
    size = s.get('size', 1.28)
    R = r0 + 1.15
    n = n or int(TAU * R / (2 * size + .10))
    R = max(R, n * (2 * size + .06) / TAU)
    w = 2 * size + .35
    core = Shank(r0, w - .55, w - .55, .65, .65, 'flat')
    P.add('core', core.raw()).visible_transmission = False   # light falls through the open back of every stone
    pts = [(R * math.sin(a), 0, R * math.cos(a)) for a in np.arange(n) / n * TAU]
    rots = [G.ry(a) for a in np.arange(n) / n * TAU]
    alt = s.get('alternate')
    for k, (st, sl) in enumerate(((s['stone'], slice(0, None, 2)), (alt, slice(1, None, 2))) if alt else ((s['stone'], slice(None)),)):
        pave(P, pts[sl], size, st, beads=False, rots=rots[sl], small='lit', deep=.78)
    parts = []
    if s.get('style') == 'embrace':                     # slim claws shared by two stones on open baskets
        for i in range(n):
            a = (i + .5) / n * TAU
            u, tan = np.array([math.sin(a), 0, math.cos(a)]), np.array([math.cos(a), 0, -math.sin(a)])
            for sy in (-1, 1):
                y = np.array([0, sy, 0])
                p = G.spline([u * (r0 + .35) + y * w * .30, u * (R - .35) + y * w * .44, u * (R + .22) + y * w * .36, u * (R + .42) + y * w * .25], 16)
                parts.append(G.tube(p, np.interp(np.linspace(0, 1, 16), [0, .8, .94, 1], [.24, .25, .20, .05]), 8))
        for sy in (-1, 1):
            parts.append(G.xf(G.torus(r0 + .55, .30, 220, 14, 1, .8), (0, sy * (w / 2 - .32), 0), G.rx(math.pi / 2)))
            parts.append(G.xf(G.torus(R - .62, .17, 220, 10), (0, sy * (w / 2 - .16), 0), G.rx(math.pi / 2)))
        P.add('claws', G.merge(parts), angle=70).visible_transmission = False
        side = lambda sy: (lambda u, v, lift=0.: np.array([(r0 + .55 + v) * math.sin(u / r0), sy * (w / 2 - .08 + lift - v * v * 1.2), (r0 + .55 + v) * math.cos(u / r0)]))
        span = .22
    else:
        rail = G.lathe([(r0, -.28), (r0 + .1, -.36), (R - .12, -.36), (R + .02, -.28), (R + .06, 0), (R - .1, .16), (r0 + .2, .16), (r0, .05), (r0, -.28)], 240)
        for sy in (-1, 1):
            P.add('rail', G.xf(rail, (0, sy * (w / 2 - .18), 0), G.rx(math.pi / 2 * sy)), angle=50).visible_transmission = False
        bead = G.rbox(.36, .46, .9, .17, 3)
        for i in range(n):
            a = (i + .5) / n * TAU
            for sy in (-1, 1):
                parts.append(G.xf(bead, (R * math.sin(a), sy * size * .74, R * math.cos(a)), G.ry(a)))
        P.add('claws', G.merge(parts), weighted=True)
        side = lambda sy: (lambda u, v, lift=0.: np.array([(r0 + .65 + v) * math.sin(u / r0), sy * (w / 2 + .18 + lift), (r0 + .65 + v) * math.cos(u / r0)]))
        span = .42
    worn(P, core, w)
    if P.has('side'):
        for sy in (-1, 1):
            hairlines(P, side(sy), s.get('side_wear', 120), (-TAU * r0 / 2, TAU * r0 / 2, -span, span), 3, (.4, 1.6), .016, spread=.5, deep=6)
        P.flaw('side', side(-1)(-r0 * .9, 0))
    return P.root


def wedding(s):
    P = Piece(s)
    w = s.get('width', 4.2)
    sh = Shank(inner(s) if 'ring_size' in s else 8.9, w, w, s.get('h0', 1.75), s.get('h0', 1.75), s.get('profile', 'court'))
    P.add('band', sh.raw(260), P.m)
    if s.get('pair'):
        o = P.add('band2', Shank(7.6, w * .8, w * .8, 1.6, 1.6, s.get('profile', 'court')).raw(260), M.metal(s.get('metal2', s['metal']), s.get('finish', 'polished')))
        o.rotation_euler, o.location = (math.pi / 2, 0, 0), (11.2, -10.5, -(8.9 + 1.75) + 1.9)
    worn(P, sh)
    return P.root


def signet(s):
    """Shoulders that rise into the face without a break; the face is one flat cut through the solid."""
    P = Piece(s)
    r0, n, m = inner(s) if 'ring_size' in s else 8.7, 300, 64
    W, py = s.get('width', 12.5), s.get('square', .6)
    size = lambda k: (3.2 + (W - 3.2) * k ** 5, 1.55 + s.get('rise', 3.5) * k ** 4)
    rings = []
    for t in np.linspace(0, TAU, n, endpoint=False):
        w, h = size((1 - math.cos(t)) / 2)
        a = np.arange(m) / m * TAU
        y = np.sign(np.cos(a)) * abs(np.cos(a)) ** py * w / 2
        r = r0 + h / 2 + np.sign(np.sin(a)) * abs(np.sin(a)) ** .5 * h / 2
        rings.append(np.c_[r * math.sin(t), y, -r * math.cos(t)])
    top = r0 + 2.5
    raw = chip(G.loft(rings, wrap=True), (0, 0, 1), top)
    P.add('signet', raw, angle=28, bevel=.10)
    v = np.asarray(raw[0])
    rim = v[abs(v[:, 2] - top) < 1e-3][:, :2]
    order = np.argsort(np.arctan2(rim[:, 1], rim[:, 0]))
    face = G.resample(rim[order], 120, True) * .955
    mat = M.stone('onyx') if s.get('stone') == 'onyx' else M.metal(s['metal'], s.get('face', 'brushed'), s.get('grain', 'x'))
    P.add('face', (np.c_[face, np.full(len(face), top + .012)], [tuple(range(len(face)))]), mat, smooth=False)
    flat = lambda u, v, lift=0.: np.array([u, v, top + .012 + lift])
    if P.has('face'):
        rx, ry = abs(face[:, 0]).max() * .95, abs(face[:, 1]).max() * .95
        hairlines(P, flat, s.get('face_wear', 90), (-rx, rx, -ry, ry), 12, (.8, 4.), .013, .6, 1.1, deep=5,
                  clip=lambda u, v: (u / rx) ** 2 + (v / ry) ** 2 < .9)
        P.flaw('face', flat(-1.2, -1.0))
    worn(P, Shank(r0, 3.2, 3.2, 1.55, 1.55, 'court'), 3.2)
    if s.get('maker'):                                  # crowned letters in a shield beside the mark
        sk = Shank(r0, 3.2, 3.2, 1.55, 1.55, 'court').skin(0, out=False)
        strike(P, s['maker'], sk, .62, (2.5, -.16), False)
        pts = [(-.42, 0), (.42, 0), (.5, .46), (.22, .22), (0, .52), (-.22, .22), (-.5, .46)]
        P.add('crown', (np.array([sk(2.5 + x * .8, .30 + y * .8, .009) for x, y in pts]), [tuple(range(7))]), ink(s['metal']), smooth=False)
    return P.root


def emerald_baguette(s):
    P = Piece(s)
    sh = Shank(inner(s), 2.4, 3.1, 1.5, 1.4, 'flat')
    P.add('shank', sh.raw())
    a, ratio = s.get('size', 2.9), s.get('ratio', 1.38)
    z = sh.inner + a + 1.2
    mounted(P, 'emerald', s['stone'], a, ratio, z, n=4)            # long side along the finger (Y)
    for sx in (-1, 1):
        for i in range(s.get('baguettes', 2)):
            w, q = 1.0 - .09 * i, 1.85 - .10 * i
            ang = sx * (.44 + i * .222)
            r = sh.inner + 1.95 - i * .12
            p, R = (r * math.sin(ang), 0, r * math.cos(ang)), G.ry(ang)
            P.stones([G.xf(G.xf(G.gem('baguette', q), scale=(w, w, w)), p, R)], s.get('side_stone', 'diamond'), 'lit')
            box = [(w + .12, w * q + .12), (-w - .12, w * q + .12), (-w - .12, -w * q - .12), (w + .12, -w * q - .12)]
            P.add('channel', G.xf(G.tube([(x, y, -.05) for x, y in G.resample(box, 80, True)], .24, 8, closed=True), p, R))
            P.add('box', G.xf(G.rbox(2 * w + .3, 2 * w * q + .2, .9, .2, 2), np.array(p) - R @ np.array([0, 0, 1.25]), R), weighted=True)
    if P.has('table'):
        flat = lambda u, v, lift=0.: np.array([u, v, z + .44 * a + .006 + lift])
        hairlines(P, flat, 16, (-a * .52, a * .52, -a * .85, a * .85), 4, (.5, 2.2), .010, 1.0, .8, M.plain('abraded', (.62, .74, .66), .5, .4), deep=3)
        P.flaw('table', flat(0, -.6))
    worn(P, sh)
    return P.root


def cabochon(s):
    P = Piece(s)
    sh = Shank(inner(s), 2.8, 5.4, 1.6, 1.8)
    P.add('shank', sh.raw())
    a, q = s.get('size', 4.6), s.get('ratio', 1.28)
    z = sh.inner + 1.7
    dome = [(a * math.cos(t), a * .74 * math.sin(t)) for t in np.linspace(0, math.pi / 2 - .01, 40)]
    P.add('cab', G.xf(G.lathe(dome, 128, cap1=True), (0, 0, z + .6), scale=(1, q, 1)), lapis(.55) if s.get('light') else M.stone(s['stone']), angle=60)
    bez = G.fillet([(a * .9, -1.2), (a + .55, -.9), (a + .62, .9), (a + .30, 1.25), (a - .04, 1.05), (a - .1, 0)], [0, .5, .3, .15, .1, 0], 5)
    v, f = G.lathe(bez, 128)
    v[:, 1] *= (a * q + .5) / (a + .5)
    P.add('bezel', (v + np.array([0, 0, z]), f), angle=50)
    bead = G.sphere(.36, 14, 9)
    pts = G.resample([((a + .85) * math.cos(t), (a * q + .85) * math.sin(t)) for t in np.linspace(0, TAU, 300, endpoint=False)], 46, True)
    grains = [G.xf(bead, (x, y, z - .55)) for x, y in pts]
    # granulation on the shoulders: three rows that taper down the shank
    lost = {(2, 1), (3, 1)} if P.has('granulation') else set()
    for sx in (-1, 1):
        for i in range(5):
            for j in range(-2, 3):
                if abs(j) > 2 - i // 2:
                    continue
                t = math.pi + sx * (.66 + i * .083)
                p, y = None, j * .86
                p = sh.on(t, y)
                if sx < 0 and (i, j + 2) in lost:       # the place of a lost bead: a flat, dull spot of solder
                    u = p / math.hypot(p[0], p[2]) * [1, 0, 1]
                    P.add('solder', G.xf(G.sphere(.33, 16, 9), p - u * .19), M.plain('solder', (.20, .20, .195), .6, .3), angle=180)
                    P.flaw('granulation', p)
                    continue
                grains.append(G.xf(bead, p + (p * [1, 0, 1]) / math.hypot(p[0], p[2]) * .10))
    P.add('granulation', G.merge(grains), angle=180)
    if P.has('stone'):
        def skin(u, v, lift=0.):
            x, y = u / a, v / (a * q)
            return np.array([u, v, z + .6 + a * .74 * math.sqrt(max(0, 1 - x * x - y * y)) + lift])
        hairlines(P, skin, 26, (-a * .6, a * .6, -a * .8, a * .8), 9, (.6, 2.8), .013, .9, .7, M.plain('abraded', (.42, .46, .56), .6, .3), deep=5)
        P.flaw('stone', skin(-.6, -a * .35))
    worn(P, sh)
    return P.root


def pearl_ring(s):
    P = Piece(s)
    r = s.get('size', 4.4)
    sh = Shank(inner(s), 2.0, 1.8, 1.5, 1.4)
    P.add('shank', sh.raw())
    z = sh.inner + r + 1.7
    v, f = G.sphere(r, 220, 140)
    if P.has('pits'):
        c0 = np.array([-.56, -.80, -.40])
        for d, e in ((c0, .20), (c0 + [.14, .0, .12], .15)):
            d = d / np.linalg.norm(d)
            k = np.linalg.norm(v / r - d, axis=1) * r
            v = v * (1 - .030 * np.exp(-(k / e) ** 2))[:, None]
            spot = G.lathe([(.01, .0), (e * .45, .0)], 16)
            P.add('pit', G.xf(G.sphere(e * .42, 12, 8), d * (r * .972) + [0, 0, z]), M.plain('pit', (.20, .165, .13), .8, .1), angle=180)
        P.flaw('pits', c0 / np.linalg.norm(c0) * r + [0, 0, z])
    P.add('pearl', (v + np.array([0, 0, z]), f), M.pearl(), angle=180)
    P.add('cup', G.lathe([(.3, sh.inner + .6), (.9, sh.inner + 1.0), (2.2, z - r * .84), (2.35, z - r * .80), (2.1, z - r * .86), (.2, z - r * .98)], 64), angle=50)
    shoulders(P, sh.inner + 1.42, s.get('shoulder_at', .34), s.get('shoulder_step', .17), s.get('shoulder_n', 3), s.get('shoulder_r', .72))
    worn(P, sh)
    return P.root
