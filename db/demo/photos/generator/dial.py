"""Dial, its printing, date window and crystal."""
import math
import numpy as np
import dialmats as D
import geo as G
import mats as M
from geo import TAU

SANS = '/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf'
LIGHT = '/usr/share/fonts/truetype/dejavu/DejaVuSans-ExtraLight.ttf'
SERIF = '/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf'
ITALIC = '/usr/share/fonts/truetype/dejavu/DejaVuSerifCondensed-Italic.ttf'
LIGHT_DIALS = ('white', 'silver', 'champagne', 'mother-of-pearl', 'ivory', 'salmon')
LUME = {'white': (.78, .80, .74), 'cream': (.70, .55, .31), 'dark': (.30, .20, .09), 'green': (.60, .74, .58), 'blue': (.60, .72, .80)}


def polar(a, r):
    """Clock angle (0 = twelve, clockwise) to XY."""
    return np.array([math.sin(a) * r, math.cos(a) * r])


def place(raw, a, r, z):
    """Put a part drawn pointing to +Y at clock angle a, radius r."""
    x, y = polar(a, r)
    return G.xf(raw, (x, y, z), G.rz(-a))


def arc_text(text, size, r, centre, font=SANS, depth=.01, pitch=.86, inward=False):
    """Letters along a circle; centre = clock angle of the middle; inward: read from the centre (bottom of a dial)."""
    parts = []
    adv = [size * (.34 if c in 'I1.·' else .42 if c == ' ' else .80 if c in 'MW' else .62) * pitch for c in text]
    pos = -sum(adv) / 2
    for c, w in zip(text, adv):
        a = (pos + w / 2) / r
        pos += w
        if c == ' ':
            continue
        a = centre - a if inward else centre + a
        p = G.xf(G.text_raw(c, size, font, depth), scale=(.9, 1, 1))
        parts.append(place(G.xf(p, rot=G.rz(math.pi)) if inward else p, a, r, 0))
    return parts


