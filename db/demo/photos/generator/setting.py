"""What all jewels are made of: shank, claws, pave, hallmarks, hairlines, catches.  1 unit = 1 mm."""
import json
import math
import bmesh
import numpy as np
import bpy
from mathutils import Vector
import geo as G
import mats as M
from geo import TAU
from wear import lit

SANS = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf'


class Piece:
    def __init__(self, s):
        self.s = s
        self.root = bpy.data.objects.new(s['id'], None)
        bpy.context.scene.collection.objects.link(self.root)
        self.m = M.metal(s['metal'], s.get('finish', 'polished'))
        self.pol = M.metal(s['metal'], 'polished')
        self.points = {}

    def add(self, name, raw, mat=None, **kw):
        return G.obj(name, raw, mat or self.pol, parent=self.root, **kw)

    def stones(self, raws, kind, small=False):
        self.add(kind, G.merge(raws), lit(kind) if small == 'lit' else M.gem(kind, small), smooth=False)

    def flaw(self, key, at):
        """Where a flaw of the specification ended up on the model."""
        self.points[key] = [float(v) for v in at]
        self.root['flaw_points'] = json.dumps(self.points)

    def has(self, key):
        return any(f['key'] == key for f in self.s.get('flaws', ()))

    def mark(self):
        """Parts added after this can be moved together with `move`."""
        return set(bpy.data.objects)

    def move(self, before, loc=(0, 0, 0), rot=None):
        """Bake a rotation matrix and a shift into the parts added since `before`."""
        R = np.eye(3) if rot is None else np.asarray(rot)
        for o in set(bpy.data.objects) - before:
            n = len(o.data.vertices)
            v = np.empty(n * 3)
            o.data.vertices.foreach_get('co', v)
            v = v.reshape(-1, 3) @ R.T + np.asarray(loc, float)
            o.data.vertices.foreach_set('co', v.ravel())
            o.data.update()


# ---------------------------------------------------------------- shank
POWER = {'court': .72, 'flat': .32, 'knife': 1.35, 'round': 1.0, 'soft': .5}


class Shank:
    """Ring band about the Y axis; t = 0 at the bottom, pi at the top.  w0/h0 at the bottom, w1/h1 at the top."""

    def __init__(self, inner=8.4, w0=2., w1=2., h0=1.5, h1=1.7, profile='court'):
        self.inner, self.p = inner, POWER[profile]
        self.w0, self.w1, self.h0, self.h1 = w0, w1, h0, h1

    def size(self, t):
        k = (1 - math.cos(t)) / 2
        return self.w0 + (self.w1 - self.w0) * k, self.h0 + (self.h1 - self.h0) * k

    def raw(self, n=240, m=56, arc=None):
        rings = []
        for t in np.linspace(0, TAU, n, endpoint=False) if arc is None else np.linspace(*arc, n):
            w, h = self.size(t)
            sec = []
            for a in np.arange(m) / m * TAU:
                c, s = math.cos(a), math.sin(a)
                y = math.copysign(abs(c) ** (self.p if self.p < 1 else 1), c) * w / 2
                sec.append((self.inner + h / 2 + math.copysign(abs(s) ** self.p, s) * h / 2, y))
            rings.append([(r * math.sin(t), y, -r * math.cos(t)) for r, y in sec])
        return G.loft(rings, wrap=arc is None, cap0=arc is not None, cap1=arc is not None)

    def radius(self, t, y, out=True):
        w, h = self.size(t)
        c = min(.999, abs(y) / (w / 2)) ** (1 / self.p if self.p < 1 else 1)
        return self.inner + h / 2 + (1 if out else -1) * (1 - c * c) ** (self.p / 2) * h / 2

    def on(self, t, y, out=True, lift=0.):
        r = self.radius(t, y, out) + (lift if out else -lift)
        return np.array([r * math.sin(t), y, -r * math.cos(t)])

    def skin(self, t0, out=True):
        """Surface patch (u along the band in mm from angle t0, v across) for hairlines and marks."""
        R = self.inner + (self.size(t0)[1] if out else 0)
        return lambda u, v, lift=0.: self.on(t0 + u / R, v, out, lift)


# ---------------------------------------------------------------- marks and wear
def ink(metal):
    """The dark ground of a stamped or engraved line."""
    return M.plain(f'stamped-{metal}', tuple(c * .022 for c in M.METALS[metal]), .75, .04)


