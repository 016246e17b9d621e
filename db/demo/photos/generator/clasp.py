"""Clasps and buckles, at the lowest point of the closed loop."""
import math
import numpy as np
import geo as G
import mats as M
from dial import SANS

LENGTH = {'fold': 38, 'safety': 38, 'buttons': 24, 'slide': 26, 'ladder': 30, 'tuck': 9, 'deployant': 24, 'hidden': 7}


def along(path):
    seg = np.linalg.norm(np.diff(path, axis=0), axis=1)
    cum = np.r_[0, np.cumsum(seg)]

    def at(d):
        d = min(max(d, 0), cum[-1])
        p = np.array([np.interp(d, cum, path[:, k]) for k in (0, 1)])
        e = .6
        q = [np.array([np.interp(min(max(d + s, 0), cum[-1]), cum, path[:, k]) for k in (0, 1)]) for s in (-e, e)]
        t = (q[1] - q[0]) / np.linalg.norm(q[1] - q[0])
        return p, t, np.array([-t[1], t[0]])
    return cum[-1], at


def strip(at, d0, d1, w, h0, h1, r=.5, n=40, width=None):
    """Plate of width w that follows the loop between two lengths, from h0 to h1 above its centre line."""
    rings = []
    for u in np.linspace(0, 1, n):
        d = d0 + (d1 - d0) * u
        p, _, nr = at(d)
        edge = min(1., min(u, 1 - u) * (d1 - d0) / max(.01, r))
        lift = (1 - math.sqrt(max(0, 1 - (1 - edge) ** 2))) * min(r, (h1 - h0) * .45)
        ww = w if width is None else width(u)
        o = [(-ww / 2, h0), (ww / 2, h0), (ww / 2, h1 - r * .6 - lift), (ww / 2 - r * .2, h1 - r * .2 - lift), (ww / 2 - r, h1 - lift), (-ww / 2 + r, h1 - lift),
             (-ww / 2 + r * .2, h1 - r * .2 - lift), (-ww / 2, h1 - r * .6 - lift)]
        rings.append([(x, p[0] + nr[0] * h, p[1] + nr[1] * h) for x, h in o])
    return G.loft(rings, cap0=True, cap1=True)


