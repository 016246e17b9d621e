"""Case backs: screwed, snapped, plain, or glazed over a movement.  Drawn facing +Z, then turned to face -Z."""
import math
import numpy as np
import geo as G
import mats as M
from dial import SANS, arc_text, place, polar
from geo import TAU


BOLD = '/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed-Bold.ttf'    # engraved strokes must survive the reduction


def striped(kind='steel', scale=.21):
    """Plate with broad parallel stripes."""
    key = ('striped', kind)
    if key not in M._made:
        m, nt, p = M.principled('striped-' + kind, M.METALS[kind], Metallic=1., Roughness=.26)
        tc = M.node(nt, 'TexCoord')
        w = M.node(nt, 'TexWave', bands_direction='DIAGONAL', wave_profile='SAW', in_Scale=scale)
        b = M.node(nt, 'Bump', in_Strength=.5, in_Distance=.5)
        r = M.node(nt, 'MapRange', in_3=.16, in_4=.40)
        nt.links.new(tc.outputs['Object'], w.inputs['Vector'])
        nt.links.new(w.outputs['Fac'], b.inputs['Height'])
        nt.links.new(w.outputs['Fac'], r.inputs[0])
        nt.links.new(r.outputs[0], p.inputs['Roughness'])
        nt.links.new(b.outputs[0], p.inputs['Normal'])
        M._made[key] = m
    return M._made[key]


def gear(r, n, h=.18, hole=.3):
    t = np.arange(n * 4) / (n * 4) * TAU
    k = np.where(np.arange(n * 4) % 4 < 2, 1., .93)
    rings = [np.c_[r * k * np.cos(t), r * k * np.sin(t), np.full(n * 4, z)] for z in (0, h)]
    inner = [np.c_[r * q * np.cos(t), r * q * np.sin(t), np.full(n * 4, z)] for q, z in ((.86, h), (.82, h - .05), (.30, h - .05), (.26, h), (hole * .4, h + .04))]
    return G.loft(rings + inner, cap1=True)