def strike(P, text, skin, size=1., at=(0., 0.), frame=False, font=SANS, mat=None, spin=0., bold=0.):
    """Text stamped into a surface patch: dark ground, and a lit lower lip as of a struck letter."""
    v, f = G.text_raw(text, size, font, 0.)
    parts = [(v, f)]
    w, h = v[:, 0].max() + size * .28, v[:, 1].max() + size * .26
    if frame:
        k, r = size * .045, size * .16
        o, i = G.outline('rect', (w, h, r), 0, 64), G.outline('rect', (w, h, r), -k, 64)
        n = len(o)
        parts.append((np.c_[np.vstack([o, i]), np.zeros(2 * n)], [(j, (j + 1) % n, n + (j + 1) % n, n + j) for j in range(n)]))
    rv, rf = G.merge(parts)
    c, s = math.cos(spin), math.sin(spin)
    lay = lambda dx, dy, lift: np.array([skin(at[0] + c * (x + dx) - s * (y + dy), at[1] + s * (x + dx) + c * (y + dy), lift) for x, y, _ in rv])
    bright = M.metal(P.s['metal'], 'polished')
    P.add('lip', (lay(size * .022, -size * .03, .012), rf), bright, smooth=False)
    P.add('mark', (lay(0, 0, .020), rf), mat or ink(P.s['metal']), smooth=False)
    return w, h


def hairlines(P, skin, n, area, seed=1, length=(.5, 2.2), r=.011, along=0., spread=.5, mat=None, deep=0, clip=None):
    """Fine scratches: half sunk threads over a surface patch; `deep` of them wider and longer."""
    g = np.random.RandomState(seed)
    out = []
    for i in range(n + deep):
        big = i < deep
        u, v = g.uniform(area[0], area[1]), g.uniform(area[2], area[3])
        a = along + g.normal() * spread
        ln = g.uniform(*length) * (1.5 if big else 1)
        k = 9
        t = np.linspace(-.5, .5, k)
        bend = g.normal() * .05
        uu = u + ln * (t * math.cos(a) - bend * (t * t - .25) * math.sin(a))
        vv = v + ln * (t * math.sin(a) + bend * (t * t - .25) * math.cos(a))
        uu, vv = np.clip(uu, area[0], area[1]), np.clip(vv, area[2], area[3])
        if clip is not None and not clip(u, v):
            continue
        if np.hypot(np.diff(uu), np.diff(vv)).min() < 1e-4:
            continue
        p = np.array([skin(x, y) for x, y in zip(uu, vv)])
        if np.linalg.norm(np.diff(p, axis=0), axis=1).min() < 1e-4:
            continue
        q = r * (2.1 if big else g.uniform(.6, 1.25))
        out.append(G.tube(p, q * np.sin(np.linspace(.25, math.pi - .25, k)), 5))
    if out:
        P.add('hairlines', G.merge(out), mat or scratch(P.s['metal']), angle=80)


def scratch(metal):
    return M.plain(f'scratch-{metal}', tuple(c * .34 for c in M.METALS[metal]), .38, .5)


def dent(raw, at, radius, depth, direction):
    """Push the surface in around a point."""
    bm = bmesh.new()
    vs = [bm.verts.new(x) for x in np.asarray(raw[0], float)]
    for f in raw[1]:
        bm.faces.new([vs[i] for i in f])
    at_, near = Vector(at), radius * 2.2
    for _ in range(7):                                   # a flat cut is one large face: give it points to move
        fs = [f for f in bm.faces if any((v.co - at_).length < near for v in f.verts) or (f.calc_center_median() - at_).length < near]
        bmesh.ops.triangulate(bm, faces=[f for f in fs if len(f.verts) > 3])
        es = [e for e in bm.edges if e.calc_length() > radius * .22 and min((v.co - at_).length for v in e.verts) < near + e.calc_length() * .5]
        if not es:
            break
        bmesh.ops.subdivide_edges(bm, edges=es, cuts=1, use_grid_fill=True)
    raw = G.from_bm(bm)
    v = np.asarray(raw[0], float).copy()
    d = np.linalg.norm(v - np.asarray(at), axis=1)
    v += (np.exp(-(d / radius) ** 2) * (d < radius * 2.6) * depth)[:, None] * np.asarray(direction, float)
    return v, raw[1]


