"""Earrings and pendants."""
import math
import numpy as np
import geo as G
import mats as M
from geo import TAU
from chains import cable
from setting import Piece, dent, girdle, hairlines, halo_ring, ink, mounted, pave, strike


def studs(s):
    """Two studs leaning on their posts, faces towards the camera."""
    P = Piece(s)
    kind, size, ratio = s.get('cut', 'round'), s.get('size', 3.2), s.get('ratio', 1.)
    for i, sx in enumerate((-1, 1)):
        before = P.mark()
        if kind == 'pearl':
            P.add('pearl', G.sphere(size, 96, 64), M.pearl(), angle=180)
            P.add('cup', G.xf(G.lathe([(.4, -.9), (1.9, -.35), (2.1, .2), (1.6, 0)], 48), (0, 0, -size * .86)), angle=50)
            P.add('post', G.rod((0, 0, -size - 8), (0, 0, -size + .2), .42))
        else:
            mounted(P, kind, s['stone'], size, ratio, 0, n=4)
            P.add('post', G.rod((0, 0, -size - 9), (0, 0, -size - .1), .42))
        for t, deg in s.get('girdle_text', ()):         # laser inscription: frosted letters, a tenth of a millimetre high
            R = size * 1.0015
            sk = lambda u, v, lift=0.: np.array([(R + lift) * math.cos(u / R + math.radians(deg)), (R + lift) * math.sin(u / R + math.radians(deg)), v])
            rv, rf = G.text_raw(t, .17, '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 0.)
            P.add('inscription', (np.array([sk(x, y, .002) for x, y, _ in rv]), rf), M.plain('frost', (.035, .035, .04), .6, .1), smooth=False)
        if s.get('halo'):
            halo_ring(P, kind, size, ratio, s.get('halo', 16), .58)
        if s.get('backs'):                              # butterfly on each post, with the mark
            c = np.array([0, 0, -size - 5.6])
            P.add('back', G.merge([G.xf(G.rbox(4.6, 3.2, .5, .22, 3), c)] + [G.xf(G.torus(1.05, .26, 40, 10), c + [q * 1.25, 0, -1.0], G.rx(math.pi / 2)) for q in (-1, 1)]), weighted=True)
            for t in s.get('hallmarks', ()):
                sk = lambda u, v, lift=0.: c + np.array([-u, v, -.25 - lift]) + [0, 1.05, 0]
                strike(P, t, sk, .80, (0, 0), False)
        out = max(size * ratio, size) + (1.6 if s.get('halo') else .3)
        loc, rot = np.array([sx * (out + s.get('apart', 3.0)), 2.5 * i, 0]), G.rz(math.radians(-13 * sx + 4)) @ G.rx(math.radians(74 + 4 * i))
        P.move(before, loc, rot)
        if s.get('girdle_text') and i == 0:
            w = math.radians(s['girdle_text'][0][1])
            u = rot @ np.array([math.cos(w), math.sin(w), 0])
            P.root['inscription'], P.root['inscription look'], P.root['inscription up'] = [[float(q) for q in v] for v in (u * size + loc, u, rot @ np.array([0, 0, 1.]))]
    return P.root


def hoops(s):
    P = Piece(s)
    R, r = s.get('radius', 11.), s.get('tube', 1.7)
    lobes, rate, deep = s.get('strands', 4), s.get('rate', 13), s.get('deep', .16)
    for i, sx in enumerate((-1, 1)):
        before = P.mark()
        t = np.linspace(.16, TAU - .40, 360)
        path = np.c_[R * np.sin(t), 0 * t, R * np.cos(t)]
        rr = r * (.62 + .38 * np.sin(t / 2))
        rings, m = [], 72
        _, nn, bb = G.frames(path, up=(0, 1, 0))
        hand = sx if s.get('mirrored') else 1
        for k in range(len(path)):
            a = np.arange(m) / m * TAU
            wave = np.cos(lobes * (a + hand * t[k] * rate / lobes)) if s.get('twist') else 0 * a
            if s.get('rope'):
                wave = abs(np.cos(lobes / 2 * (a + hand * t[k] * rate / lobes))) * 2 - 1
            rad = rr[k] * (1 + deep * wave)
            rings.append(path[k] + rad[:, None] * (np.cos(a)[:, None] * nn[k] + np.sin(a)[:, None] * bb[k]))
        raw = G.loft(rings, cap0=True, cap1=True)
        rot, loc = G.rz(math.radians(38 if i == 0 else 16)) @ G.rx(math.radians(-4)), np.array([sx * R * .92, i * R * .75, 0])
        if P.has('dent') and i == s.get('dent_on', 1):
            w = 2.62                                    # inside, near the lowest point
            at = np.array([(R - r * 1.02) * math.sin(w), 0, (R - r * 1.02) * math.cos(w)])
            raw = dent(raw, at, 1.25, .95, (math.sin(w), .0, math.cos(w)))
            P.flaw('dent', rot @ at + loc)
        P.add('hoop', raw, P.m, angle=40)
        e0, e1 = path[0], path[-1]
        caps = [G.xf(G.sphere(rr[k] * 1.0, 24, 14), path[k]) for k in (0, -1)]
        P.add('caps', G.merge(caps), angle=180)
        post = G.spline([e0 + [-.2, 0, .3], (R * .03, 0, R * 1.09), (-R * .20, 0, R * 1.05), e1 + [.1, 0, -.2]], 30)
        P.add('post', G.tube(post, .42, 10), angle=60)
        P.add('hinge', G.merge([G.xf(G.rod((0, y - .34, 0), (0, y + .34, 0), .62, 14), e0 + [-.2, 0, .5]) for y in (-.8, 0, .8)]), angle=60)
        plate = e1 + np.array([.2, -1.0, 2.1])
        P.add('catch', G.xf(G.rbox(s.get('plate', 3.2), .7, 1.7, .3, 3), plate), weighted=True)
        marks = s.get('hallmarks', ())
        for j, mk in enumerate(marks):
            sk = lambda u, v, lift=0.: plate + np.array([u, -.35 - lift, v])
            strike(P, mk, sk, .92, ((j - (len(marks) - 1) / 2) * 2.35, 0), False)
        if P.has('scratches'):
            sk = lambda u, v, lift=0.: np.array([R * math.sin(u), 0, R * math.cos(u)]) + r * (.62 + .38 * math.sin(u / 2)) * 1.07 * np.array([math.sin(u) * math.cos(v), -math.sin(v), math.cos(u) * math.cos(v)])
            hairlines(P, sk, 240, (1.2, 5.0, -.2, 1.8), 21 + i, (.10, .24), .022, 0, 1., deep=6)
            if i == 0:
                P.flaw('scratches', rot @ sk(4.5, 1.0) + loc)
        P.move(before, loc, rot)
    return P.root


def drops(s):
    """Drop earrings hanging freely on a small brass stand."""
    P = Piece(s)
    kind, size, ratio = s.get('cut', 'pear'), s.get('size', 3.4), s.get('ratio', 1.)
    g_y = -2.9 - (size * (1.62 if kind == 'pear' else ratio)) - .5
    for sx in (-1, 1):
        before = P.mark()
        hook = [(0, 0, 0), (0, .0, 2.2), (0, 1.2, 6.2), (0, 4.6, 8.4), (0, 7.6, 5.8), (0, 8.4, -1), (0, 8.2, -7)]
        P.add('hook', G.tube(G.spline(hook, 90), .36, 10))
        P.add('safety', G.merge([G.tube(G.spline([(0, 8.3, -5.2), (0, 5.4, -5.9), (0, 2.2, -3.4), (0, .55, -1.2)], 40), .26, 8), G.xf(G.torus(.55, .2, 24, 8), (0, 8.3, -5.2), G.rx(math.pi / 2))]), angle=180)
        R = G.rx(math.pi / 2)
        mounted(P, 'round', s.get('top_stone', 'diamond'), s.get('top_size', 1.7), 1., 0, n=4, rot=R, depth=1.6)
        P.add('link', G.xf(G.torus(.8, .22, 30, 10), (0, .3, -2.75), G.ry(math.pi / 2)))
        b2 = P.mark()
        mounted(P, kind, s['stone'], size, ratio, 0, n=4, rot=R)
        P.move(b2, (0, 0, g_y))
        if s.get('hallmarks') and sx > 0:
            plate = np.array([0, 8.75, 2.2])
            P.add('plate', G.xf(G.rbox(2.6, .5, 1.5, .2, 3), plate), weighted=True)
            strike(P, s['hallmarks'][0], lambda u, v, lift=0.: plate + np.array([-u, .25 + lift, v]), 1.0)
        P.move(before, (sx * size * 1.75, .4 * sx, 0), G.rz(math.radians(10 * sx)))
    brass = M.metal('yellow-gold', 'satin')
    w, low, top = size * 1.7 + 7.5, g_y - 9.5, 6.85
    rail = [G.rod((-w, 4.6, top), (w, 4.6, top), .8, 20)] + [G.rod((sx * (w - 1.5), 4.6, low), (sx * (w - 1.5), 4.6, top + .6), .8, 20) for sx in (-1, 1)]
    P.add('stand', G.merge(rail), brass, angle=60)
    P.add('foot', G.xf(G.rbox(2 * w + 3, 11, 2.6, .5, 3), (0, 4.6, low + .2)), M.stone_slab('foot', (.56, .55, .53), (.46, .45, .43), .12), weighted=True)
    return P.root


def neck(length, width=27.):
    """Closed teardrop of a chain: the pendant at its lowest point, the clasp at the top."""
    top = length * .5 - 8.
    return [(0, -5), (15, 2), (25, 18), (width, 42), (width * .92, top * .55), (width * .72, top * .85), (width * .4, top), (0, top + 4.),
            (-width * .4, top), (-width * .72, top * .85), (-width * .92, top * .55), (-width, 42), (-25, 18), (-15, 2)], top + 4.


def pendant(s):
    """Fine chain laid as a teardrop, pendant at its lowest point, lying on the paper."""
    P = Piece(s)
    drop = s.get('drop', 'solitaire')
    pts, end = neck(s.get('length', 420.))
    path = G.spline(pts, 2400, True)
    if s.get('clasp'):                                   # spring ring and tag at the top: the chain ends on both sides of it
        keep = np.linalg.norm(path - [0, end], axis=1) > 4.6
        k = int(np.argmin(np.linalg.norm(path - [0, end], axis=1)))
        path = np.roll(path, -k, 0)[np.roll(keep, -k)]
        P.add('spring', G.xf(G.torus(2.6, .55, 60, 14), (0, end, 1.), G.rx(.1)), angle=180)
        P.add('lever', G.merge([G.rod((1.6, end + 2.1, 1.3), (2.3, end + 3.5, 1.5), .32, 10), G.xf(G.torus(.9, .22, 30, 8), (-3.4, end - .3, 1.), G.rx(.5)), G.xf(G.torus(.9, .22, 30, 8), (3.5, end - .3, 1.), G.rx(-.5))]), angle=60)
        tag = np.array([-.4, end - 6.4, .35])
        P.add('tag', G.xf(G.rbox(6.4, 2.7, .5, .2, 3), tag), weighted=True)
        P.add('tag ring', G.xf(G.torus(.9, .2, 30, 8), tag + [0, 2.0, .4], G.ry(1.1)), angle=180)
        for t in s.get('hallmarks', ()):
            strike(P, t, lambda u, v, lift=0.: tag + np.array([u, v, .25 + lift]), 1.35, (0, 0), True)
        P.root['clasp'] = [0., end - 2.5, .8]
    P.add('chain', cable(path, 2.5, 1.8, .30, closed=not s.get('clasp')), angle=60)
    y = -5.4
    P.add('bail', G.xf(G.torus(1.7, .42, 40, 12, 1, 1.5), (0, y - .7, 1.5), G.rz(0) @ G.ry(math.pi / 2)))
    before = P.mark()
    keys = {}
    if drop in ('solitaire', 'halo'):
        size, kind, ratio = s.get('size', 3.6), s.get('cut', 'round'), s.get('ratio', 1.)
        mounted(P, kind, s['stone'], size, ratio, 0, n=4)
        grow = halo_ring(P, kind, size, ratio, s.get('halo_count', 24), s.get('halo_r', .60), start=s.get('halo_start', 0)) if drop == 'halo' else .4
        top = (1.62 if kind == 'pear' else ratio) * size + grow
        h = size * .95 + .6
    elif drop == 'coin':
        r = s.get('radius', 9.5)
        prof = G.fillet([(.01, .95), (r * .80, .95), (r * .84, 1.25), (r, 1.30), (r + .15, .6), (r, -.1), (.01, -.1)], [0, .3, .3, .3, .3, .3, 0], 5)
        P.add('coin', G.lathe(prof, 160), M.metal(s['metal'], 'satin'), angle=50)
        rays = []
        for i in range(24):
            ln = r * (.27 if i % 2 else .40)
            rays.append(G.xf(G.prism([(-.30, r * .32), (.30, r * .32), (.04, r * .32 + ln), (-.04, r * .32 + ln)], .9, 1.16, .05, 1), rot=G.rz(i / 24 * TAU)))
        P.add('rays', G.merge(rays), weighted=True)
        q = r * .24
        P.add('sun', G.lathe([(.01, 1.9), (q * .5, 1.75), (q * .86, 1.3), (q, .9)], 64), angle=60)
        P.add('edge', G.xf(G.torus(r + .02, .32, 200, 10), (0, 0, .6)))
        P.add('back', G.lathe([(.01, -.16), (r * .97, -.16)], 96), P.pol)
        for i, t in enumerate(s.get('hallmarks', ())):
            strike(P, t, lambda u, v, lift=0.: np.array([-u, v, -.17 - lift]), 1.5, (0, -r * .72), True)
        if P.has('back'):
            hairlines(P, lambda u, v, lift=0.: np.array([-u, v, -.17 - lift]), 110, (-r * .9, r * .9, -r * .9, r * .9), 14, (1., 6.), .017, .4, 1., deep=8,
                      clip=lambda u, v: math.hypot(u, v) < r * .72)
            keys['back'] = (1.5, 1.2, -.17)
        top, h = r + .6, .35
    else:
        top, h, keys = locket(P, s)
    P.add('ring', G.xf(G.torus(1.3, .36, 40, 10), (0, top + .8, 0)))
    R = G.rx(math.radians(s.get('tip', 0))) @ (G.ry(math.pi) if s.get('flip') else np.eye(3))
    loc = np.array([0, y - 2.2 - top - .6, h + .1 + (1.2 if s.get('flip') else 0)])
    P.move(before, loc, R)
    for k, at in keys.items():
        P.flaw(k, R @ np.array(at) + loc)
    return P.root


def locket(P, s):
    """Oval locket; `open` swings the lid over its five-knuckle hinge and shows the two frames."""
    a, q = s.get('size', 8.), 1.3
    sil = M.metal(s['metal'], 'polished')

    def shell(sign, inside=False):
        prof = [(a * math.cos(t), 2.6 * math.sin(t) ** .7 * sign) for t in np.linspace(.0, math.pi / 2 - .01, 40)]
        v, f = G.lathe(prof, 128, cap1=False)
        v[:, 1] *= q
        return v, f
    rimo = lambda k, z, w=.34: G.tube([(a * k * math.cos(t), a * k * q * math.sin(t), z) for t in np.linspace(0, TAU, 128, endpoint=False)], w, 10, closed=True)
    keys = {}
    P.add('case', shell(-1), sil, angle=60)
    P.add('seam', rimo(1.01, -.12, .28))
    hx = -a - .25
    P.add('hinge', G.merge([G.rod((hx, y - .52, 0), (hx, y + .52, 0), .72, 16) for y in np.linspace(-2.4, 2.4, 5)]), angle=60)
    if P.has('back'):
        sk = lambda u, v, lift=0.: np.array([-u, v, -2.6 * max(0., 1 - (u / a) ** 2 - (v / a / q) ** 2) ** .35 - lift])
        hairlines(P, sk, 90, (-a * .62, a * .62, -a * .8, a * .8), 31, (.8, 5.), .024, .7, .9, deep=9, clip=lambda u, v: (u / a) ** 2 + (v / a / q) ** 2 < .5)
        keys['back'] = sk(-1.5, 1.5)
    for t in s.get('hallmarks', ()):
        strike(P, t, lambda u, v, lift=0.: np.array([-u, v, -2.6 * max(0., 1 - (u / a) ** 2 - (v / a / q) ** 2) ** .35 - lift - .04]), 1.5, (0, -a * .62), True)
    before = P.mark()
    P.add('lid', shell(1), sil, angle=60)
    P.add('lid seam', rimo(1.01, .12, .28))
    P.add('rim', rimo(.66, 2.0, .20))
    pave(P, [(0, 0, 2.85)], s.get('gem', 1.3), s.get('stone') or 'diamond')
    P.add('boss', G.lathe([(1.0 * s.get('gem', 1.3) * 1.25, 2.45), (s.get('gem', 1.3) * 1.12, 2.86), (s.get('gem', 1.3) * .95, 2.75)], 40), angle=50)
    k = s.get('gem', 1.3) / 1.3
    star = [G.xf(G.prism([(-.42, 1.5 * k), (.42, 1.5 * k), (0, 7.4 if i % 2 == 0 else 4.6)], 2.1, 2.64 - .25 * (i % 2 == 0), .04, 1), rot=G.rz(i * TAU / 8)) for i in range(8)]
    P.add('star', G.merge(star), M.plain('graver', (.20, .20, .20), .35, .6), weighted=True)
    if s.get('open'):
        R = G.ry(-math.radians(s['open']))
        piv = np.array([hx, 0, 0])
        P.move(before, piv - R @ piv, R)
        for turn in (np.eye(3), R):                     # frames with clear inserts in both halves
            b = P.mark()
            sg = 1 if turn is not R else -1
            P.add('frame', rimo(.80, sg * -.15, .42))
            inn = [(a * .78 * math.cos(t), a * .78 * q * math.sin(t), sg * -.35) for t in np.linspace(0, TAU, 96, endpoint=False)]
            P.add('insert', (np.array(inn), [tuple(range(96))]), M.plain('card', (.50, .47, .42), .8, .2), smooth=False)
            film = [(x, yy, sg * -.12) for x, yy, _ in inn]
            o = P.add('crystal film', (np.array(film), [tuple(range(96))]), M.crystal(), smooth=False)
            if turn is R:
                P.move(b, piv - R @ piv, R)
    return a * q + .3, 2.7, keys
