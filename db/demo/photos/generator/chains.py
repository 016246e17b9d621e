"""Bracelets and necklaces.  They lie in XY with exactly the stated number of stones, pearls and millimetres."""
import math
import numpy as np
import geo as G
import mats as M
from geo import TAU
from wear import chalk
from setting import Piece, chip, dent, eights, hairlines, ink, pave, strike


def place_along(path, closed, pitch, fn):
    """fn(i, point, tangent angle in XY) for evenly spaced points along a flat path."""
    p = G.resample(path, 2400, closed)
    total = np.linalg.norm(np.diff(np.vstack([p, p[:1]]) if closed else p, axis=0), axis=1).sum()
    n = max(2, round(total / pitch))
    q = G.resample(p, n, closed)
    out = []
    for i in range(n):
        a, b = q[(i - 1) % n if closed else max(0, i - 1)], q[(i + 1) % n if closed else min(n - 1, i + 1)]
        out.append(fn(i, q[i], math.atan2(b[1] - a[1], b[0] - a[0])))
    return out


class Lay:
    """A path of given length: point and tangent at a distance from its start."""

    def __init__(self, pts, length, closed=True):
        p = G.spline(pts, 3000, closed)
        if closed:
            p = np.vstack([p, p[:1]])
        s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
        self.p, self.s, self.len, self.closed = p * (length / s[-1]), s * (length / s[-1]), length, closed

    def __call__(self, d):
        d = d % self.len if self.closed else d
        return np.array([np.interp(d, self.s, self.p[:, k]) for k in (0, 1)])

    def turn(self, d, e=1.2):
        a, b = self(d - e), self(d + e)
        return math.atan2(b[1] - a[1], b[0] - a[0])


def link_oval(L, W, r, n=36, m=10, p=2 / 2.6):
    """Stadium-shaped chain link in XY, long axis X."""
    t = np.linspace(0, TAU, n, endpoint=False)
    pts = np.c_[(L / 2 - r) * np.sign(np.cos(t)) * abs(np.cos(t)) ** p, (W / 2 - r) * np.sign(np.sin(t)) * abs(np.sin(t)) ** p, 0 * t]
    return G.tube(pts, r, m, closed=True)


def cable(path, L=2.6, W=1.9, r=.30, closed=False, z=.9):
    """Fine anchor chain: links alternate flat and upright."""
    base = link_oval(L, W, r, 24, 8)

    def fn(i, p, a):
        R = G.rz(a) @ G.rx(math.radians(38 if i % 2 else -38))
        return G.xf(base, (p[0], p[1], (p[2] if len(p) > 2 else 0) + z), R)
    return G.merge(place_along(path, closed, L - 3.4 * r, fn))


BAND = [(8, -30), (25, -22), (31, -2), (27, 22), (10, 36), (-9, 37), (-26, 24), (-31, 0), (-25, -21), (-8, -30)]


def box_clasp(P, at, a, L, W, H, z, marks=(), catches=2, under=True):
    """Box clasp with press button and safety catches along its flanks."""
    P.root['clasp'] = [float(at[0]), float(at[1]), float(z)]
    R = G.rz(a)
    put = lambda raw: G.xf(raw, (*at, 0), R)
    P.add('box', put(G.xf(G.rbox(L, W, H, .28, 3), (0, 0, z))), weighted=True)
    lines = [G.xf(G.rbox(.22, W + .04, H + .04, .05, 1), (x, 0, z)) for x in (-L * .30, L * .22, L * .30)]
    P.add('joints', put(G.merge(lines)), ink(P.s['metal']), smooth=False)
    P.add('button', put(G.xf(G.rbox(1.0, W * .36, .5, .15, 2), (L * .40, 0, z + H * .5 + .1))), weighted=True)
    out = R @ np.array([1., 0, 0])
    for k, sy in enumerate((-1, 1)[:catches]):
        n = R @ np.array([0, sy, 0.])
        eights(P, np.array([*at, z]) + n * (W / 2 + .32) - out * L * .44, out, n * sy, L * .88, min(1.5, H * .62), .24)
    flip = -1 if under else 1
    skin = lambda u, v, lift=0.: R @ np.array([u, v * flip, z + flip * (H / 2 + lift)]) + np.array([*at, 0])
    x = -L * .04
    for t in marks:
        w, _ = strike(P, t, skin, min(2.0, W * .36), (x, 0), True)
        x += w * 2 + .5
    return skin