def chip(raw, normal, dist):
    """Break a corner off a convex stone."""
    bm = bmesh.new()
    vs = [bm.verts.new(x) for x in np.asarray(raw[0], float)]
    for f in raw[1]:
        bm.faces.new([vs[i] for i in f])
    n = Vector(normal).normalized()
    res = bmesh.ops.bisect_plane(bm, geom=bm.verts[:] + bm.edges[:] + bm.faces[:], dist=1e-6, plane_co=n * dist, plane_no=n, clear_outer=True)
    edges = [e for e in res['geom_cut'] if isinstance(e, bmesh.types.BMEdge)]
    if len(edges) > 2:
        bmesh.ops.edgeloop_fill(bm, edges=edges)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return G.from_bm(bm)


# ---------------------------------------------------------------- settings
def claws(size, n, z_girdle, depth, shape=None, r=.34, phase=None, over=.32):
    """Claw rods from a common base up and over the girdle.  shape(angle) -> (x, y) on the girdle."""
    out = []
    for i in range(n):
        a = (i + .5) / n * TAU if phase is None else phase + i / n * TAU
        x, y = shape(a) if shape else (size * math.cos(a), size * math.sin(a))
        u = np.array([x, y]) / math.hypot(x, y)
        pts = [np.array([*(u * math.hypot(x, y) * .34), z_girdle - depth]),
               np.array([*(u * (math.hypot(x, y) * .80)), z_girdle - depth * .42]),
               np.array([*(u * (math.hypot(x, y) + .10)), z_girdle - .12]),
               np.array([*(u * (math.hypot(x, y) + .04)), z_girdle + over * .55]),
               np.array([*(u * (math.hypot(x, y) - .34)), z_girdle + over])]
        p = G.spline(pts, 22)
        rr = np.interp(np.linspace(0, 1, 22), [0, .5, .85, .96, 1], [r * .85, r * .9, r * 1.05, r * .85, r * .25])
        out.append(G.tube(p, rr, 10))
    return G.merge(out)


def girdle(kind, size, ratio):
    """Girdle outline of a cut as a function of angle."""
    def f(a):
        if kind in ('emerald', 'baguette'):
            c, s = math.cos(a), math.sin(a)
            k = min(1 / max(1e-6, abs(c)), ratio / max(1e-6, abs(s)))
            return size * c * k * .93, size * s * k * .93
        if kind == 'cushion':
            p = 2 / 2.9
            return size * math.copysign(abs(math.cos(a)) ** p, math.cos(a)), size * ratio * math.copysign(abs(math.sin(a)) ** p, math.sin(a))
        if kind == 'pear':
            y = math.sin(a)
            return size * math.cos(a) * (1 if y < 0 else (1 - y * .35)), size * (y if y < 0 else y * 1.6)
        return size * math.cos(a), size * ratio * math.sin(a)
    return f


def mounted(P, kind, stone, size, ratio=1., z=0., xy=(0, 0), n=4, rot=None, basket=True, r=None, depth=None):
    """A stone in a claw setting, girdle at height z; returns nothing, adds to piece P."""
    depth = depth or size * .95 + .5
    r = r or max(.17, min(.42, size * .12))
    g = G.xf(G.gem(kind, ratio), scale=(size,) * 3)
    f = girdle(kind, size, ratio)
    if kind == 'pear':
        ang = [math.pi / 2, -math.pi / 2 - .75, -math.pi / 2 + .75, .25, math.pi - .25]
    elif kind in ('emerald', 'baguette', 'cushion', 'oval') and n == 4:
        c = math.atan2(ratio, 1) if kind != 'cushion' else math.pi / 4
        ang = [c, math.pi - c, math.pi + c, -c]
        if kind == 'oval':
            ang = [.95, math.pi - .95, math.pi + .95, -.95]
    else:
        ang = [(i + .5) / n * TAU for i in range(n)]
    cl = []
    for a in ang:
        x, y = f(a)
        q = claws(size, 1, 0, depth, lambda _: (x, y), r=r, phase=0)
        cl.append(q)
    parts = [G.merge(cl)]
    if basket:
        for k, zz in ((.80, -depth * .40), (.56, -depth * .74)):
            pts = []
            for a in np.linspace(0, TAU, 48, endpoint=False):
                x, y = f(a)
                pts.append((x * k, y * k, zz))
            parts.append(G.tube(pts, r * .72, 8, closed=True))
    met = G.merge(parts)
    R = np.eye(3) if rot is None else rot
    P.add('setting', G.xf(met, (*xy, z), R), angle=50)
    P.stones([G.xf(g, (*xy, z), R)], stone)


