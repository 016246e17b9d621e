"""Brooches.  They lie in XY, the pin below."""
import math
import numpy as np
import geo as G
import mats as M
from geo import TAU
from setting import Piece, chip, hairlines, pave, strike


def pin(P, x0, x1, y, z, metal, plate=None, marks=()):
    """Pin with hinge, safety catch and, where there is room, a plate with the marks."""
    m = M.metal(metal, 'polished')
    P.add('pin', G.tube(G.spline([(x0, y, z - 1.2), (x0 + 1.4, y, z - 2.2), ((x0 + x1) / 2, y, z - 2.5), (x1 - 1, y, z - 2.2), (x1 + 2.2, y, z - 2.0)], 60),
                        np.interp(np.linspace(0, 1, 60), [0, .85, 1], [.46, .46, .10]), 12), m, angle=60)
    P.add('hinge', G.merge([G.rod((x0, y + q - .5, z - 1.4), (x0, y + q + .5, z - 1.4), .85, 18) for q in (-1.3, 0, 1.3)] + [G.xf(G.rbox(1.5, 3.6, 1.6, .3, 3), (x0 - .2, y, z - .5))]), m, angle=60)
    t = np.linspace(-.4, 4.4, 40)
    c = [(x1, y - 1.35 * math.cos(a) - .1, z - 2.0 - 1.35 * math.sin(a)) for a in t]
    P.add('catch', G.merge([G.tube(c, .52, 12), G.xf(G.rbox(1.6, 2.8, 1.1, .3, 3), (x1, y, z - .4)), G.rod((x1, y - 1.5, z - 2.6), (x1, y - 3.0, z - 3.1), .4, 10)]), m, angle=60)
    if plate:
        P.add('plate', G.xf(G.rbox(plate[2], 2.6, .5, .2, 3), (plate[0], plate[1], z - .35)), weighted=True)
        x = plate[0]
        for tx in marks:
            strike(P, tx, lambda u, v, lift=0.: np.array([x - u, plate[1] + v, z - .60 - lift]), 1.45, (0, 0), True)


def rub(P, raw, r=.05):
    """Rubbed facet edges: pale, dull lines along the crown of a stone."""
    v, f = np.asarray(raw[0], float), raw[1]
    seen, out = set(), []
    for face in f:
        for a, b in zip(face, face[1:] + face[:1]):
            if (b, a) in seen or (a, b) in seen or min(v[a][2], v[b][2]) < np.median(v[:, 2]) or np.linalg.norm(v[a] - v[b]) < .12:
                continue
            seen.add((a, b))
            out.append(G.tube([v[a], v[b]], r, 6))
    P.add('rubbed', G.merge(out), M.plain('rubbed', (.72, .50, .50), .7, .2), angle=80)