def tennis(s):
    P = Piece(s)
    size, n, length = s.get('size', 1.25), s.get('count', 60), s.get('length', 180.)
    gap = 15.
    lay, pitch = Lay(s.get('path', BAND), length), (length - gap) / n
    pts, rots, seats, plates = [], [], [], []
    base = G.merge([G.xf(G.torus(size * .98, .15, 28, 8), (0, 0, -.28)), G.xf(G.torus(size * .64, .17, 24, 8), (0, 0, -size * .80))])
    plate = G.xf(G.torus(size * .78, .22, 24, 8, 1., .5), (0, 0, -size * .98))
    for i in range(n):
        d = gap / 2 + (i + .5) * pitch
        p, a = lay(d), lay.turn(d)
        pts.append(np.array([*p, size * 1.0 + .35]))
        rots.append(G.rz(a))
        seats.append(G.xf(base, pts[-1], rots[-1]))
        plates.append(G.xf(plate, pts[-1], rots[-1]))
    P.add('seats', G.merge(seats + plates), angle=60)
    cl = G.merge([G.xf(G.rod((.42 * size, 0, -size * .75), (size * 1.06, 0, size * .16), .17, 8), rot=G.rz((k + .5) * TAU / 4)) for k in range(4)])
    P.add('claws', G.merge([G.xf(cl, p, R) for p, R in zip(pts, rots)]), angle=60)
    low = np.array([0, 0, -size * .55])
    conn = [G.rod(a + low + (b - a) * .15, a + low + (b - a) * .85, .42, 8) for a, b in zip(pts[:-1], pts[1:])]
    ends = [G.rod(pts[i] + low, np.array([*lay(d), pts[i][2]]) + low, .42, 8) for i, d in ((0, gap / 2 - 2.2), (-1, length - gap / 2 + 2.2))]
    P.add('hinges', G.merge(conn + ends))
    alt = s.get('alternate')
    for st, sl in (((s['stone'], slice(0, None, 2)), (alt, slice(1, None, 2))) if alt else ((s['stone'], slice(None)),)):
        pave(P, pts[sl], size, st, rots=rots[sl])
    skin = box_clasp(P, lay(0), lay.turn(0), 11., 3.4, 2.2, size + .2, s.get('hallmarks', ()))
    if P.has('under'):
        hairlines(P, skin, 34, (-4.8, 4.8, -1.4, 1.4), 2, (.5, 2.2), .013, spread=.4, deep=4)
        g = np.random.RandomState(4)
        for i in list(range(14)) + list(range(n - 14, n)):
            p, R = pts[i], rots[i]
            sk = lambda u, v, lift=0., p=p, R=R: p + R @ np.array([size * .78 * math.cos(u), size * .78 * math.sin(u), -size * .98 - .105]) * 1.0
            hairlines(P, sk, 3, (0, TAU, 0, 1), int(g.randint(999)), (.5, 1.4), .030, spread=.05)
        P.flaw('under', pts[4] + np.array([0, 0, -size * 1.1]))
    return P.root


def curb_base(L, W, r, width, cut):
    """A twisted link pressed flat; `cut` gives the faces ground on it: two, or six."""
    v, f = link_oval(L, W, r, 72, 6 if cut == 6 else 20)
    v = v @ G.rx(math.radians(46)).T * [1, 1.12, .80]
    v = v @ G.rz(math.radians(9)).T
    v = v * (width / (v[:, 1].max() - v[:, 1].min()))
    top = v[:, 2].max() * (.80 if cut == 2 else .90)
    raw = chip(chip((v, f), (0, 0, 1), top), (0, 0, -1), top)
    return (np.asarray(raw[0]), raw[1]), top


