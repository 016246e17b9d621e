"""Bezels: plain, fluted, diamond-set, and inserts with engraved scales."""
import math
import numpy as np
import geo as G
import mats as M
from dial import SANS, place
from geo import TAU

TOP = {'dive': 3.0, 'gmt': 2.9, 'tachy': 2.5, 'hours': 2.7, 'thin': 1.7}
INSERT = {'black': (.010, .010, .011), 'blue': (.010, .030, .12), 'green': (.008, .055, .028), 'red': (.22, .012, .015),
          'brown': (.085, .030, .012), 'metal': None, 'grey': (.075, .078, .082), 'graphite': (.022, .022, .024),
          'faded-blue': (.105, .150, .205), 'blue-grey': (.035, .07, .17)}
TACHY = ((500, 43), (400, 54), (300, 72), (250, 86), (225, 96), (200, 108), (180, 120), (160, 135), (140, 154), (120, 180), (110, 196),
         (100, 216), (90, 240), (80, 270), (75, 288), (70, 309), (65, 332))
PULSE = ((200, 54), (160, 67), (140, 77), (120, 90), (100, 108), (90, 120), (80, 135), (70, 154), (65, 166), (60, 180), (55, 196), (50, 216),
         (45, 240), (40, 270), (35, 309), (30, 350))


