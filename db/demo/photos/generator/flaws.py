"""Flaws of a piece, really modelled: they are laid onto the finished surface where the text says.

A flaw: dict(key, at=(x, y, z), de, en) and, if it needs geometry, kind with look=(direction it is seen from).
`apply` writes the place on the surface into root['flaw_points'].
"""
import json
import math
import bmesh
import bpy
import numpy as np
from mathutils import Vector
import geo as G
import mats as M

TONES = {'light': ((.56, .56, .55), .45), 'dark': ((.055, .052, .05), .6), 'grey': ((.30, .30, .295), .5), 'gold': ((.95, .78, .50), .45),
         'deep-gold': ((.13, .065, .02), .5), 'rose': ((.60, .32, .22), .5), 'crease': ((.008, .008, .008), .75), 'pale': ((.085, .080, .076), .7)}


class Caster:
    """Shoots rays at the watch, through its glass."""
    def __init__(self, glass=False):
        bpy.context.view_layer.update()
        self.dg = bpy.context.evaluated_depsgraph_get()
        self.glass = glass

    def __call__(self, p, look, far=30.):
        d = -Vector(look).normalized()
        o = Vector(p) - d * far
        for _ in range(14):
            hit, loc, n, _, ob, _ = bpy.context.scene.ray_cast(self.dg, o, d, distance=far * 2)
            if not hit:
                return None
            if ob.name.startswith(('flaw',)) or (ob.name.startswith('crystal') and not self.glass):
                o = loc + d * .005
                continue
            return np.array(loc), np.array(n), ob
        return None


def tangent(look, ang=0.):
    z = np.array(look, float)
    z /= np.linalg.norm(z)
    up = np.array([0, 0, 1.]) if abs(z[2]) < .8 else np.array([0, 1., 0])
    x = np.cross(up, z)
    x /= np.linalg.norm(x)
    y = np.cross(z, x)
    a = math.radians(ang)
    return x * math.cos(a) + y * math.sin(a), y * math.cos(a) - x * math.sin(a)


def scratches(w, f, cast):
    """Lines that follow the surface."""
    rng = np.random.RandomState(f.get('seed', 3))
    at, look = np.array(f['at'], float), f['look']
    u, v = tangent(look, f.get('ang', 0))
    ln, sp, wd = f.get('len', 4.), f.get('spread', (3., 2.)), f.get('w', .07)
    wd *= 1.35 if wd < .075 else 1.                     # a hairline must still cover a pixel or two
    parts = []
    for i in range(f.get('n', 1)):
        one = f.get('n', 1) == 1
        # spread evenly, of unequal length: chance alone would bunch them into a scribble
        qx, qy = ((i + .5) * .7549 + .31) % 1 * 2 - 1, ((i + .5) * .5698 + .17) % 1 * 2 - 1
        c = at + (0 if one else u * qx * sp[0] + v * qy * sp[1])
        a = 0 if one else math.radians(rng.normal(0, f.get('fan', 12) * .6))
        half = ln / 2 * (1 if one else rng.uniform(.2, .85))
        bend = rng.uniform(-.06, .06) * half
        d, e = u * math.cos(a) + v * math.sin(a), v * math.cos(a) - u * math.sin(a)
        run = []
        for t in np.linspace(-1, 1, 26):
            h = cast(c + d * half * t + e * bend * (1 - t * t), look)
            ok = h is not None and (not run or np.linalg.norm(h[0] - run[-1][0]) < half / 3 + .5)
            if ok and ('on' not in f or any(h[2].name.startswith(x) for x in f['on'])):
                run.append(h)
            elif len(run) > 3:
                break
            else:
                run = []
        if len(run) > 3:
            pts = np.array([p + n * wd * .16 for p, n, _ in run])
            taper = np.sin(np.linspace(.12, math.pi - .12, len(pts))) ** .5
            parts.append(G.tube(pts, wd / 2 * taper * (1 if one else rng.uniform(.6, 1.1)), 6))
    if parts:
        col, rough = TONES[f.get('tone', 'light')]
        o = w.add('flaw-' + f['key'], G.merge(parts), M.plain('scratch-' + f.get('tone', 'light'), col, rough, .3))
        o.visible_shadow = False