def curb_bracelet(s):
    P = Piece(s)
    width, length, gap = s.get('width', 11.), s.get('length', 195.), s.get('gap', 17.)
    L = width * 1.16
    (v, f), top = curb_base(L, width, width * .150, width, s.get('cut', 2))
    k = (length - gap) / round((length - gap) / (L * .545))
    lay, n = Lay(s.get('path', BAND), length), round((length - gap) / k)
    links = []
    z = top + .1
    for i in range(n):
        d = gap / 2 + (i + .5) * k
        p, a = lay(d), lay.turn(d, 3)
        raw = (v, f)
        bar = np.array([0, v[:, 1].max() - width * .155, top])        # middle of the raised bar of a link
        if i == s.get('dent_link', -1) and P.has('dent'):
            raw = dent(raw, bar + [.4, 0, 0], width * .15, width * .10, (0, .3, -1))
            P.flaw('dent', G.rz(a) @ (bar + [.4, 0, -.4]) + [*p, z])
        links.append(G.xf(raw, (*p, z), G.rz(a)))
        for key, many in (('scratches', s.get('scratches', 0)),):
            if P.has(key) and many:
                sk = lambda x, y, lift=0., p=p, a=a: G.rz(a) @ np.array([x, bar[1] + y, top]) + [*p, z]
                hairlines(P, sk, many, (-L * .30, L * .30, -width * .065, width * .065), 40 + i, (.8, 3.4), s.get('scratch_r', .018), spread=.55, deep=1)
                if i == s.get('scratch_link', 3):
                    P.flaw(key, sk(0, 0))
    P.add('chain', G.merge(links), angle=32)
    box_clasp(P, lay(0), lay.turn(0, 4), gap * .92, width * .62, width * .26, z, s.get('hallmarks', ()), s.get('catches', 2), False)
    ends = [G.xf(G.torus(width * .16, width * .06, 30, 10), (*lay(d), z), G.rz(lay.turn(d, 3)) @ G.rx(.6)) for d in (gap * .48, length - gap * .48)]
    P.add('ends', G.merge(ends))
    return P.root


def bangle(s):
    """Hinged oval bangle standing upright, about the Y axis."""
    P = Piece(s)
    n, m = 300, 40
    W, h = s.get('width', 7.), s.get('thick', 2.2)
    A, B = s.get('clear', (58., 49.))
    A, B = A / 2, B / 2

    def at(t, d, y=0.):
        nx, nz = math.cos(t) / A, math.sin(t) / B
        l = math.hypot(nx, nz)
        return np.array([A * math.cos(t) + nx / l * d, y, B * math.sin(t) + nz / l * d])
    rings = []
    for t in np.linspace(0, TAU, n, endpoint=False):
        rings.append([at(t, h / 2 + math.copysign(abs(math.sin(a)) ** .9, math.sin(a)) * h / 2, math.copysign(abs(math.cos(a)) ** .6, math.cos(a)) * W / 2)
                      for a in np.arange(m) / m * TAU])
    P.add('bangle', G.loft(rings, wrap=True), P.m, angle=60)
    # joint of the hinge and of the catch
    for t in (0., math.pi):
        P.add('joint', G.xf(G.rbox(h + .06, W + .06, .16, .05, 1), at(t, h / 2)), ink(s['metal']), smooth=False)
    P.add('hinge', G.merge([G.rod(at(0, h * .55, y - .62), at(0, h * .55, y + .62), h * .36, 14) for y in (-1.5, 0, 1.5)]))
    P.add('catch', G.xf(G.rbox(.7, 1.6, 2.4, .25, 3), at(math.pi, h + .12)), weighted=True)
    if s.get('stone'):
        num, big, small = s.get('count', 19), s.get('size', .95), s.get('size_end', .95)
        r = [big + (small - big) * abs(i - (num - 1) / 2) / ((num - 1) / 2) for i in range(num)]
        x = np.cumsum([r[0]] + [a + b + .16 for a, b in zip(r[:-1], r[1:])])
        x -= (x[0] + x[-1]) / 2
        for q, u in zip(r, x):
            t = math.pi / 2 - u / 31.
            a = math.atan2(math.cos(t) / A, math.sin(t) / B)
            pave(P, [at(t, h - q * .12)], q, s['stone'], rots=[G.ry(a)])
            P.add('cups', G.xf(G.lathe([(q * .9, -.55), (q * 1.16, -.12), (q * 1.10, .06), (q * .98, .02)], 30), at(t, h - q * .12), G.ry(a)), angle=60)
    skin = lambda u, v, lift=0.: at(-math.pi / 2 + u / A, -lift, v)
    row = s.get('hallmarks', ())
    for i, t in enumerate(row):
        strike(P, t, skin, 2.0, (i * 5., 0), True)
    if P.has('under'):
        out = lambda u, v, lift=0.: at(-math.pi / 2 + u / A, h + lift - (abs(v) / W * 2) ** 4 * h * .25, v)
        hairlines(P, out, 90, (-22, 22, -W * .36, W * .36), 6, (.8, 4.5), .026, spread=.5, deep=6)
        P.flaw('under', out(2, 0))
    return P.root