class Bezel:
    def bezel(self):
        s, bw = self.s, self.bezel_w
        kind = s['bezel']
        acc = M.metal(self.accent, 'polished')
        self.dial_off = -bw - .55
        top = self.top = s.get('top', TOP.get(kind, 2.4))
        if kind in ('smooth', 'thin', 'brushed'):
            k = s.get('edge', 1.2) if 'frame' not in s else 1.
            prof = G.fillet([(-.55, min(.8, top * .4)), (-.5, min(1.3, top * .6)), (-1.1, top - .25), (-bw + .3, top), (-bw, top - .25), (-bw - .1, min(1., top * .4))],
                            [0, .5, k, .5, .2, 0], 6)
            mat = acc if kind != 'brushed' else M.metal(self.accent, 'circular' if self.shape == 'round' else 'brushed', 'y')
            self.ring('bezel', prof, mat)
        elif kind == 'fluted':
            self.fluted(acc)
        elif kind == 'diamond':
            self.set_bezel(acc)
        else:
            self.insert(acc, kind)

    def fluted(self, acc):
        n, m, bw, top = self.s.get('flutes', 76), 8, self.bezel_w, self.top
        t = np.arange(n * m) / (n * m) * TAU
        tri = np.abs((np.arange(n * m) % m) / m - .5) * 2            # 1 in the groove, 0 on the ridge
        R = self.size[0]
        rings = []
        for off, z, k in [(-.5, .8, 0), (-.45, 1.15, .3), (-.75, 1.45, 1), (-bw + .75, top, .85), (-bw + .45, top + .05, 0)]:
            r = R + off - .16 * k * tri
            zz = z - .30 * k * tri
            rings.append(np.c_[r * np.cos(t), r * np.sin(t), zz + 0 * t])
        self.add('bezel', G.loft(rings), acc, angle=18)
        self.ring('bezel-in', G.fillet([(-bw + .5, top + .02), (-bw + .1, top + .05), (-bw, top - .2), (-bw - .1, 1.)],
                                       [0, .15, .2, 0]), acc)

    def set_bezel(self, acc):
        bw = self.bezel_w
        prof = G.fillet([(-.5, .8), (-.45, 1.5), (-.9, 2.0), (-bw + .2, 2.2), (-bw, 2.0), (-bw - .1, 1.0)],
                        [0, .3, .4, .3, .2, 0], 5)
        self.ring('bezel', prof, acc)
        rr = self.R - (bw + .9) / 2
        n = self.s.get('bezel_stones', int(TAU * rr / 2.12))
        k = TAU * rr / n / 2.10
        g = G.gem('round')
        self.add('stones', G.merge([place(G.xf(g, scale=(.95 * k,) * 3), i / n * TAU, rr, 2.25) for i in range(n)]),
                 M.gem('diamond', True), smooth=False)
        bead = G.sphere(.24 * k, 10, 8)
        self.add('beads', G.merge([place(bead, (i + .5) / n * TAU, rr + o * k, 2.32) for i in range(n) for o in (-.72, .72)]), acc)

    def insert(self, acc, kind):
        s, bw, top, R = self.s, self.bezel_w, self.top, self.size[0]
        grip = {'tachy': 0, 'hours': 120}.get(kind, s.get('grip', 120))
        if grip == 12:                                                   # twelve facets instead of a coin edge
            n, m = 12, 24
            u = (np.arange(n * m) % m) / m - .5
            tooth = -.75 * (2 * np.abs(u)) ** 6
        else:
            n, m = (grip, 6) if grip else (192, 1)
            tooth = np.where((np.arange(n * m) % m) < m / 2, 0., -.22) if m > 1 else np.zeros(n)
        t = np.arange(n * m) / (n * m) * TAU
        rings = []
        for off, z, k in [(-.3, .85, 0), (-.1, 1.05, 1), (-.1, 2.0, 1), (-.45, 2.35, .3), (-.75, 2.38, 0)]:
            r = R + off + tooth * k + (.1 if grip else 0)
            rings.append(np.c_[r * np.cos(t), r * np.sin(t), np.full(len(t), z)])
        self.add('bezel', G.loft(rings), acc, angle=40)
        ro, ri, zo, zi = R - .75, R - bw + .35, 2.36, top - .05
        self.ring('bezel-in', G.fillet([(-bw + .4, zi - .05), (-bw + .3, zi + .12), (-bw, zi), (-bw - .1, 1.)],
                                       [0, .1, .12, 0]), acc)
        cols = s.get('insert', ['black'])
        cols = cols if isinstance(cols, (list, tuple)) else [cols]
        alu = s.get('insert_finish') == 'aluminium'
        for i, c in enumerate(cols):
            a0 = 0 if len(cols) > 1 else -math.pi
            a0 += math.pi * i
            tt = np.linspace(a0, a0 + (TAU if len(cols) == 1 else math.pi), 200)
            rg = [np.c_[r * np.cos(tt), r * np.sin(tt), np.full(200, z)] for r, z in ((ro, zo), ((ro + ri) / 2, (zo + zi) / 2), (ri, zi))]
            col = INSERT[c]
            mat = M.metal(self.accent, 'circular') if col is None else \
                M.plain('insert-' + c, col, .38, .35, 0.) if alu else M.plain('insert-' + c, col, .13, .6, .6)
            self.add('insert', G.loft(rg, closed=False), mat)
        if cols[0] == 'metal':
            ink = M.plain('engraved', (.03, .03, .03), .8, .05)
        elif s.get('insert_ink'):
            ink = M.plain('insert-ink', s['insert_ink'], .5)
        elif alu:
            ink = M.plain('ink-silver', (.62, .62, .60), .42)
        else:
            ink = M.metal('steel', 'satin') if self.accent in ('steel', 'titanium', 'ceramic', 'platinum') else M.metal(self.accent, 'satin')
        self.scale(kind, ink, ro, ri, zo, zi)

    def scale(self, kind, ink, ro, ri, zo, zi):
        s = self.s
        zat = lambda r: zo + (r - ro) / (ri - ro) * (zi - zo) + .012
        slope = math.atan2(zi - zo, ro - ri)
        rub = s.get('rubbed')                                            # (from, to) degrees where the numerals are half gone

        def mark(a, r, w, h):
            return place(G.xf(G.rbox(w, h, .05, .02, 1), rot=G.rx(-slope)), a, r, zat(r))

        def word(text, a, r, size, turn=0):
            t = G.xf(G.text_raw(str(text), size, SANS, .012), rot=G.rz(turn), scale=(.92, 1, 1))
            return place(G.xf(t, rot=G.rx(-slope)), a, r, zat(r) + .012)
        mid, b = (ro + ri) / 2, ro - ri
        parts, faint = [], []
        put = lambda p, deg: (faint if rub and rub[0] <= deg % 360 <= rub[1] else parts).append(p)
        if kind == 'dive':
            for i in range(1, 12):
                if i % 2 == 0:
                    put(word(i * 5, i * TAU / 12, mid, b * .98), i * 30)
                else:
                    put(mark(i * TAU / 12, mid, .9, b * .56), i * 30)
            for i in range(1, 60 if s.get('all_minutes') else 15):
                if i % 5:
                    put(mark(i * TAU / 60, mid + .15, .30, b * .36), i * 6)
        elif kind == 'gmt':
            for i in range(1, 24):
                if i % 2 == 0:
                    put(word(i, i * TAU / 24, mid, b * .86), i * 15)
                else:
                    put(place(G.lathe([(.01, .03), (.42, .03), (.42, 0)], 20), i * TAU / 24, mid, zat(mid)), i * 15)
        elif kind == 'hours':
            for i in range(1, 13):
                a = i * TAU / 12
                put(word(i, a, mid, b * .74) if i < 12 else place(G.xf(G.prism([(-1.2, 1.1), (0, -1.1), (1.2, 1.1)], -.02, .05, .02, 1), rot=G.rx(-slope)), 0, mid, zat(mid)), i * 30)
                put(mark(a + TAU / 24, mid, .3, b * .5), i * 30)
        else:
            table = PULSE if s.get('scale') == 'pulse' else TACHY
            for text, deg in table:
                put(word(text, math.radians(deg), mid + .15, b * .46), deg)
                put(mark(math.radians(deg), ri + .42, .20, .55), deg)
            title = 'PULSATIONS' if s.get('scale') == 'pulse' else 'UNITS PER HOUR'
            w = .052 if len(title) < 12 else .044
            for k, ch in enumerate(title):
                a = (k - (len(title) - 1) / 2) * w
                if ch != ' ' and abs(a) < math.radians(40):
                    put(word(ch, a if s.get('scale') == 'pulse' else a + .12, mid + .15, b * .36), 0)
        self.add('bezel-marks', G.merge(parts), ink)
        if faint:
            self.add('bezel-marks-rubbed', G.merge(faint), M.plain('ink-rubbed', (.085, .105, .16), .5))
        if kind in ('dive', 'gmt'):
            tri = G.xf(G.prism([(-1.25, 1.1), (0, -1.1), (1.25, 1.1)], -.02, .05, .02, 1), rot=G.rx(-slope))
            self.add('triangle', place(tri, 0, mid + .1, zat(mid)), ink)
            if kind == 'dive':
                self.add('pearl', place(G.xf(G.sphere(.5), scale=(1, 1, .5)), 0, mid + .25, zat(mid) + .08), self.lume())