def pave(P, pts, size, stone='diamond', beads=True, n=4, rots=None, small='lit', deep=1.):
    """Small brilliants at given points (x, y, z), optional rotations, with bead claws."""
    g = G.gem('round')
    gs, bs = [], []
    bead = G.sphere(max(.10, size * .20), 8, 6)
    for i, p in enumerate(pts):
        R = np.eye(3) if rots is None else rots[i]
        gs.append(G.xf(G.xf(g, scale=(size, size, size * deep)), p, R))
        if beads:
            for k in range(n):
                a = (k + .5) / n * TAU
                bs.append(G.xf(bead, np.asarray(p) + R @ np.array([size * 1.0 * math.cos(a), size * 1.0 * math.sin(a), size * .14])))
    P.stones(gs, stone, small)
    if bs:
        P.add('beads', G.merge(bs))


def seat(size, h=.5, k=1.22, n=24):
    """Little open cup that carries one round stone (hole in the middle)."""
    return G.lathe(G.fillet([(size * .55, -size * .9), (size * k * .92, -size * .55), (size * k, -.02), (size * (k - .1), size * .12), (size * .97, size * .02), (size * .6, -size * .75)],
                            [0, .1, .08, .05, .05, 0], 3), n)


def rim(kind, size, ratio=1., off=0., n=400):
    """Outline of a stone grown by a distance that is the same all round, also at the point of a pear."""
    if kind == 'pear':
        b, tip = .92, 1.62
        a0 = math.asin(b / tip)                          # where the flank leaves the oval
        ell = [(math.cos(a), b * math.sin(a)) for a in np.linspace(math.pi - a0, TAU + a0, 200)]
        raw = np.array(ell + [(0, tip)]) * size
        d = G.resample(raw, n, True)
        nrm = np.roll(d, -1, 0) - np.roll(d, 1, 0)
        nrm = np.c_[nrm[:, 1], -nrm[:, 0]] / np.linalg.norm(nrm, axis=1)[:, None]
        return G.resample(d + nrm * off, n, True)
    f = girdle(kind, size + off, (size * ratio + off) / (size + off))
    return G.resample([f(a) for a in np.linspace(0, TAU, n, endpoint=False)], n, True)


def halo_ring(P, kind, size, ratio, count, r, z=0., gap=.18, lift=-.1, start=0):
    """Exactly `count` brilliants round a stone, on a bevelled plate that follows its outline."""
    mid = rim(kind, size, ratio, r + gap)
    mid = np.roll(mid, -start, 0)
    pts = G.resample(mid, count, True)
    pave(P, [(x, y, z + lift) for x, y in pts], r)
    rings = []
    for k, zz in ((-r * .75, -.9), (r * .9, -.75), (r + .22, -.42), (r + .12, -.18), (-r * .8, -.34)):
        rings.append(np.c_[rim(kind, size, ratio, r + gap + k, 160), np.full(160, z + zz)])
    P.add('plate', G.loft(rings), angle=45)
    return 2 * r + gap + .3


def eights(P, start, out, up, length=7., w=1.5, r=.28):
    """Safety catch: a wire figure of eight that snaps over a stud."""
    start, out, up = (np.asarray(x, float) for x in (start, out, up))
    side = np.cross(up, out)
    t = np.linspace(0, TAU, 60, endpoint=False)
    pts = [start + out * (length / 2 - length / 2 * math.cos(a)) + side * (w / 2 * math.sin(2 * a)) * (1 if math.cos(a) < 0 else .9) + up * (.12 * math.sin(a)) for a in t]
    P.add('safety', G.tube(pts, r, 8, closed=True), angle=80)
    P.add('stud', G.merge([G.xf(G.sphere(r * 1.7, 14, 9), start + out * length * .80), G.xf(G.sphere(r * 1.7, 14, 9), start + out * length * .14)]), angle=180)