class Clasp:
    def clasp_span(self, total):
        """Lengths along the loop that the clasp covers."""
        ln = LENGTH.get(self.s.get('clasp'), 0)
        k = 1. if self.R > 16 else .8
        return total / 2 - ln * k / 2, total / 2 + ln * k / 2

    def stamp(self, at, d, h, text, size, mat):
        """Small engraved word on the clasp, read with the crown up."""
        p, t, nr = at(d)
        raw = G.text_raw(text, size, SANS, .006)
        X, Y, Z = np.array([0, t[0], t[1]]), np.array([-1., 0, 0]), np.array([0, nr[0], nr[1]])
        R = np.c_[X, np.cross(Z, X), Z]
        return self.add('stamp', G.xf(raw, np.array([0, p[0], p[1]]) + Z * h, R), mat, smooth=False)

    def clasp(self, path):
        s, kind = self.s, self.s.get('clasp')
        if not kind:
            return
        total, at = along(path)
        d0, d1 = self.clasp_span(total)
        w = self.width_at(.5)
        sat, pol = M.metal(self.body, 'brushed', 'x'), M.metal(self.accent if s.get('clasp_gold') else self.body, 'polished')
        dark = M.plain('engraved', (.05, .05, .05), .6)
        if kind in ('fold', 'safety', 'buttons', 'slide', 'ladder'):
            base = .6 if kind == 'ladder' or kind == 'slide' else 1.3
            self.add('clasp', strip(at, d0, d1, w + .9, -1.2, base + .5, .7), M.metal(self.body, 'brushed', 'y'), weighted=True)
            if kind == 'safety':                                        # hinged catch over one end
                self.add('catch', strip(at, d1 - 11, d1 + 1.6, w * .62, base + .4, base + 1.3, .5), pol, weighted=True)
                self.add('catch-lip', strip(at, d1 + .6, d1 + 2.2, w * .62, base - .6, base + 1.1, .4), pol, weighted=True)
            if kind == 'buttons':
                for sx in (-1, 1):
                    p, t, nr = at(total / 2)
                    self.add('button', G.xf(G.rbox(1.6, 6., 2., .5, 3), (sx * (w / 2 + .7), p[0], p[1])), pol, weighted=True)
                p, t, nr = at(total / 2)
                self.add('seam', strip(at, total / 2 - .12, total / 2 + .12, w + .94, 0, base + .52, .1, 6), dark)
            if kind == 'ladder':                                        # row of slots that set the length
                for i in range(7):
                    d = d0 + 3.5 + i * 3.4
                    self.add('slot', strip(at, d, d + 1.1, w * .56, base + .3, base + .53, .2, 8), dark)
                self.add('hook', strip(at, d0 + 7.2 + 3.4, d0 + 9.0 + 3.4, w * .72, base + .4, base + 1.2, .4, 12), pol, weighted=True)
            if kind in ('fold', 'buttons', 'slide'):
                self.stamp(at, d0 + (d1 - d0) * (.5 if kind == 'fold' else .25), base + .52, s.get('stamp', 'STEELINOX'), 1.9 if kind != 'buttons' else 1.4, dark)
            if kind == 'fold' and not s.get('plain_fold'):
                self.add('lip', strip(at, d1 - .4, d1 + 1.2, w * .4, -.2, base + 1., .4, 12), pol, weighted=True)
        elif kind == 'hidden':                                          # only a small lever shows between the links
            self.add('lever', strip(at, total / 2 - 2.4, total / 2 + 2.4, w * .34, 1.0, 2.3, .6, 24, lambda u: w * .34 * (1 - .25 * abs(2 * u - 1) ** 2)), pol, weighted=True)
        elif kind == 'tuck':                                            # woven end slipped under a bar
            self.add('tuck', strip(at, d0, d1 - 4, w + 1.0, -1., 1.5, .6), pol, weighted=True)
            self.add('tuck2', strip(at, d1 - 1.6, d1, w + .4, -.6, 1.2, .4), pol, weighted=True)
        elif kind == 'deployant':
            self.add('clasp', strip(at, d0, d1, w + 1.2, .9, 2.3, .6), pol, weighted=True)
            self.add('seam', strip(at, total / 2 - .1, total / 2 + .1, w + 1.24, 1.5, 2.33, .1, 6), dark)
            self.keepers(at, d1 + 5, w, (0, 9))
        elif kind == 'pin':
            self.pin_buckle(at, total, w, pol)

    def keepers(self, at, d, w, offs, lift=2.3):
        for o in offs:
            self.add('keeper', strip(at, d + o, d + o + 4.2, w + 1.2, -1.5, lift, .5, 16), self.strap_mat, weighted=True)

    def pin_buckle(self, at, total, w, mat):
        """Frame, pin, two keepers, and the tail of the long half above the short one."""
        d = total / 2 - 8
        tail = 46
        self.add('tail', strip(at, d - 1, d + tail, w, 1.0, 2.5, .7, 80, lambda u: w * (1 if u < .86 else math.sqrt(max(.02, 1 - ((u - .86) / .14) ** 2)))), self.strap_mat, angle=50)
        p, t, nr = at(d)
        ax = np.array([0, t[0], t[1]])
        nz = np.array([0, nr[0], nr[1]])
        c = np.array([0, p[0], p[1]]) + nz * 2.0
        ww, ll = w / 2 + 1.5, 4.6
        o = G.outline('rect', (ww, ll, 2.2), 0, 96)
        pts = [c + np.array([x, 0, 0]) + ax * (y - 1.0) + nz * (.9 - .03 * y * y) for x, y in o]
        self.add('buckle', G.tube(pts, 1.05, 14, closed=True), mat, angle=60)
        pin = [c + ax * 3.2 + nz * .2, c + ax * 0 + nz * 1.15, c - ax * 4.6 + nz * 1.5, c - ax * 6.0 + nz * 1.35]
        self.add('pin', G.tube(G.spline(pin, 24), .62, 12), mat, angle=60)
        self.keepers(at, d + 9, w, (0, 13), 3.1)
        holes = []
        for i in (1, 2, 3):                                             # free holes of the tail
            p, t, nr = at(d + 2.5 + 7 * i)
            R = np.c_[np.array([1., 0, 0]), np.array([0, t[0], t[1]]), np.cross([1., 0, 0], [0, t[0], t[1]])]
            holes.append(G.xf(G.lathe([(.85, 0), (.01, .01)], 20), (0, p[0] + nr[0] * 2.53, p[1] + nr[1] * 2.53), R))
        self.add('holes', G.merge(holes), M.plain('hole', (.01, .01, .01), .8, .1))