class Dial:
    def edge(self, a, inset):
        """Distance from centre to the dial edge (minus inset) at clock angle a."""
        o = self.dial_off - inset
        if self.shape == 'round':
            return self.R + o
        d = polar(a, 1.)
        if self.shape == 'rect':
            ax, ay = self.size[0] + o, self.size[1] + o
            return min(ax / max(1e-6, abs(d[0])), ay / max(1e-6, abs(d[1])))
        e = 3.4
        r = self.size[0] + o
        return r / (abs(d[0]) ** e + abs(d[1]) ** e) ** (1 / e)

    def dial(self):
        s = self.s
        fin = s.get('dial_finish', 'sunburst' if s['dial'] not in ('white', 'ivory') else 'enamel')
        do = self.dial_off
        self.dial_mat = mat = D.dial(s['dial'], fin, s.get('patina', 0), self.R + do)
        prof = [(do, 0), (do - .01, 0)]
        if s.get('pie_pan'):                                             # raised centre, facetted fall towards the rim
            r = self.R + do
            prof = [(do, -.02), (do - .01, -.02), (-self.R + r * .80, 0), (-self.R + r * .79, .12), (-self.R + r * .70, .34)]
        self.add('dial', G.turned(self.shape, self.size, prof, 192, cap1=True), mat, smooth=False)
        dark = not self.light_dial and s['bezel'] in ('dive', 'gmt', 'tachy')
        self.ring('rehaut', [(do + .62, self.top - .5), (do + .05, .02)],
                  M.metal(self.body if self.body != 'ceramic' else 'steel', 'satin') if not dark else M.plain('rehaut', (.02, .02, .022), .3))
        z = self.top - .15
        h = s.get('dome', .35)
        self.crystal_at = lambda x, y: z + .22 + (h * (1 - (x * x + y * y) / (self.R + do) ** 2) if self.shape == 'round' else 0)
        self.ring('crystal-edge', G.fillet([(do + .7, z - .3), (do + .62, z), (do + .1, z + .22)], [0, .1, 0], 3), M.crystal())
        rr = self.R + do + .1
        if self.shape == 'round':
            prof = [(rr * k, z + .22 + h * (1 - k * k)) for k in np.linspace(1, 0.001, 14)]
            self.add('crystal', G.lathe(prof, 128), M.crystal())
        else:
            self.add('crystal', G.turned(self.shape, self.size, [(do + .1, z + .22), (do + .09, z + .22)], 160, cap1=True), M.crystal())

    def ink(self):
        return M.plain('ink-dark', (.02, .02, .022), .45) if self.light_dial else M.plain('ink-light', (.72, .72, .69), .5)

    def lume(self):
        col = self.s.get('lume_col', 'white')
        return M.plain('lume-' + col, LUME[col], .35)

    def mmetal(self):
        a = self.accent
        return {'steel': 'white-gold', 'titanium': 'white-gold', 'ceramic': 'white-gold', 'platinum': 'white-gold', 'gold-585': 'yellow-gold'}.get(a, a)

    def printing(self):
        """Small print: lines (text, height as a share of the half dial, cap size in mm[, style]), the origin at the foot."""
        s = self.s
        hy = self.edge(0, 0)
        k = max(.62, min(1.12, self.R / 20))
        z = .36 if s.get('pie_pan') else .012
        plain, red = [], []
        for line in s.get('print', ()):
            text, y, size = line[:3]
            style = line[3] if len(line) > 3 else ''
            font = ITALIC if 'italic' in style else SERIF if 'serif' in style else SANS
            t = G.xf(G.text_raw(text, size * k * 1.75, font, .008), (0, y * hy, z), scale=(1.02 if 'wide' not in style else 1.25, 1, 1))
            (red if 'red' in style else plain).append(t)
        made = s.get('made', 'SWISS MADE')
        if made:
            size = 1.08 * k
            e = self.edge(math.pi, .62 if s.get('track', True) is False or s.get('made_in') else .72)
            words = made.split(' ')
            if self.shape == 'round':
                gap = s.get('made_gap', 2.2 * k) if len(words) > 1 else 0
                for i, wd in enumerate(words):
                    a = 0 if len(words) == 1 else (gap / 2 + len(wd) * size * .30) / e * (1 if i == 0 else -1)
                    plain += [G.xf(p, (0, 0, .02)) for p in arc_text(wd, size, e, math.pi + a, inward=True)]
            else:
                for i, wd in enumerate(words):
                    plain.append(G.xf(G.text_raw(wd, size * 1.2, SANS, .008), (0 if len(words) == 1 else (-2.6 * k, 2.6 * k)[i], -hy + .7, .015)))
        if plain:
            self.add('small-print', G.merge(plain), self.ink(), smooth=False)
        if red:
            self.add('red-print', G.merge(red), M.plain('ink-red', (.42, .02, .018), .5), smooth=False)
        ring = []
        for text, r, size, step in s.get('ring', ()):                    # numerals round the rim: a pulse or minute scale
            for i, t in enumerate(text):
                a = i * TAU / len(text) if step is None else math.radians(step[i])
                x, y = polar(a, self.R * r)
                ring.append(G.xf(G.text_raw(str(t), size * k, SANS, .008), (x, y, .014), G.rz(-a)))
        if ring:
            self.add('rim-print', G.merge(ring), M.plain('ink-blue', (.03, .05, .22), .5) if s.get('ring_col') == 'blue' else
                     M.plain('ink-red', (.42, .02, .018), .5) if s.get('ring_col') == 'red' else self.ink(), smooth=False)

    def date_pos(self):
        s = self.s
        if not s.get('date'):
            return None
        if s.get('date') == 6:
            return (0, -(self.edge(math.pi, 1.9) - 1.9))
        if s.get('date') == 4.5:
            return tuple(polar(math.radians(135), self.edge(math.radians(135), 3.6)))
        return (self.edge(math.pi / 2, 1.9) - 1.9, 0)

    def date(self):
        p = self.date_pos()
        if p is None:
            return
        s = self.s
        k = self.R / 20
        dark = s.get('date_dark')
        if not s.get('cyclops'):
            w, h = 3.1 * k, 2.5 * k
            rot = G.rz(-math.radians(45)) if s.get('date') == 4.5 else None
            self.add('date-plate', G.xf(G.rbox(w, h, .06, .02, 1), (*p, .03), rot),
                     M.plain('date', (.80, .79, .76), .5) if not dark else M.plain('date-d', (.02, .02, .02), .5))
            t = G.text_raw(s.get('day', '24'), 2.15 * k, SANS, .01)
            self.add('date-text', G.xf(t, (*p, .075), rot, (.86, 1, 1)),
                     M.plain('ink-dark', (.02, .02, .022), .45) if not dark else M.plain('ink-dim', (.30, .30, .29), .5))
            fr = [(-.02, .0), (0, .26), (.14, .30), (.30, .22), (.32, 0)]
            if not dark:
                self.add('date-frame', G.xf(G.turned('rect', (w / 2, h / 2, .2), fr, 64), (*p, 0), rot), M.metal(self.mmetal(), 'polished'), angle=40)
        if s.get('cyclops'):
            x, y = p
            z = self.crystal_at(x, y)
            # what the lens shows from every side: the date, magnified, filling it
            self.add('date-plate-2', G.xf(G.rbox(4.5 * k, 3.3 * k, .04, .6, 2), (x, y, z - .10)), M.plain('date', (.80, .79, .76), .5))
            self.add('date-text-2', G.xf(G.text_raw(s.get('day', '24'), 3.6 * k, SANS, .01), (x, y, z - .06), scale=(.95, 1, 1)), M.plain('ink-dark', (.02, .02, .022), .45))
            rings = []
            for q, dz in ((1, -.15), (1, .30), (.92, .52), (.70, .72), (.40, .86), (.02, .92)):
                o = G.outline('rect', (3.0 * k * q, 2.1 * k * q, 1.3 * k * q), 0, 80)
                rings.append(np.c_[o[:, 0] + x, o[:, 1] + y, np.full(len(o), z + dz)])
            self.add('crystal-lens', G.loft(rings, cap1=True), D.lens(), angle=40)
