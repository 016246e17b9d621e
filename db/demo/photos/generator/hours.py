"""Hour markers, counters, moon phase and hands of a watch."""
import math
import numpy as np
import dialmats as D
import geo as G
import mats as M
from geo import TAU
from dial import LIGHT_DIALS, SANS, SERIF, place, polar

HOUR, MINUTE, SECOND = math.radians(304), math.radians(48), math.radians(212)


class Hours:
    def markers(self):
        s = self.s
        kind = s['markers']
        met = M.metal(self.mmetal(), 'polished')
        lume = self.lume()
        sub = self.subdials()
        occupied = [(x, y, r) for x, y, r, *_ in sub]
        win = self.date_pos()
        parts, glow, ink = [], [], []
        k = self.R / 20

        def free(x, y, m=.6):
            if win is not None and math.hypot(x - win[0], y - win[1]) < 2.4:
                return False
            return all(math.hypot(x - a, y - b) > r + m for a, b, r in occupied)
        # minute track
        if s.get('track', True):
            made = s.get('made', 'SWISS MADE')
            for i in range(60):
                if made and i in ((28, 29, 31, 32) if ' ' in made else (29, 30, 31)):
                    continue                             # the origin stands here
                a = i * TAU / 60
                e = self.edge(a, .45)
                w, h = (.30, .95) if i % 5 == 0 else (.13, .75)
                x, y = polar(a, e - h / 2)
                ink.append(place(G.rbox(w, h, .02, .005, 1), a, e - h / 2, .02))
        base = s.get('inset', 1.9)
        for i in range(12):
            a = i * TAU / 12
            if self.shape == 'rect':                     # spread the hours evenly round the frame
                a = math.atan2(math.sin(a) * self.size[0], math.cos(a) * self.size[1])
            e = self.edge(a, base)
            if kind == 'diamond' and i == 0:             # twelve keeps a bar: the stones are ten or eleven
                if s.get('twelve') == 'XII':
                    size = 3.6 * k
                    ink.append(G.xf(G.text_raw('XII', size, SERIF, .04), (*polar(a, e - size * .42), .05), None, (.82, 1, 1)))
                else:
                    parts.append(place(self.marker_bar(1.5 * k, 2.6 * k), a, e - 1.3 * k, 0))
                continue
            if kind == 'wedge':                          # pointed towards the centre
                h = 3.9 * k
                if free(*polar(a, e - h / 2)):
                    w = (1.9 if i % 3 else 2.5) * k
                    parts.append(place(G.prism([(-w * .12, -h / 2), (w * .12, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)], 0, .42, .12, 2), a, e - h / 2, 0))
                    glow.append(place(G.prism([(-w * .06, -h * .38), (w * .06, -h * .38), (w * .27, h * .40), (-w * .27, h * .40)], .3, .45, .02, 1), a, e - h / 2, 0))
                continue
            if kind in ('baton', 'slim'):
                w, h = (1.15 * k, 4.1 * k) if kind == 'baton' else (.62 * k, 4.4 * k)
                if s.get('chrono') or s.get('moon'):
                    h *= .72
                for dx in ((-.85 * k, .85 * k) if i == 0 else (0,)):
                    r = e - h / 2
                    x, y = polar(a, r)
                    if not free(x, y):
                        r, hh = e - .7, 1.2
                        x, y = polar(a, r)
                        if not free(x, y, -.3):
                            continue
                    else:
                        hh = h
                    b = G.xf(self.marker_bar(w, hh), (dx, 0, 0))
                    parts.append(place(b, a, r, 0))
                    if s.get('lume') and hh == h:
                        glow.append(place(G.xf(G.rbox(w * .45, hh * .8, .1, .03, 1), (dx, 0, .50)), a, r, 0))
            elif kind == 'dot':
                r = e - .9 * k
                x, y = polar(a, r)
                if free(x, y):
                    parts.append(place(G.xf(G.sphere(.72 * k, 24, 14), scale=(1, 1, .55)), a, r, .1))
            elif kind == 'diamond':
                r = e - .9 * k
                x, y = polar(a, r)
                if free(x, y):
                    parts.append(place(G.lathe(G.fillet([(1.02 * k, 0), (1.0 * k, .42), (.86 * k, .45), (.80 * k, .3)],
                                                        [0, .1, .05, 0]), 28), a, r, 0))
                    glow.append(place(G.xf(G.gem('round'), scale=(.82 * k,) * 3), a, r, .72 * k))
            elif kind == 'dive':
                x, y = polar(a, e - 1.5 * k)
                if i == 0:
                    tri = lambda q: [(-1.9 * q * k, 1.7 * q * k), (0, -2.0 * q * k), (1.9 * q * k, 1.7 * q * k)]
                    parts.append(place(G.prism(tri(1), 0, .38, .08, 2), a, e - 1.7 * k, 0))
                    glow.append(place(G.prism(tri(.70), 0, .42, .03, 1), a, e - 1.65 * k, 0))
                elif i % 3 == 0:
                    h = 3.7 * k
                    if free(*polar(a, e - h / 2)):
                        parts.append(place(G.rbox(1.7 * k, h, .7, .12, 2), a, e - h / 2, .05))
                        glow.append(place(G.rbox(1.05 * k, h - .65, .2, .05, 2), a, e - h / 2, .34))
                elif free(x, y):
                    parts.append(place(G.lathe(G.fillet([(1.35 * k, 0), (1.33 * k, .38), (1.05 * k, .40)], [0, .1, 0]), 32), a, e - 1.4 * k, 0))
                    glow.append(place(G.lathe([(1.08 * k, .3), (.95 * k, .42), (.01, .44)], 32), a, e - 1.4 * k, 0))
            elif kind == 'roman':
                nums = ['XII', 'I', 'II', 'III', 'IIII', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']
                size = (4.1 if self.shape != 'rect' else 5.4) * k
                r = e - size * .40
                if free(*polar(a, r)):
                    t = G.text_raw(nums[i], size, SERIF, .04)
                    rot = G.rz(-a if True else 0)
                    x, y = polar(a, r)
                    ink.append(G.xf(t, (x, y, .05), G.rz(-a), (.82, 1, 1)))
            elif kind == 'arabic':
                size = s.get('numeral', 4.3) * k
                r = e - size * .42
                if free(*polar(a, r), .9):
                    x, y = polar(a, r)
                    t = G.text_raw(str(i or 12), size, SERIF if s.get('numeral_font') == 'serif' else SANS, .12)
                    parts.append(G.xf(t, (x, y, .14), None, (.95, 1, 1)))
                elif s.get('stubs'):
                    b = self.marker_bar(.8 * k, 1.4 * k)
                    parts.append(place(b, a, e - .6 * k, 0))
        if parts:
            flat = kind == 'arabic'
            mk = met
            if s.get('marker_mat') == 'ink' or (flat and s.get('marker_mat') == 'lume'):
                mk = self.ink() if s.get('marker_mat') == 'ink' else lume
            elif s.get('marker_mat') == 'rose':
                mk = M.metal('rose-gold', 'polished')
            self.add('markers', G.merge(parts), mk, angle=25, weighted=not flat)
        if glow:
            self.add('lume', G.merge(glow), M.gem('diamond', True) if kind == 'diamond' else lume, smooth=kind != 'diamond', angle=30)
        if ink:
            self.add('printing', G.merge(ink), M.plain('roman', (.022, .022, .026), .4) if kind == 'roman' and self.light_dial else self.ink())

    def marker_bar(self, w, h):
        """Applied baton with a facetted roof."""
        z = .42
        poly = [(-w / 2, 0), (-w / 2, z * .55), (-w * .12, z), (w * .12, z), (w / 2, z * .55), (w / 2, 0)]
        rings = []
        for y, q in ((-h / 2, .80), (-h / 2 + .28, 1), (h / 2 - .28, 1), (h / 2, .80)):
            rings.append([(x * (1 if q == 1 else .96), y, zz * q) for x, zz in poly])
        return G.loft(rings, cap0=True, cap1=True)

    def subdials(self):
        """List of (x, y, radius, kind)."""
        s, out = self.s, []
        R = self.R + (self.dial_off if hasattr(self, 'dial_off') else -4)
        n = s.get('chrono')
        if n == 3 and s.get('counters') == '369':
            out += [(-.47 * R, 0, .27 * R, 'sec'), (.47 * R, 0, .27 * R, 'min'), (0, -.47 * R, .27 * R, 'hour')]
        elif n == 3:
            out += [(-.46 * R, 0, .285 * R, 'sec'), (.46 * R, 0, .285 * R, 'min'), (0, -.46 * R, .285 * R, 'hour')]
        elif n == 2:
            out += [(-.47 * R, 0, .32 * R, 'sec'), (.47 * R, 0, .32 * R, 'min')]
        if s.get('small_seconds'):
            y = self.edge(math.pi, 0) * .50
            out.append((0, -y, min(.29 * R if self.shape != 'rect' else .44 * R, y * .62), 'sec'))
        if s.get('moon'):
            out.append((0, -.46 * R, .33 * R, 'moon'))
        return out

    def sub(self):
        s = self.s
        met = M.metal(self.mmetal(), 'polished')
        for x, y, r, kind in self.subdials():
            if kind == 'moon':
                self.moon(x, y, r)
                continue
            c = s.get('sub_colour', s['dial'])
            light = c in LIGHT_DIALS
            prof = [(r, .03), (r * .97, .025)]
            z = .03                                      # fine concentric grooves
            for i in range(26):
                q = r * .97 * (1 - i / 26)
                prof += [(q, z), (q - r * .018, z - .018)]
            prof.append((.01, z))
            raw = G.lathe(prof, 96)
            fin = 'enamel' if c in ('white', 'ivory') else 'matte'
            self.add('subdial', G.xf(raw, (x, y, 0)), D.dial(c, fin if c != s['dial'] else ('enamel' if fin == 'enamel' else 'sunburst')))
            rim = G.lathe(G.fillet([(r * 1.0, .02), (r * 1.0, .12), (r * 1.035, .13), (r * 1.06, .02)], [0, .03, .03, 0], 3), 96)
            self.add('sub-rim', G.xf(rim, (x, y, 0)), met)
            ink, n = [], {'sec': 60, 'min': 30, 'hour': 12}[kind]
            for i in range(n):
                a = i * TAU / n
                big = i % (n // 4 if n != 30 else 5) == 0
                h = r * (.17 if big else .09)
                ink.append(place(G.rbox(.17 if big else .09, h, .015, .004, 1), a, r * .93 - h / 2, .06))
            if r > 2.6 and s.get('counter_numerals', bool(s.get('chrono'))):
                names = {'sec': ('60', '15', '30', '45'), 'min': ('30', '10', '20'), 'hour': ('12', '3', '6', '9')}[kind]
                for i, nm in enumerate(names):
                    a = i * TAU / len(names)
                    ink.append(G.xf(G.text_raw(nm, r * .30, SANS, .008), (*polar(a, r * .60), .062)))
            if kind == 'min' and s.get('three_minutes'):           # every third minute drawn out
                for i in range(3, 10, 3):
                    a = i * TAU / n
                    ink.append(place(G.rbox(.26, r * .30, .015, .004, 1), a, r * .93 - r * .15, .062))
            self.add('sub-ink', G.xf(G.merge(ink), (x, y, 0)),
                     M.plain('ink-dark', (.02, .02, .022), .45) if light else M.plain('ink-light', (.72, .72, .69), .5))
            ang = {'sec': math.radians(208), 'min': math.radians(0 if n == 30 else 330), 'hour': 0.}[kind]
            hand = G.merge([G.xf(self.taper(.42, .14, r * .84, -r * .22), (0, 0, .16)), G.xf(G.lathe([(.01, .3), (.42, .26), (.46, .1), (.46, 0)], 24), (0, 0, .08))])
            self.add('sub-hand', G.xf(hand, (x, y, 0), G.rz(-ang)),
                     M.metal(self.mmetal(), 'polished') if not light or self.mmetal() != 'white-gold' else M.plain('hand-dark', (.02, .022, .03), .25, .5))

    def moon(self, x, y, r):
        """Moon-phase aperture at six o'clock."""
        gold = M.metal('yellow-gold', 'satin')
        blue = M.plain('night', (.008, .016, .075), .3, .5, .5)
        disc = [(r * math.cos(a), r * math.sin(a)) for a in np.linspace(-.12, math.pi + .12, 60)]
        self.add('night', G.xf(G.prism(disc, 0, .03, 0), (x, y, .01)), blue, smooth=False)
        m = G.lathe([(r * .42, 0), (r * .42, .04), (.01, .05)], 48)
        self.add('moon', G.xf(m, (x + r * .10, y + r * .48, .03)), gold)
        st, rng = [], np.random.RandomState(4)
        for i in range(16):
            a, q = rng.uniform(.25, math.pi - .25), rng.uniform(.35, .92) * r
            px, py = q * math.cos(a), q * math.sin(a)
            if math.hypot(px - r * .1, py - r * .48) > r * .5:
                st.append(G.xf(G.rbox(.2, .2, .03, .0, 1), (px + x, py + y, .05), G.rz(math.pi / 4)))
        if st:
            self.add('stars', G.merge(st), gold)
        mat = self.dial_mat
        e = self.R + self.dial_off                       # hidden corners: same bounding box, same brushing centre as the dial
        corner = [(np.array([[sx * e, sy * e, -.3], [sx * e, sy * (e - .1), -.3], [sx * (e - .1), sy * e, -.3]]), [(0, 1, 2)])
                  for sx in (-1, 1) for sy in (-1, 1)]
        half = [(r * .46 * math.cos(t), r * .46 * math.sin(t)) for t in np.linspace(0, math.pi, 40)] + [(-r * .46, -r * .12), (r * .46, -r * .12)]
        halves = [G.xf(G.prism(half, .05, .10), (x + sx * r * .56, y, 0)) for sx in (-1, 1)]
        fill = [(r * w, q) for w, q in ((-.12, 0), (-.12, -r * .12), (.12, -r * .12), (.12, 0))]
        ends = [G.xf(G.prism([(-.06 * r, 0), (-.06 * r, -r * .12), (.06 * r, -r * .12), (.06 * r, 0)], .05, .10), (x + sx * r * 1.06, y, 0)) for sx in (-1, 1)]
        self.add('lobes', G.merge(halves + [G.xf(G.prism(fill, .05, .099), (x, y - .01, 0))] + ends + corner), mat, smooth=False)
        arc = [(x + r * 1.03 * math.cos(a), y + r * 1.03 * math.sin(a), .08) for a in np.linspace(0, math.pi, 60)]
        low = []
        for cx in (-.56, .56):
            low.append(G.tube([(x + r * cx + r * .47 * math.cos(a), y + r * .47 * math.sin(a), .11) for a in np.linspace(0, math.pi, 30)], .07, 8))
        self.add('moon-rim', G.merge([G.tube(arc, .10, 8)] + low), M.metal(self.mmetal(), 'polished'))

    def taper(self, w0, w1, tip, tail, h=.16, ridge=True):
        """Hand blade along +Y with a centre ridge."""
        rings = []
        for y, w, q in ((tail, w0 * .8, 1), (0, w0, 1), (tip * .97, w1, 1), (tip, w1 * .5, .7)):
            rings.append([(-w / 2, y, 0), (-w / 2, y, h * .35), (0, y, h if ridge else h * .5), (w / 2, y, h * .35), (w / 2, y, 0)])
        return G.loft(rings, cap0=True, cap1=True)

    def hands(self):
        s = self.s
        kind = s.get('hands', 'baton')
        k = self.R / 20
        reach = min(self.edge(0, 0), self.edge(math.pi / 2, 0)) if self.shape != 'rect' else self.edge(math.pi / 2, 0) * 1.32
        dark = s.get('hands_mat') == 'blued'
        met = M.plain('blued', (.008, .018, .10), .16, .6, .5) if dark else \
            (M.plain('hand-dark', (.02, .022, .03), .25, .5) if s.get('hands_mat') == 'black' else M.metal(s['hands_mat'], 'polished') if s.get('hands_mat') in M.METALS else M.metal(self.mmetal(), 'polished'))
        lume = self.lume()
        for ang, ln, w, z in ((HOUR, reach * .61, 1.75 * k, .50), (MINUTE, reach * .84, 1.35 * k, .82)):
            parts, glow = [], []
            if kind in ('baton', 'slim'):
                w_ = w * (.9 if kind == 'baton' else .55)
                parts.append(self.taper(w_, w_ * .86, ln, -ln * .16, .2))
                if s.get('lume'):
                    glow.append(G.xf(G.rbox(w_ * .42, ln * .55, .06, .01, 1), (0, ln * .62, .2)))
            elif kind == 'dauphine':
                w_ = w * 1.25
                rg = []
                for y, ww in ((-ln * .20, .02), (ln * .16, w_), (ln, .03)):
                    rg.append([(-ww / 2, y, 0), (-ww / 2, y, .05), (0, y, .05 + .27 * min(1, ww / w_ + .12)), (ww / 2, y, .05), (ww / 2, y, 0)])
                parts.append(G.loft(rg, cap0=True, cap1=True))
            elif kind == 'leaf':
                rg = []
                for u in np.linspace(0, 1, 18):
                    ww = (.32 + 1.0 * math.sin(math.pi * u ** .8) ** 1.1) * w * .9 if u < .995 else .05
                    y = -ln * .18 + u * ln * 1.18
                    rg.append([(-ww / 2, y, 0), (-ww / 2, y, .05), (0, y, .17), (ww / 2, y, .05), (ww / 2, y, 0)])
                parts.append(G.loft(rg, cap0=True, cap1=True))
            elif kind == 'plot' and ang == HOUR:             # bar that opens into a luminous disc before its tip
                w_ = w * .95
                parts.append(self.taper(w_ * .9, w_ * .8, ln * .62, -ln * .16, .2))
                c = ln * .68
                parts.append(G.xf(G.lathe([(w_ * 1.12, 0), (w_ * 1.12, .16), (w_ * .86, .2), (.01, .2)], 40), (0, c, 0)))
                parts.append(G.prism([(-w_ * .34, c + w_ * .9), (w_ * .34, c + w_ * .9), (0, ln * 1.02)], 0, .2, .04, 2))
                glow.append(G.xf(G.lathe([(w_ * .84, .1), (w_ * .84, .235), (.01, .24)], 40), (0, c, 0)))
                glow.append(G.xf(G.rbox(w_ * .42, ln * .30, .06, .01, 1), (0, ln * .34, .2)))
            elif kind == 'plot':
                w_ = w * 1.05
                parts.append(self.taper(w_, w_ * .9, ln, -ln * .14, .2))
                glow.append(G.xf(G.rbox(w_ * .52, ln * .66, .06, .01, 1), (0, ln * .56, .2)))
            elif kind == 'dive':
                w_ = w * (1.55 if ang == HOUR else 1.5)
                parts.append(G.xf(self.taper(w_ * .42, w_ * .42, ln * .4, -ln * .15, .2)))
                poly = [(-w_ / 2, ln * .3), (-w_ * .36, ln * .26), (w_ * .36, ln * .26), (w_ / 2, ln * .3), (w_ / 2, ln * .86), (0, ln), (-w_ / 2, ln * .86)]
                parts.append(G.prism(poly[::1], 0, .2, .06, 2))
                q = .62
                pl = [(-w_ / 2 * q, ln * .34), (w_ / 2 * q, ln * .34), (w_ / 2 * q, ln * .84), (0, ln * .93), (-w_ / 2 * q, ln * .84)]
                glow.append(G.prism(pl, .1, .24, .03, 1))
            rot = G.rz(-ang)
            hub = G.lathe([(.01, .26), (1.0 * k, .22), (1.1 * k, .1), (1.1 * k, 0)], 36)
            self.add('hand', G.xf(G.merge(parts + [hub]), (0, 0, z), rot), met, angle=20)
            if glow:
                self.add('hand-lume', G.xf(G.merge(glow), (0, 0, z), rot), lume)
        if s.get('daynight'):                                # short arrow in the middle, turns once a day
            a = math.radians(104)
            raw = G.prism([(-.9, 1.1), (.9, 1.1), (0, 5.0)], 0, .12, .03, 1)
            self.add('day-hand', G.xf(raw, (0, 0, .34), G.rz(-a)), met)
        if s.get('gmt'):
            a = math.radians(226)
            ln = reach * .80
            arrow = G.merge([self.taper(.45, .4, ln, -ln * .15, .12),
                             G.prism([(-1.25 * k, ln - 1.9 * k), (1.25 * k, ln - 1.9 * k), (0, ln + .5)], 0, .14, .04, 1)])
            col = {'red': (.42, .02, .018), 'orange': (.62, .16, .02), 'green': (.02, .22, .08), 'blue': (.02, .08, .40), 'rose': None}[s['gmt']]
            self.add('gmt-hand', G.xf(arrow, (0, 0, .36), G.rz(-a)), M.metal('rose-gold', 'polished') if col is None else M.plain('gmt-' + s['gmt'], col, .3, .5, .4))
        if s.get('seconds', True) and not s.get('small_seconds'):
            ln = reach * .90
            a = 0. if s.get('chrono') else SECOND
            parts = [self.taper(.36 * k, .14, ln, -ln * .30, .12), G.lathe([(.01, .34), (.62 * k, .30), (.70 * k, .14), (.70 * k, 0)], 32),
                     G.xf(G.lathe([(.01, .14), (.62 * k, .14), (.70 * k, .07), (.70 * k, 0)], 28), (0, -ln * .24, 0))]
            mt = met
            if s.get('seconds_col'):
                mt = M.plain('sec-' + s['seconds_col'], {'red': (.42, .02, .018), 'orange': (.62, .16, .02), 'blue': (.01, .03, .16)}[s['seconds_col']], .25, .5, .4)
            self.add('seconds', G.xf(G.merge(parts), (0, 0, 1.14), G.rz(-a)), mt, angle=25)
            if kind in ('dive', 'plot'):
                self.add('sec-dot', place(G.lathe([(.9 * k, 0), (.9 * k, .16), (.01, .2)], 28), a, ln * .62, 1.15), lume)
        else:
            self.add('pin', G.lathe([(.01, 1.25), (.5 * k, 1.2), (.6 * k, 1.0), (.6 * k, .8)], 28), met)