def flower(s):
    P = Piece(s)
    sat = M.metal(s['metal'], 'satin')
    big = s.get('petal', 15.)
    for layer, (n, ln, z, ph, lift) in enumerate(((6, big, 0., 0., 2.2), (6, big * .7, 1.5, .52, 3.6))):
        parts, edges = [], []
        for i in range(n):
            bent = layer == 0 and i == s.get('bent', -1) and P.has('petal')
            rings = []
            for u in np.linspace(0, 1, 44 if bent else 22):
                w = 5.5 * (ln / 15) * math.sin(math.pi * min(1, u * .88 + .10) ** 1.05) ** .62 * (1 - .0 * u) + .05
                row = []
                for q in np.linspace(-1, 1, 15):
                    x, y = q * w, 2 + u * ln - .8 * q * q * u
                    zz = z + lift * (u ** 1.5) + 1.5 * q * q * (1 - u * .3) - .5 * math.exp(-(q * 6) ** 2) + .22 * math.sin(q * 9 + u * 3) * u
                    if bent:                             # the line along which the petal was bent and straightened again
                        zz += .55 * math.exp(-((u - .80 - .06 * q) / .028) ** 2) - .40 * math.exp(-((u - .73 - .06 * q) / .04) ** 2)
                    row.append((x, y, zz))
                rings.append(row)
            R = G.rz(i / n * TAU + ph)
            parts.append(G.xf(G.loft(rings, closed=False), rot=R))
            if bent:
                mid = rings[int(len(rings) * .80)][7]
                P.flaw('petal', R @ np.array(mid) + [0, 0, .4])
        o = P.add('petals', G.merge(parts), P.pol if layer else sat, angle=80)
        m = o.modifiers.new('th', 'SOLIDIFY')
        m.thickness, m.offset = .7, 0
        screws = []
        for i in range(n):                               # every petal is held by a screw of its own, seen from the back
            a = i / n * TAU + ph
            screws.append((4.6 * math.sin(-a), 4.6 * math.cos(a)))
        if layer == 0:
            P.add('disc', G.xf(G.lathe([(.01, -1.35), (6.0, -1.35), (6.2, -1.1), (6.0, -.7), (.01, -.7)], 64), (0, 0, 0)), sat, angle=40)
            P.add('screws', G.merge([G.xf(G.lathe([(.01, -1.85), (.85, -1.8), (1.0, -1.55), (1.0, -1.3)], 28), (x, y, 0)) for x, y in screws]), angle=50)
            P.add('slots', G.merge([G.xf(G.rbox(1.6, .26, .12, 0, 1), (x, y, -1.84), G.rz(i * 1.3)) for i, (x, y) in enumerate(screws)]), M.plain('slot', (.03, .02, .015), .6, .2), smooth=False)
    k = s.get('count', 8) - 1
    rr = s.get('ring', 2.3)
    g = s.get('size', 1.05)
    pts = [(0, 0, 4.75)] + [(rr * math.cos(a), rr * math.sin(a), 4.1) for a in np.arange(k) / k * TAU]
    P.add('heart', G.lathe([(.01, 4.0), (rr, 3.6), (rr + 1.35, 2.9), (rr + .3, 1.0)], 64), angle=60)
    pave(P, pts, g, s['stone'], small=False)
    if P.has('ruby'):
        i = s.get('rubbed', 9)
        rub(P, G.xf(G.gem('round'), pts[i], None, (g,) * 3), .035)
        P.flaw('ruby', np.array(pts[i]) + [0, 0, g * .4])
    dn = s.get('stem', 33.)
    stem = G.spline([(0, -3, 0), (1.5, -14, .4), (5, -dn * .76, .8), (11, -dn, .6)], 60)
    P.add('stem', G.tube(stem, np.linspace(.95, .65, 60), 14))
    leaf = []
    for sx, (bx, by), ang in ((1, (2.6, -dn * .55), -1.9), (-1, (4.2, -dn * .70), 1.2)):
        rings = []
        for u in np.linspace(0, 1, 18):
            w = 3.0 * math.sin(math.pi * u ** .8) + .04
            rings.append([(q * w, u * 12, .5 + 1.0 * abs(q) * (1 - u) + u * 1.2) for q in np.linspace(-1, 1, 9)])
        leaf.append(G.xf(G.loft(rings, closed=False), (bx, by, .2), G.rz(ang)))
    o = P.add('leaves', G.merge(leaf), sat, angle=50)
    o.modifiers.new('th', 'SOLIDIFY').thickness = .7
    if s.get('hallmarks'):
        pin(P, -11, 11, 6.8, -.4, s['metal'], (0, -2.2, 5.0), s['hallmarks'])
    return P.root