LOOP = [(-44, -26), (-20, -43), (0, -48), (20, -43), (44, -26), (58, 16), (50, 56), (40, 62), (33, 50), (31, 30), (21, 2), (0, -10), (-21, 2), (-31, 30), (-33, 50), (-40, 62), (-50, 56), (-58, 16)]


def pearls(s):
    P = Piece(s)
    n = s.get('count', 59)
    lo, hi = s.get('from', 7.), s.get('to', 7.)
    g = np.random.RandomState(3)
    mid = (n - 1) / 2
    dia = [(hi - (hi - lo) * (abs(i - mid) / mid) ** 1.15) * (1 + .006 * g.normal()) for i in range(n)]
    knot, gap = .42, s.get('gap', 13.)
    lay = Lay(s.get('path', LOOP), sum(dia) + knot * (n + 1) + gap)
    sp, mat = G.sphere(1, 64, 40), M.pearl(tuple(s.get('tint', (.86, .81, .745))))
    out, silk, d = [], [], gap / 2 + knot
    dull = list(s.get('dull', ())) if P.has('dull') else []
    for i, q in enumerate(dia):
        c, a = lay(d + q / 2), lay.turn(d + q / 2)
        r = q / 2
        out.append(G.xf(sp, (*c, r), G.rz(a), (r * .99, r, r * .99)))
        if i in dull:                                   # chalky spot round the drill hole: the lustre is worn away there
            t = np.linspace(.02, 1, 22)
            ang = np.linspace(0, TAU, 64, endpoint=False)
            wob = .74 * (1 + .12 * np.sin(ang * 3 + i) + .04 * np.sin(ang * 5 + 2 * i))
            cap = [np.c_[np.cos(k * wob), np.sin(k * wob) * np.cos(ang), np.sin(k * wob) * np.sin(ang)] * (r * 1.002) for k in t]
            P.add('dull', G.xf(G.loft(cap, cap0=True), (*c, r), G.rz(a + math.pi)), chalk(), angle=180)
            P.flaw('dull' + ('', '2', '3')[dull.index(i)], G.rz(a + math.pi) @ np.array([r * .77, 0, r * .64]) + [*c, r])
        e = lay(d + q + knot / 2)
        silk.append(G.xf(G.sphere(.62, 14, 9), (*e, (r + dia[min(i + 1, n - 1)] / 2) / 2), scale=(.8, 1, 1)))
        d += q + knot
    silk.append(G.xf(G.sphere(.62, 14, 9), (*lay(gap / 2 + knot / 2), dia[0] / 2)))
    P.add('pearls', G.merge(out), mat, angle=180)
    P.add('silk', G.merge(silk), M.plain('silk', (.80, .75, .66), .8, .2), angle=180)
    c, a, r = lay(0), lay.turn(0, 2), dia[0] / 2
    put = lambda raw, dz=0.: G.xf(raw, (*c, r + dz), G.rz(a))
    if s.get('clasp') == 'shell':                       # a ribbed scallop over a small box
        th, rad = np.linspace(math.pi * .09, math.pi * .91, 90), np.linspace(.04, 1, 40)
        rows = [[(5.6 * k * math.cos(w) * (1 + .0 * k), 7.4 * k * math.sin(w) * (1 + .035 * k * math.cos(18 * w)) - 3.4,
                  2.0 * math.sin(min(1, k * .96 + .04) * math.pi * .80) * (1 + .10 * k * math.cos(18 * w)) + .2) for w in th] for k in rad]
        o = P.add('shell', put(G.loft(rows, closed=False)), P.pol, angle=70)
        mod = o.modifiers.new('th', 'SOLIDIFY')
        mod.thickness = .55
        P.add('box', put(G.xf(G.rbox(8.6, 4.2, 1.8, .5, 3), (0, -.4, -.8))), weighted=True)
        skin = lambda u, v, lift=0.: G.rz(a) @ np.array([u, v - .4, -1.7 - lift]) * [1, 1, 1] + [*c, r]
    else:                                               # old barrel clasp with milled rims
        prof = G.fillet([(.5, -5.2), (1.6, -4.9), (2.5, -3.2), (2.75, 0), (2.5, 3.2), (1.6, 4.9), (.5, 5.2)], [0, .4, .9, 1.2, .9, .4, 0], 6)
        rot = G.ry(math.pi / 2)
        P.add('barrel', put(G.xf(G.lathe(prof, 64, True, True), rot=rot)), angle=60)
        bead = G.sphere(.26, 10, 7)
        for x, rr in ((-3.1, 2.62), (3.1, 2.62), (.55, 2.84)):
            P.add('milgrain', put(G.merge([G.xf(bead, (x, rr * math.cos(w), rr * math.sin(w))) for w in np.arange(30) / 30 * TAU])), angle=180)
        P.add('seam', put(G.xf(G.torus(2.78, .07, 64, 6), (.2, 0, 0), rot)), ink(s['metal']))
        skin = lambda u, v, lift=0.: G.rz(a) @ np.array([u - 1.3, (2.74 + lift) * math.sin(v / 2.74 - .55), (2.74 + lift) * math.cos(v / 2.74 - .55)]) + [*c, r]
    for side in (-1, 1):
        P.add('eye', put(G.xf(G.torus(.85, .26, 24, 9), (side * (gap / 2 - .75), 0, 0), G.rx(math.pi / 2 * (side > 0)))))
    for i, t in enumerate(s.get('hallmarks', ())):
        if s.get('clasp') != 'shell':
            strike(P, t, skin, 1.25, (i * 4., 0), True)
    if s.get('clasp') == 'shell':
        tag = lambda u, v, lift=0.: G.rz(a) @ np.array([u, -2.55 - lift, v - .75]) + [*c, r]
        x = -1.6
        for t in s.get('hallmarks', ()):
            w, _ = strike(P, t, tag, 1.0, (x, 0), True)
            x += 3.6
    P.root['clasp'] = list(map(float, (*c, r)))
    return P.root