class Back:
    def back(self):
        s = self.s
        z = -self.thick - self.flat_back
        at = lambda raw, dz=0.: G.xf(raw, (0, 0, z - dz), G.ry(math.pi))
        self.back_add = lambda name, raw, mat, dz=0., **kw: self.add(name, at(raw, dz), mat, **kw)
        kind = s.get('back', 'snap')
        metal = M.metal(self.body, s.get('back_finish', 'satin' if s.get('case_finish') == 'satin' else 'polished'))
        dark = M.plain('engraved', (.05, .05, .05), .6)
        self.add('back', G.turned(self.shape, self.size, [(-5.4, z), (-5.6, z)], 192, cap1=True), metal)
        if self.shape == 'rect':
            w, h = (self.R - .5, self.half_y - .5) if s.get('frame') == 'reverso' else (self.size[0] - 1.2, self.size[1] - 1.2)
            self.back_add('back-plate', G.prism(list(map(tuple, G.outline('rect', (w, h, 1.6), 0, 96))), -.3, .55, .25, 3), metal, weighted=True)
            if s.get('engraving'):
                lines = [t for t in s['engraving'] if t]
                raw = G.merge([G.xf(G.text_raw(t, 1.4, BOLD, .006), (0, (len(lines) - 1) * 1.2 - i * 2.4 - (0 if s.get('frame') != 'reverso' else h - 4), .56)) for i, t in enumerate(lines)])
                self.back_add('engraving', raw, dark, smooth=False)
            return
        r = self.R - (2.2 if self.shape == 'round' else 3.4)
        if kind == 'display':
            self.display(r, metal, dark)
        else:
            h = .75 if self.thick > 3.5 else .35
            dome = s.get('back_dome', .12)
            self.back_add('back-disc', G.lathe([(r, -.4), (r, h - .12), (r - .12, h)] + [(r * q, h + dome * (1 - q * q)) for q in np.linspace(.985, .001, 16)], 128), metal, angle=30)
            if kind == 'screw':
                n, m = 60, 6                                     # toothed rim for the opening tool
                t = np.arange(n * m) / (n * m) * TAU
                k = np.where(np.arange(n * m) % m < 3, 0, -.34)
                rings = [np.c_[(q + k * f) * np.cos(t), (q + k * f) * np.sin(t), np.full(n * m, zz)] for q, zz, f in
                         ((r + .5, -.5, 1), (r + .5, h + .25, 1), (r + .2, h + .45, .7), (r - 1.3, h + .45, 0), (r - 1.5, h + .05, 0))]
                self.back_add('back-ring', G.loft(rings), metal, angle=25)
            elif kind == 'notch':                                # six slots
                slots = [place(G.rbox(3.2, 1.0, .3, .1, 2), i * TAU / 6, r - .5, h - .05) for i in range(6)]
                self.back_add('back-slots', G.merge(slots), dark)
            rr = r - (2.6 if kind == 'screw' else 2.1)
            self.engrave(s.get('engraving', ()), rr, h + dome * (1 - ((rr - .8) / r) ** 2) + .02, dark, r, dome, h)
            groove = G.torus(rr - 1.5, .06, 128, 8)
            self.back_add('back-line', G.xf(groove, (0, 0, h + dome * (1 - ((rr - 1.5) / r) ** 2))), dark)

    def engrave(self, words, rr, z, mat, r=0, dome=0, h=0):
        if not words:
            return
        size = 1.75 * max(.70, self.R / 20)
        ring = words[0]
        parts = [G.xf(p, (0, 0, z)) for p in arc_text(ring, size, rr, 0, BOLD, pitch=1.08)]
        for i, line in enumerate(words[1:]):
            y = (len(words) - 2) / 2 * 2.4 - i * 2.4
            parts.append(G.xf(G.text_raw(line, size * (1.05 if i else 1.2), BOLD, .006), (0, y, h + dome * (1 - (abs(y) / max(r, 1)) ** 2) + .02)))
        self.back_add('engraving', G.merge(parts), mat, smooth=False)

    def display(self, r, metal, dark):
        s = self.s
        h = 1.0
        ri = r - 3.4
        ring = G.fillet([(r, -.4), (r, h - .2), (r - .5, h), (ri + .2, h), (ri, h - .15), (ri, -.2)], [0, .15, .25, .12, .1, 0], 3)
        self.back_add('back-ring', G.lathe(ring, 128), metal, angle=35)
        self.engrave(s.get('engraving', ())[:1], (r + ri) / 2 - .1, h + .012, dark)
        glass = G.lathe([(ri * q, h - .12) for q in (1, .5, .001)], 96)
        self.back_add('crystal-back', glass, M.crystal())
        self.movement(ri)

    def movement(self, R):
        """Invented calibre: main plate, bridges, wheels, jewels, blued screws, balance; rotor if automatic."""
        s = self.s
        base = s.get('bridge', 'steel')
        gold, blue = M.metal('yellow-gold', 'satin'), M.plain('blued', (.008, .018, .10), .16, .6, .5)
        red = M.plain('jewel', (.45, .012, .06), .08, .6, .8)
        self.back_add('main-plate', G.lathe([(R, .02), (.01, .02)], 96), M.metal('steel', 'circular'), smooth=False)
        bal = np.array([-.50, -.44]) * R                               # centre of the balance
        rb = .34 * R
        a0 = math.atan2(bal[1], bal[0])
        cut = [(bal + (rb + .5) * np.array([math.cos(w), math.sin(w)])) for w in np.linspace(a0 + 1.75, a0 - 1.75, 40)]
        rim = [(.965 * R * math.cos(w), .965 * R * math.sin(w)) for w in np.linspace(a0 - .52, a0 + .52 - TAU, 120)]
        plate = M.dial('silver', 'sunburst') if s.get('bridge_finish') == 'rays' else striped(base)
        self.back_add('bridge', G.prism([tuple(p) for p in (rim + cut)][::-1], .04, .46, .09, 2), plate, weighted=True)
        seam = []                                                      # gaps between the bridges
        for pts in ([(.96, .12), (.30, .06), (.05, -.30), (.10, -.95)], [(-.10, .95), (-.05, .42), (.30, .06)] if not s.get('three_quarter') else []):
            if pts:
                q = G.spline([(x * R, y * R, .46) for x, y in pts], 50)
                seam.append(G.tube(q, .10, 6))
        self.back_add('seams', G.merge(seam), M.plain('engraved', (.05, .05, .05), .6))
        wheels = [(.30, .52, .27, 46), (-.30, .50, .20, 32)]
        for x, y, r, n in wheels:
            self.back_add('wheel', G.xf(gear(r * R, n), (x * R, y * R, .46)), M.metal(base if base != 'steel' else 'steel', 'circular') if r > .25 else gold, angle=30)
        spots = [(.58, -.12), (.36, -.52), (.02, -.62), (.62, .30), (-.02, .06), (-.62, .16)]
        self.back_add('chatons', G.merge([G.xf(G.torus(.052 * R, .014 * R, 32, 8), (x * R, y * R, .47)) for x, y in spots]), gold)
        self.back_add('jewels', G.merge([G.xf(G.sphere(.050 * R, 24, 12), (x * R, y * R, .45), scale=(1, 1, .5)) for x, y in spots]), red)
        screws = [polar(math.radians(d), .86 * R) for d in (12, 64, 118, 168, 300, 340)] + [np.array([.30, .52]) * R, np.array([-.30, .50]) * R]
        head = G.lathe(G.fillet([(.062 * R, 0), (.062 * R, .12), (.01, .14)], [0, .04, 0], 2), 28)
        self.back_add('screws', G.merge([G.xf(head, (x, y, .48 if i < 6 else .66)) for i, (x, y) in enumerate(screws)]), blue, angle=40)
        self.back_add('slits', G.merge([G.xf(G.rbox(.11 * R, .02 * R, .02, 0, 1), (x, y, .63 if i < 6 else .81), G.rz(i)) for i, (x, y) in enumerate(screws)]), M.plain('engraved', (.05, .05, .05), .6))
        t = np.linspace(0, TAU * 5, 260)                               # balance with its spring and cock
        spring = np.c_[bal[0] + (.04 + .16 * t / t[-1]) * R * np.cos(t), bal[1] + (.04 + .16 * t / t[-1]) * R * np.sin(t), np.full(260, .34)]
        arms = [G.xf(G.rbox(rb * 1.9, .06 * R, .08, .02, 1), (bal[0], bal[1], .22), G.rz(w)) for w in (.5, .5 + math.pi / 2)]
        self.back_add('balance', G.merge([G.xf(G.torus(rb * .92, .032 * R, 64, 10), (bal[0], bal[1], .22))] + arms), gold, angle=40)
        self.back_add('spring', G.tube(spring, .035, 6), blue)
        n = bal / np.linalg.norm(bal)
        tip, foot = bal, n * .93 * R
        side = np.array([-n[1], n[0]])
        cock = [foot + side * .20 * R, foot - side * .20 * R, bal - side * .075 * R - n * .05 * R, bal + side * .075 * R - n * .05 * R]
        self.back_add('cock', G.prism([tuple(p) for p in cock][::-1], .42, .60, .05, 2), plate, weighted=True)
        self.back_add('cock-jewel', G.xf(G.sphere(.055 * R, 24, 12), (bal[0], bal[1], .60), scale=(1, 1, .5)), red)
        if s.get('chrono_works'):                                      # column wheel and lever on top
            col = G.merge([G.xf(gear(.13 * R, 24, .12), (.52 * R, -.52 * R, .5))] + [G.xf(G.rbox(.05 * R, .07 * R, .4, .03, 2), (.52 * R + .07 * R * math.cos(w), -.52 * R + .07 * R * math.sin(w), .78), G.rz(w)) for w in np.arange(6) / 6 * TAU])
            self.back_add('column', col, blue, angle=30)
            for pts in ([(.60, -.40), (.30, -.20), (-.05, -.02), (-.40, .02)], [(.42, -.62), (.10, -.40), (-.10, -.20)], [(.62, -.62), (.82, -.30), (.86, .1)]):
                q = G.spline([(x * R, y * R, .60) for x, y in pts], 40)
                self.back_add('lever', G.tube(q, np.linspace(.055, .03, 40) * R, 8), M.metal('steel', 'polished'), angle=60)
            for x, y, r in ((-.02, .06, .24), (-.46, .12, .20)):
                self.back_add('chrono-wheel', G.xf(gear(r * R, 60, .1), (x * R, y * R, .52)), gold, angle=30)
        if s.get('reserve'):                                           # power reserve of the movement side
            self.back_add('reserve', G.merge([place(G.rbox(.06 * R, .16, .02, 0, 1) if i % 2 else G.rbox(.02 * R, .09 * R, .02, 0, 1), math.radians(-60 + i * 20), .30 * R, 0) for i in range(7)] +
                                             [G.xf(G.text_raw(t, .085 * R, SANS, .006), (*polar(math.radians(a), .40 * R), 0)) for t, a in (('0', -60), ('3', 0), ('7', 60))]),
                          M.plain('engraved', (.05, .05, .05), .6), dz=.50)
            self.back_add('reserve-hand', G.xf(G.rbox(.03 * R, .30 * R, .06, .01, 1), (*polar(math.radians(28), .14 * R), .56), G.rz(-math.radians(28))), blue)
        if s.get('movement') == 'automatic':
            w = np.linspace(math.radians(-8), math.radians(188), 80)
            poly = [(.93 * R * math.cos(a), .93 * R * math.sin(a)) for a in w] + [(-.16 * R, -.10 * R), (0, -.17 * R), (.16 * R, -.10 * R)]
            poly = [tuple(np.array(p) @ G.rz(math.radians(-35))[:2, :2].T) for p in poly]
            self.back_add('rotor', G.prism(poly, .60, .72, .04, 2), striped(s.get('rotor', 'steel'), .3), weighted=True)
            arc = [np.array(p) for p in [(.93 * R * math.cos(a), .93 * R * math.sin(a)) for a in w] + [(.76 * R * math.cos(a), .76 * R * math.sin(a)) for a in w[::-1]]]
            arc = [tuple(p @ G.rz(math.radians(-35))[:2, :2].T) for p in arc]
            self.back_add('weight', G.prism(arc, .70, .82, .04, 2), M.metal(s.get('rotor', 'steel'), 'satin'), weighted=True)
            self.back_add('rotor-hub', G.lathe(G.fillet([(.12 * R, .6), (.12 * R, .84), (.01, .86)], [0, .05, 0], 3), 40), M.metal('steel', 'polished'))
            txt = [G.xf(p, (0, 0, .825), G.rz(math.radians(-35))) for p in arc_text(s.get('rotor_text', 'AUTOMATIC · ADJUSTED'), .10 * R, .805 * R, 0, pitch=1.1)]
            self.back_add('rotor-text', G.merge(txt), M.plain('engraved', (.05, .05, .05), .6), smooth=False)