def deco(s):
    """Art Deco plaque: stepped frame, emerald in a bezel, baguettes in a channel, pierced back."""
    P = Piece(s)
    z, H = 1.6, s.get('half', 9.5)
    k = H / 11.

    def frame(w, h, c, r, zz):
        pts = [(w - c, h), (-w + c, h), (-w, h - c), (-w, -h + c), (-w + c, -h), (w - c, -h), (w, -h + c), (w, h - c)]
        return G.tube([(x, y, zz) for x, y in G.resample(pts, 260, True)], r, 10, closed=True)
    P.add('frames', G.merge([frame(22, H - .4, 4.6, .58, z), frame(18.6, H - 3.3, 3.4, .42, z), frame(6.2, H - 3.3, 1.8, .42, z + .3)]))
    # bezel of the centre stone: a step-cut outline drawn over the girdle
    a, q = s.get('size', 3.2), 1.32
    oct_ = lambda d: [(a + d - 1.3, a * q + d), (-a - d + 1.3, a * q + d), (-a - d, a * q + d - 1.3), (-a - d, -a * q - d + 1.3), (-a - d + 1.3, -a * q - d), (a + d - 1.3, -a * q - d), (a + d, -a * q - d + 1.3), (a + d, a * q + d - 1.3)]
    zc = z + 2.2
    P.stones([G.xf(G.gem('emerald', q), (0, 0, zc), None, (a,) * 3)], s['stone'])
    rings = [[(x, y, zz) for x, y in G.resample(oct_(d), 128, True)] for d, zz in ((-.7, zc - 2.0), (.05, zc - 1.4), (.52, zc - .5), (.52, zc + .12), (.36, zc + .30), (.02, zc + .30), (-.14, zc + .14))]
    P.add('bezel', G.loft(rings), angle=50)
    seats, kept, late = [], [], []

    def row(pts, r):
        for p in pts:
            (late if (round(p[0], 1), round(p[1], 1)) in spare else kept).append((p, r))
            seats.append(G.xf(G.torus(r * .98, .20, 22, 8), (p[0], p[1], p[2] - r * .75)))
    spare = set()
    out = G.resample([(16.6, H - 1.75), (-16.6, H - 1.75), (-20.6, H - 5.6), (-20.6, -H + 5.6), (-16.6, -H + 1.75), (16.6, -H + 1.75), (20.6, -H + 5.6), (20.6, H - 5.6)], 40, True)
    border = [(x, y, z + .2) for x, y in out]
    if P.has('replaced'):
        spare = {(round(border[i][0], 1), round(border[i][1], 1)) for i in s.get('replaced', (22, 27, 28))}
    row(border, 1.0)
    row([(sx * (8.6 + i * 2.72), sy * 4.25, z + .5) for sx in (-1, 1) for sy in (-1, 1) for i in range(4)], 1.05)
    row([(x, sy * (H - 2.15 - 1.75), z + .7) for x in (-4.1, 4.1) for sy in (-1, 1)], .95)
    row([(sx * 5.0, sy * 1.35, z + .9) for sx in (-1, 1) for sy in (-1, 1)], .85)
    for r in sorted({r for _, r in kept}):
        pave(P, [p for p, q_ in kept if q_ == r], r, 'diamond')
    for p, r in late:                                    # set later: a whiter, modern cut that stands a little higher in fresh grains
        pave(P, [(p[0], p[1], p[2] + .22)], r * 1.06, 'diamond', n=3)
    if late:
        P.flaw('replaced', np.array(late[0][0]) + [0, 0, .3])
    P.root['rounds'] = len(kept) + len(late)
    P.add('seats', G.merge(seats), angle=60)
    bag = []
    for sx in (-1, 1):
        for i in range(3):
            g = G.xf(G.gem('baguette', 2.3), scale=(1.22,) * 3)
            at = np.array([sx * (9.0 + i * 2.85), 0, z + .8])
            if sx < 0 and i == 1 and P.has('chip'):
                g = chip(g, (.74, -.38, .50), 1.22 * .93)
                g = chip(g, (.30, -.66, .62), 2.02)
                P.flaw('chip', at + [.95, -2.2, .4])
            bag.append(G.xf(g, at))
    P.stones(bag, s.get('side_stone', s['stone']))
    P.add('channel', G.merge([G.xf(G.rbox(9.2, .42, 1.1, .16, 2), (sx * 11.85, sy * 2.98, z + .5)) for sx in (-1, 1) for sy in (-1, 1)] + [G.xf(G.rbox(.42, 6.2, 1.1, .16, 2), (sx * x, 0, z + .5)) for sx in (-1, 1) for x in (7.35, 16.35)]), weighted=True)
    # the back is sawn through below every stone: what is left are ribs between openings
    g = np.random.RandomState(2)
    ribs = [G.xf(G.rbox(.75, 2 * H - 3.2, .7, .2, 2), (x, 0, .55)) for x in (-16.9, -6.4, 6.4, 16.9)] + [G.xf(G.rbox(42 if abs(y) < 4 else 36, .75, .7, .2, 2), (0, y, .55)) for y in (-H + 3.2, -2.2, 2.2, H - 3.2)]
    for x in np.arange(-14.4, 15, 2.4):
        if abs(x) > 7:
            ribs += [G.xf(G.torus(1.12, .26, 24, 8), (x, sy * 4.1, .5)) for sy in (-1, 1)]
    ribs.append(frame(21.4, H - .9, 4.4, .55, .5))
    P.add('back', G.merge(ribs), M.metal(s['metal'], 'satin'), weighted=True)
    if s.get('hallmarks'):
        pin(P, -15, 15, 2.6, .35, 'white-gold', (0, -6.2, 6.4), s['hallmarks'])
    return P.root