SPIRAL = [(58 * math.cos(w) * k + 2, 62 * math.sin(w) * k) for w, k in ((-2.35 - i * .32, 1 - .022 * i - (.0 if i < 9 else .012 * (i - 9))) for i in range(32))]


def necklace(s):
    """Plain chain necklace with a toggle, laid in a spiral."""
    P = Piece(s)
    if 'length' not in s:                               # as in the still lifes: an open length of chain
        path = G.spline([(-30, 30), (-18, 44), (6, 44), (26, 32), (30, 10), (14, -6), (-10, -8), (-26, -20), (-20, -38), (4, -44), (28, -36), (34, -20)], 900)
        base = link_oval(8.2, 5.4, .82, 48, 14)
        P.add('chain', G.merge(place_along(path, False, 6.5, lambda i, p, a: G.xf(base, (p[0], p[1], 2.3), G.rz(a) @ G.rx(math.radians(34 if i % 2 else -34))))), angle=50)
        return P.root
    L, W, r = s.get('link', (15.2, 11.5, 1.22))
    length, ring, bar = s['length'] - 34., 8.6, 13.
    lay = Lay(SPIRAL, length, False)
    k = L - 3.9 * r
    n = int(length / k)
    k = length / n
    base = link_oval(L, W, r, 64, 18, 2 / 2.25)
    z = W * .36 + r * .6
    links, skins = [], []
    for i in range(n):
        d = (i + .5) * k
        R = G.rz(lay.turn(d, 3)) @ G.rx(math.radians(40 if i % 2 else -40))
        c = np.array([*lay(d), z])
        links.append(G.xf(base, c, R))
        skins.append((c, R))
    P.add('chain', G.merge(links), angle=60)
    e, a = lay(0), lay.turn(0, 3)
    u = np.array([math.cos(a), math.sin(a)])
    c = e - u * (ring + .6)
    P.add('toggle', G.xf(G.torus(ring - 1.5, 1.5, 96, 20), (*c, 2.2), G.rx(.12)), angle=180)
    e2, a2 = lay(length), lay.turn(length, 3)
    u2 = np.array([math.cos(a2), math.sin(a2)])
    nrm = np.array([-u2[1], u2[0]])
    small = link_oval(6.4, 4.6, .8, 40, 12)
    P.add('ends', G.merge([G.xf(small, (*(e2 + u2 * (1.5 + 4.4 * j)), 2.6), G.rz(a2) @ G.rx(.7 if j % 2 else -.7)) for j in range(2)]), angle=60)
    b = e2 + u2 * 9.4
    P.add('bar', G.merge([G.rod((*(b - nrm * bar), 1.7), (*(b + nrm * bar), 1.7), 1.55, 24)] + [G.xf(G.sphere(2.0, 24, 16), (*(b + nrm * q), 1.95)) for q in (-bar, bar)]
                     + [G.xf(G.torus(1.3, .55, 30, 12), (*(b - u2 * 1.6), 2.4), G.rz(a2) @ G.rx(math.pi / 2))]), angle=60)
    # oval tag with the marks beside the ring
    t, ta = e + np.array([13.5, 5.5]), .10
    P.add('tag', G.xf(G.turned('round', (1.,), [(-.06, 0), (0, .12), (0, .7), (-.06, .82)], 64, True, True), (*t, .2), G.rz(ta), (4.6, 2.7, 1)), P.pol, angle=40)
    P.add('tag ring', G.xf(G.torus(1.7, .3, 30, 8), (*(t + np.array([-5.6, -1.6])), 1.5), G.ry(.5)), angle=180)
    sk = lambda x, y, lift=0.: np.array([*t, 1.03 + lift]) + G.rz(ta + s.get('tag_turn', 0.)) @ np.array([x, y, 0])
    marks = s.get('hallmarks', ())
    for i, m in enumerate(marks):
        strike(P, m, sk, 1.5, ((i - (len(marks) - 1) / 2) * 4.0, 0), True)
    P.root['tag'] = [float(q) for q in (*t, 1.)]
    if P.has('scratches'):
        for i in range(0, n):
            c, R = skins[i]
            top = lambda x, y, lift=0., c=c, R=R: c + R @ np.array([x, (W / 2 - r) * (1 if i % 2 else -1) + r * math.sin(y), 0]) + R @ np.array([0, 0, r * math.cos(y)])
            hairlines(P, top, 9, (-L * .20, L * .20, -.7, .7), 70 + i, (.8, 3.), .026, spread=.5, deep=2)
        c, R = skins[s.get('scratch_link', n // 2)]
        P.flaw('scratches', c + R @ np.array([0, (W / 2 - r) * (1 if (n // 2) % 2 else -1), r]))
    return P.root