def dent(w, f, cast):
    """Pushes the surface in; the mesh is refined there first."""
    h = cast(f['at'], f['look'])
    p, n, ob = h
    ob = bpy.data.objects[ob.name]
    r, depth = f.get('r', .9), f.get('depth', .3)
    inward = -np.array(f.get('push', n), float)
    inward /= np.linalg.norm(inward)
    bm = bmesh.new()
    bm.from_mesh(ob.data)
    wide = [x for x in bm.faces if len(x.verts) > 4 and min((np.linalg.norm(np.array(v.co) - p) for v in x.verts)) < 12]
    bmesh.ops.triangulate(bm, faces=wide)            # a large flat face has no points inside that could give way
    for _ in range(9):
        near = [e for e in bm.edges if e.calc_length() > r / 4.5 and
                np.linalg.norm(np.array((e.verts[0].co + e.verts[1].co) / 2) - p) < r * 2 + e.calc_length() * .5]
        if not near:
            break
        bmesh.ops.subdivide_edges(bm, edges=near, cuts=1, use_grid_fill=True)
    for vx in bm.verts:
        q = np.linalg.norm(np.array(vx.co) - p) / r
        if q < 2.2:
            k = math.exp(-(q * 1.15) ** 2 * 1.2) - .16 * math.exp(-((q - 1.25) * 3.2) ** 2)    # raised lip round the pit
            vx.co += Vector(inward * depth * k)
    bm.normal_update()
    bm.to_mesh(ob.data)
    bm.free()
    if f.get('scuff', True):
        scratches(w, dict(f, n=7, len=r * 1.3, spread=(r * .35, r * .35), w=.05, fan=30, on=(ob.name,)), Caster())


def rust(w, f, cast):
    """Brown pits and bloom along a line given by `along` = clock angles (from, to) at radius r."""
    rng = np.random.RandomState(11)
    a0, a1 = (math.radians(x) for x in f['along'])
    for tone, n, size, col in (('bloom', 150, .40, (.20, .060, .018)), ('pits', 110, .22, (.045, .016, .008)), ('ochre', 70, .25, (.36, .13, .03))):
        parts = []
        for _ in range(n):
            a = rng.uniform(a0, a1)
            env = math.sin((a - a0) / (a1 - a0) * math.pi)
            r = f['r'] + rng.normal(0, .32) * (.4 + env)
            p = (math.sin(a) * r, math.cos(a) * r, f['at'][2])
            h = cast(p, f['look'])
            if h is None or abs(h[0][2] - f['at'][2]) > 2.5:
                continue
            k = size * rng.uniform(.3, 1.) * (.35 + env)
            blob = G.sphere(k, 9, 6)
            blob[0][:] *= 1 + .35 * rng.uniform(-1, 1, blob[0].shape)
            parts.append(G.xf(blob, h[0], G.rz(rng.uniform(0, 6)), (rng.uniform(.6, 1.3), rng.uniform(.6, 1.3), .22)))
        if parts:
            w.add('flaw-rust-' + tone, G.merge(parts), M.plain('rust-' + tone, col, .9, .1), angle=80)


def chip(w, f, cast):
    """Shell-shaped nick in a crystal's edge."""
    h = Caster(True)(f['at'], f['look'])
    p = h[0] if h else np.array(f['at'], float)
    rng = np.random.RandomState(4)
    parts = []
    for i in range(5):
        b = G.sphere(f.get('r', .34) * rng.uniform(.5, 1.), 7, 5)
        b[0][:] *= 1 + .3 * rng.uniform(-1, 1, b[0].shape)
        parts.append(G.xf(b, p + rng.normal(0, f.get('r', .34) * .45, 3) * [1, 1, .15], G.rz(i), (1, 1, .35)))
    m = M.plain('chip', (.80, .83, .84), .25, .8)
    w.add('flaw-chip', G.merge(parts), m, smooth=False)


def wires(w, f, cast):
    """Two wires of a mesh that stand up at the edge."""
    at = np.array(f['at'], float)
    parts = []
    for i, dz in enumerate((0, 2.6)):
        t = np.linspace(0, math.pi, 24)
        u, v = tangent(f['look'])
        out = np.array(f['look'], float)
        out /= np.linalg.norm(out)
        base = at + v * dz
        h = cast(base, f['look'])
        if h is not None:
            base = h[0]
        pts = [base + v * (1.0 * math.cos(a)) + out * ((1.5 + .3 * i) * math.sin(a) - .15) + u * .35 * math.sin(a) * (1 - 2 * i) for a in t]
        parts.append(G.tube(pts, .21, 8))
    w.add('flaw-wires', G.merge(parts), M.metal(w.body, 'polished'), angle=60)


KINDS = dict(scratches=scratches, dent=dent, rust=rust, chip=chip, wires=wires)


def apply(w, s, view=None):
    pose = 'open' if s.get('pose') == 'open' else 'closed'
    found = {}
    for f in s.get('flaws', ()):
        if f.get('pose', pose) != pose:
            continue
        cast = Caster(f.get('glass', False))
        if 'look' in f:
            h = cast(f['at'], f['look'])
            if h is None and pose == 'open':
                continue                                 # lies on the part that is spread out of sight
            if h is None:
                raise ValueError(f'{s["id"]}: nothing of the watch at flaw {f["key"]}')
            found[f['key']] = [round(float(x), 3) for x in h[0]]
            f = dict(f, at=tuple(found[f['key']])) if f.get('kind') != 'rust' else f
        if f.get('kind'):
            KINDS[f['kind']](w, f, cast)
        for extra in f.get('also', ()):
            KINDS[extra['kind']](w, dict(f, also=(), **extra), Caster())
    w.root['flaw_points'] = json.dumps(found)
