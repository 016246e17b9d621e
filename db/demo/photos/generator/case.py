"""Case, lugs, crown, pushers and valves of a watch."""
import math
import numpy as np
import geo as G
import mats as M
from dial import place, polar
from geo import TAU

M.METALS.setdefault('gold-585', (.90, .70, .44))     # paler than 750
CASE_METAL = {  # case material -> (body, accent)
    'steel': ('steel', 'steel'), 'steel-gold': ('steel', 'yellow-gold'), 'yellow-gold': ('yellow-gold',) * 2,
    'rose-gold': ('rose-gold',) * 2, 'white-gold': ('white-gold',) * 2, 'platinum': ('platinum',) * 2,
    'titanium': ('titanium',) * 2, 'ceramic': ('ceramic', 'ceramic'), 'steel-rose': ('steel', 'rose-gold'),
    'steel-gold-585': ('steel', 'gold-585'),
}


class Case:
    def case(self):
        s, T = self.s, self.thick
        main = M.metal(self.body, s.get('case_finish', 'polished'), 'z')
        top = M.metal(self.body, 'brushed', 'y') if s.get('lug_finish', 'brushed') == 'brushed' else main
        bw = self.bezel_w = s.get('bezel_w', {'dive': 5.0, 'gmt': 5.0, 'tachy': 4.3, 'fluted': 3.4, 'thin': 1.9,
                                              'diamond': 3.3}.get(s['bezel'], 2.9))
        zs = np.linspace(-.1 * T, -.62 * T, 7)              # rows on the flank, so that a dent has something to bend
        prof = [(-bw - .6, .8), (-.35, .9), (0, .45), (.04, 0)] + [(.10 * math.sin(math.pi * k / 7) + .04, z) for k, z in enumerate(zs)] + \
            [(-.25, -T + min(1.1, .3 * T)), (-1.8, -T), (-3.4, -T - self.flat_back * .7), (-5.5, -T - self.flat_back)]
        self.ring('midcase', G.fillet(prof, [0, .3, .4] + [.05] * 8 + [.5, .5, .4, 0], 4), main)
        if s.get('frame') == 'tank':
            return self.brancards(main)
        if s.get('frame') == 'reverso':
            self.carriage(main)
        hy, L, lw, z = self.half_y, self.L, self.lw, self.tipz
        w = s.get('lug_w', 2.5 if self.shape != 'rect' else 2.2)
        xo = lw / 2 + w + .1                                     # start just inside the case wall
        y0 = (math.sqrt(max(4, self.R ** 2 - xo ** 2)) if self.shape == 'round' else hy) - 1.7
        low = max(z + .9, -T + .7)
        sil = G.fillet([(y0, .45), (y0 + 1.8, .45), (hy + .8, -.45), (L - .2, z * .52), (L + .25, z * .82), (L - 1.1, z),
                        (hy + .2, low), (y0, low)], [0, 1, 5, 1.6, .8, .8, 1.5, 0], 5)
        raw = G.prism([(p[0], p[1]) for p in sil], -w / 2, w / 2, s.get('lug_bevel', .55), 4)
        v = np.asarray(raw[0])
        raw = (np.c_[v[:, 2], v[:, 0], v[:, 1]], raw[1])         # (y,z) silhouette, x thickness
        taper = 0. if s.get('lugs') == 'straight' else .30
        parts, holes = [], []
        for sx in (-1, 1):
            for sy in (-1, 1):
                p = G.xf(raw, (0, 0, 0))
                p[0][:, 0] += sx * (lw / 2 + w / 2 + .08)
                t = np.clip((p[0][:, 1] - y0) / (L - y0), 0, 1)             # narrower at the tip
                p[0][:, 0] -= sx * np.clip(sx * p[0][:, 0] - lw / 2, 0, 9) * taper * t
                p[0][:, 1] *= sy
                parts.append(p)
                if s.get('drilled'):
                    t = (L - 1.3 - y0) / (L - y0)
                    x = lw / 2 + (w + .08) * (1 - taper * t)
                    holes.append(G.xf(G.lathe([(.55, -.3), (.55, .04), (.01, .02)], 24), (sx * x, sy * (L - 1.3), z * .68), G.ry(sx * math.pi / 2)))
        self.add('lugs', G.merge(parts), top, weighted=True)
        if holes:
            self.add('lug-holes', G.merge(holes), M.plain('hole', (.01, .01, .01), .8, .1))

    def brancards(self, main):
        """Two rounded uprights that run through into the lugs."""
        r, h = self.s.get('edge', 1.1), self.half_y * 2
        w, t = self.R - self.size[0] + 1.3, self.thick + 1.4
        bars = [G.xf(G.rbox(w, h, t, r, 6), (sx * (self.R - w / 2), 0, 1.4 - t / 2)) for sx in (-1, 1)]
        self.add('brancards', G.merge(bars), main, weighted=True)
        ends = [G.xf(G.rbox(self.size[0] * 2, 1.5, t - 1.4, .5, 4), (0, sy * (self.size[1] + .2), .5 - (t - 1.4) / 2)) for sy in (-1, 1)]
        self.add('bars', G.merge(ends), main, weighted=True)

    def carriage(self, main):
        """Reversible case: carrier plate, three raised lines above and below the dial."""
        w, h, T = self.R * 2, self.half_y * 2, self.thick
        self.add('carrier', G.xf(G.rbox(w, h, T - .2, .8, 4), (0, 0, -T / 2 - .3)), main, weighted=True)
        gap = (self.half_y - self.size[1]) / 3
        rods = []
        for sy in (-1, 1):
            for i in range(3):
                y = sy * (self.size[1] + gap * (i + .45))
                rods.append(G.xf(G.rbox(w - .5 - .35 * i, gap * .80, 1.9, gap * .39, 5), (0, y, .85 - .35 * i)))
            rods.append(G.xf(G.rbox(w - .6, h / 2 - self.size[1], 2., .5, 3), (0, sy * (self.size[1] + h / 2) / 2, -.8)))
        self.add('godrons', G.merge(rods), main, weighted=True)

    def crown(self):
        s, T = self.s, self.thick
        gold = M.metal(self.accent, 'polished')
        R = self.R if 'frame' in s else self.size[0]
        r, h, z = s.get('crown_r', 3.0), s.get('crown_h', 3.1), -T * .42
        r = min(r, max(1.5, T * .62))
        n, m = 36, 6
        rings = []
        prof = G.fillet([(.55, 0), (1, .35), (1.02, h - .7), (.86, h), (.01, h + .12)], [0, .2, .4, .3, 0], 4)
        for k, x in prof:
            t = np.arange(n * m) / (n * m) * TAU
            tooth = np.where(np.abs(np.mod(np.arange(n * m), m) - m / 2) < 1.6, -.16, 0.)
            rr = k * r + (tooth if .3 < x < h - .35 and k > .95 else 0)
            rings.append(np.c_[np.full(n * m, x), rr * np.cos(t), rr * np.sin(t)])
        off = .55 if 'frame' not in s else .1
        self.add('crown', G.xf(G.loft(rings, cap1=True), (R + off, 0, z)), gold, angle=30)
        stem = G.lathe([(min(2.1, r * .8), 0), (min(2.1, r * .8), 2.2)], 40)
        self.add('stem', G.xf(stem, (R - 1.2, 0, z), G.ry(math.pi / 2)), gold)
        if s.get('cabochon'):
            self.add('cabochon', G.xf(G.sphere(r * .62, 32, 18), (R + off + h + .1, 0, z), scale=(.8, 1, 1)), M.stone('lapis'))
        if s.get('monopusher'):
            self.add('coaxial', G.xf(G.lathe(G.fillet([(r * .55, 0), (r * .55, 1.1), (.01, 1.25)], [0, .25, 0], 4), 40), (R + off + h, 0, z), G.ry(math.pi / 2)), gold, angle=40)
        if s.get('guards'):
            parts = []
            for sy in (-1, 1):
                poly = G.fillet([(R - 5, sy * 3.6), (R + 1.4, sy * 3.5), (R + 1.0, sy * 4.9), (R - 2.2, sy * 9.4),
                                 (R - 6, sy * 9.4)], [0, .5, .8, 1, 0], 4)
                if sy < 0:
                    poly = poly[::-1]
                parts.append(G.prism([tuple(p) for p in poly][::-1], z - 2.3, z + 1.9, .35, 3))
            self.add('guards', G.merge(parts), M.metal(self.body, s.get('case_finish', 'brushed') if self.body == 'ceramic' else 'brushed', 'y'), weighted=True)
        if s.get('chrono') and not s.get('monopusher'):
            for a in (math.radians(60), math.radians(120)):
                px, py = polar(a, R)
                rot = G.rz(math.pi / 2 - a) @ G.ry(math.pi / 2)
                cap = G.lathe(G.fillet([(.01, 3.5), (1.75, 3.45), (1.8, 1.7), (1.15, 1.65), (1.15, -1.5)],
                                       [0, .35, .2, .1, 0], 4), 40)
                self.add('pusher', G.xf(cap, (px, py, z), rot), gold, angle=40)
        if s.get('valve') == 9:                             # flush helium valve
            v = G.lathe(G.fillet([(1.9, -.5), (1.9, .12), (1.55, .16), (1.5, .02), (.01, .02)], [0, .08, .08, .05, 0], 3), 48)
            self.add('valve', G.xf(v, (-R - .05, 0, z), G.ry(-math.pi / 2)), gold, angle=30)
        elif s.get('valve') == 10:                          # helium valve with a crown of its own
            a = math.radians(300)
            px, py = polar(a, R)
            t = np.arange(120) / 120 * TAU
            rings = []
            for k, x in G.fillet([(.7, -1.5), (.7, .6), (1, .8), (1, 3.0), (.85, 3.3), (.01, 3.4)], [0, .1, .2, .2, .2, 0], 3):
                rr = k * 2.1 + np.where((np.arange(120) % 6 < 2) & (k > .95), -.13, 0)
                rings.append(np.c_[rr * np.cos(t), rr * np.sin(t), np.full(120, x)])
            self.add('valve', G.xf(G.loft(rings, cap1=True), (px, py, z), G.rz(math.pi / 2 - a) @ G.ry(math.pi / 2)), gold, angle=30)
