"""Bracelets and straps: centre line, links, mesh, leather."""
import math
import numpy as np
import dialmats as D
import geo as G
import mats as M
from geo import TAU


class Strap:
    def loop(self, start, open_=False):
        """Centre line from one lug pair around the wrist to the other, in (y, z); open: spread out, watch on its crystal."""
        L, q = self.L, self.s.get('loop', 1.)
        if open_:
            half = [start, (L, start[1] + .3), (L + 6, start[1] + 1.6), (L + 20, .6), (L + 48, .9)]
            return G.spline(half, 200)
        f = L / 25
        half = [start, (L, start[1] - .3), (L + 4.6, -10.5), (31.0 * f * q, -20), (30.2 * f * q, -31), (24.5 * f * q, -43),
                (13 * f * q, -51.0 * q ** .5), (0, -53.0 * q ** .5)]
        other = [(-y, z) for y, z in half[:-1]][::-1]
        return G.spline(half + other, 600)

    def strap(self):
        s, kind = self.s, self.s['bracelet']
        if kind == 'none':
            return
        open_ = s.get('pose') == 'open'
        self.open = open_
        self.strap_mat = None
        if kind in ('oyster', 'jubilee', 'round-link', 'single', 'h-link'):
            start = (self.L - .1, self.tipz * .62)
        elif self.shape == 'rect':
            start = (self.half_y - 1.6, -min(2.6, self.thick * .5))
        else:
            start = (self.half_y - 1.6, -min(2.6, self.thick * .42))
        path = self.loop(start, open_)
        sides = [path] if not open_ else [path, np.c_[-path[:, 0], path[:, 1]]]
        for k, p in enumerate(sides):
            {'mesh': self.mesh, 'leather': self.band, 'rubber': self.band, 'textile': self.band}.get(kind, self.links)(p, open_, k)
        if kind in ('oyster', 'jubilee', 'round-link', 'single', 'h-link'):
            self.endlinks()
        if not open_:
            self.clasp(path)
            if s.get('seal'):
                self.seal()

    def seal(self):
        """Round green tag on a cord, hanging from the bracelet as the watch stands."""
        down, x0 = np.array([0, -.883, -.469]), self.lw / 2 + .6
        a = np.array([x0 - .8, -self.L - 4.6, -12.])
        c = np.array([x0 + 5.4, a[1], a[2]]) + down * 11 + np.array([0, -1.2, 2.2])
        cord = G.spline([a, a + [2.2, -1.4, .6], (a + c) / 2 + [1.0, -.8, .8], c - down * 5.0], 60)
        green = M.plain('seal', (.006, .085, .030), .35, .5, .3)
        self.add('seal-cord', G.tube(cord, .28, 8), green)
        disc = G.lathe(G.fillet([(5.2, -.55), (5.2, .55), (4.5, .60), (4.4, .42), (.01, .42)], [0, .2, .1, .1, 0], 3), 72)
        self.add('seal', G.xf(disc, c, G.rx(math.radians(18)) @ G.ry(math.radians(12))), green, angle=40)

    def width_at(self, u):
        """Strap width: tapers towards the buckle (u=0.5)."""
        return (self.lw - .5) * (1 - .20 * math.sin(math.pi * min(1, max(0, u))) ** .8)

    def endlinks(self):
        w = self.lw - .25
        hy = self.half_y
        s = self.s
        y0 = math.sqrt(max(1, self.R ** 2 - (w / 2) ** 2)) - 1.2 if self.shape == 'round' else hy - 2
        sil = G.fillet([(y0, -.75), (hy + .4, -1.0), (self.L - .2, self.tipz * .38), (self.L - .05, self.tipz * .6), (self.L - 1.5, self.tipz * .88), (y0, self.tipz * .88)],
                       [0, 2, .8, .5, .5, 0], 4)
        cw = s.get('cw', .40 if s['bracelet'] in ('oyster', 'round-link') else .55)
        for (x0, x1, mat) in ((-w / 2, -w * cw / 2 - .06, 'o'), (-w * cw / 2 + .0, w * cw / 2, 'c'), (w * cw / 2 + .06, w / 2, 'o')):
            raw = G.prism([tuple(p) for p in sil], 0, x1 - x0, .16, 2)
            v = raw[0]
            raw = (np.c_[v[:, 2] + x0, v[:, 0], v[:, 1] + (.10 if mat == 'c' else 0)], raw[1])
            both = G.merge([raw, (raw[0] * [1, -1, 1], raw[1])])
            self.add('endlink', both, self.linkmat(mat), weighted=True)

    def linkmat(self, which):
        s = self.s
        if which == 'c':
            return M.metal(self.accent, 'polished' if s.get('centre', 'polished') == 'polished' else 'brushed', 'y')
        return M.metal(self.body, 'brushed', 'y')

    def links(self, path, flat, k):
        s, kind = self.s, self.s['bracelet']
        seg = np.linalg.norm(np.diff(path, axis=0), axis=1)
        cum = np.r_[0, np.cumsum(seg)]
        total = cum[-1]
        pitch = {'oyster': 6.6, 'jubilee': 5.0, 'round-link': 4.6, 'single': 5.4, 'h-link': 5.6}[kind] * s.get('pitch', 1.)
        loose = s.get('stretch', 0.)                      # worn pins: gaps between the links
        rng = np.random.RandomState(5)
        c0, c1 = self.clasp_span(total) if not flat and s.get('clasp') not in (None, 'hidden', 'pin') else (1e9, 1e9)
        n = max(4, round(total / pitch))
        pitch = total / n

        def at(d):
            d = min(max(d, 0), total)
            y, z = np.interp(d, cum, path[:, 0]), np.interp(d, cum, path[:, 1])
            y2, z2 = np.interp(min(d + .6, total), cum, path[:, 0]), np.interp(min(d + .6, total), cum, path[:, 1])
            y1, z1 = np.interp(max(d - .6, 0), cum, path[:, 0]), np.interp(max(d - .6, 0), cum, path[:, 1])
            a = math.atan2(z2 - z1, y2 - y1) + (rng.uniform(-.16, .16) * loose if loose else 0)
            return np.array([0, y, z]), G.rx(a if True else 0)
        outer, centre, pins = [], [], []
        for i in range(-1, n):
            d = (i + .5) * pitch
            u = (d / total) if not flat else d / total * .5
            w = self.width_at(u)
            p, R = at(d)
            p2, R2 = at(d + pitch / 2)
            if c0 + 1 < d < c1 - 1:
                continue
            inside = c0 - pitch / 2 + 1 < d < c1 - 1
            if kind == 'oyster':
                cw = w * .40
                ow = (w - cw) / 2 - .10
                for sx in (-1, 1) if i >= 0 else ():
                    b = G.rbox(round(ow, 1), round(pitch - .16 - loose, 2), 2.5, .30, 3)
                    outer.append(G.xf(b, p + np.array([sx * (cw / 2 + .08 + ow / 2), 0, 0]), R))
                if i < n - 1 and not inside:
                    b = G.rbox(round(cw, 1), round(pitch - .16 - loose, 2), 2.7, .42, 3)
                    centre.append(G.xf(b, p2, R2))
            elif kind == 'h-link':                                    # five rows: brushed, narrow polished pairs
                cw, nw = w * .26, w * .10
                ow = w / 2 - cw / 2 - nw - .18
                for sx in (-1, 1) if i >= 0 else ():
                    outer.append(G.xf(G.rbox(round(ow, 1), round(pitch - .14 - loose, 2), 2.5, .4, 3), p + np.array([sx * (w / 2 - ow / 2), 0, 0]), R))
                if i >= 0:
                    outer.append(G.xf(G.rbox(round(cw, 1), round(pitch - .14 - loose, 2), 2.6, .4, 3), p, R))
                for sx in (-1, 1) if i < n - 1 and not inside else ():
                    centre.append(G.xf(G.rbox(round(nw, 2), round(pitch - .5 - loose, 2), 2.7, .5, 4), p2 + np.array([sx * (cw / 2 + nw / 2 + .09), 0, 0]), R2))
            elif kind == 'single' and i >= 0:
                b = G.rbox(round(w, 1), round(pitch - .3, 2), 2.3, .55, 4)
                outer.append(G.xf(b, p, R))
            elif kind == 'round-link':
                cw = w * .36
                ow = (w - cw) / 2 - .10
                for sx in (-1, 1) if i >= 0 else ():
                    b = G.rbox(round(ow, 1), round(pitch - .12 - loose, 2), 2.6, 1.05, 5)
                    outer.append(G.xf(b, p + np.array([sx * (cw / 2 + .06 + ow / 2), 0, 0]), R))
                if i < n - 1 and not inside:
                    centre.append(G.xf(G.rbox(round(cw, 1), round(pitch - .12 - loose, 2), 2.9, 1.15, 5), p2, R2))
            else:                                                     # five-link
                ow = w * .235
                iw = (w - 2 * ow) / 3 - .07
                for sx in (-1, 1) if i >= 0 else ():
                    outer.append(G.xf(G.rbox(round(ow, 1), round(pitch - .14 - loose, 2), 2.3, .45, 4), p + np.array([sx * (w / 2 - ow / 2), 0, 0]), R))
                for j in (-1, 0, 1):
                    if i < n - 1 and not inside:
                        centre.append(G.xf(G.rbox(round(iw, 2), round(pitch - .12 - loose, 2), 2.5, .95, 5), p2 + np.array([j * (iw + .07), 0, 0]), R2))
            pins.append(G.xf(G.rbox(round(w * .9, 1), 1.6, 1.4, .5, 2), p2, R2))
        self.add('links-outer', G.merge(outer), self.linkmat('o') if kind != 'round-link' else M.metal(self.body, 'satin'), weighted=True)
        if centre:
            self.add('links-centre', G.merge(centre), self.linkmat('c'), weighted=True)
        self.add('pins', G.merge(pins), M.metal(self.body, 'satin'))

    def mesh(self, path, flat, k):
        """Milanese weave: rows of flattened coils."""
        path = G.resample(path, 600)
        fine = self.s.get('weave', 1.)
        cum = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
        total, rowp, turnp = cum[-1], 1.55 * fine, 1.30 * fine
        n = int(total / rowp)
        m = int(self.lw / turnp)
        parts = []
        for i in range(n):
            d = (i + .5) * rowp
            u = d / total * (.5 if flat else 1)
            w = self.lw - .6
            sgn = 1 if i % 2 else -1
            t = np.linspace(0, 1, m * 10 + 1)
            ph = t * m * TAU
            x = (t - .5) * w
            dd = d + 1.02 * fine * np.cos(ph)
            h = .62 * fine * np.sin(ph) * sgn + .05
            dd = np.clip(dd, 0, total)
            y, z = np.interp(dd, cum, path[:, 0]), np.interp(dd, cum, path[:, 1])
            e = .5
            ty = np.interp(np.clip(dd + e, 0, total), cum, path[:, 0]) - np.interp(np.clip(dd - e, 0, total), cum, path[:, 0])
            tz = np.interp(np.clip(dd + e, 0, total), cum, path[:, 1]) - np.interp(np.clip(dd - e, 0, total), cum, path[:, 1])
            ln = np.hypot(ty, tz) + 1e-9
            pts = np.c_[x, y - tz / ln * h, z + ty / ln * h]
            parts.append(G.tube(pts, .36 * fine, 6))
        # solid edges
        for sx in (-1, 1):
            pp = np.c_[np.full(300, sx * (self.lw - .5) / 2), G.resample(path, 300)]
            parts.append(G.tube(pp, .42, 8))
        self.add('mesh', G.merge(parts), M.metal(self.body, 'polished'), angle=60)
        if k == 0:
            zb = path[0][1] - .3
            for sy in (-1, 1):
                self.add('bar', G.xf(G.rbox(self.lw - .3, 3.2, min(2.6, self.thick), min(.9, self.thick * .35), 4), (0, sy * (self.L - 2.6), zb)), M.metal(self.body, 'polished'), weighted=True)

    def band(self, path, flat, k):
        s, kind = self.s, self.s['bracelet']
        n = 260
        path = G.resample(path, n)
        cum = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
        total = cum[-1]
        col = s.get('strap', 'brown')
        pad = {'leather': 1.15, 'rubber': .9, 'textile': .3}[kind] * s.get('pad', 1.)
        rings, tops = [], []
        t = np.gradient(path, axis=0)
        t /= np.linalg.norm(t, axis=1)[:, None]
        nr = np.c_[-t[:, 1], t[:, 0]]                        # outward normal in (y,z)
        m = 40
        for i in range(n):
            u = cum[i] / total * (.5 if flat else 1)
            w = self.width_at(u) / 2
            near = min(cum[i], (total - cum[i]) if not flat else 1e9)
            p = pad * (.25 + .75 * math.exp(-(near / 34) ** 2)) * min(1, .72 + near / 9)
            base = s.get('strap_h', 2.1)
            xs, hs = [], []
            for j in range(m):                               # top, right to left, then bottom
                x = math.cos(j / (m - 1) * math.pi)
                x = math.copysign(abs(x) ** .62, x)
                edge = min(1, (1 - abs(x)) * w / .55)
                inner = min(1, max(0, ((1 - abs(x)) * w - .9) / 6.0))
                inner = inner * inner * (3 - 2 * inner)
                xs.append(x * w)
                hs.append(base / 2 - .42 * (1 - edge) ** 2 + p * inner)
            xs += [-w + .15, w - .15]
            hs += [-base / 2, -base / 2]
            P = path[i]
            rings.append([(x, P[0] + nr[i, 0] * h, P[1] + nr[i, 1] * h) for x, h in zip(xs, hs)])
            tops.append((w, base / 2))
        raw = G.loft(rings, cap0=True, cap1=True)
        if kind == 'leather':
            mat = D.clouded(col, s['clouded']) if 'clouded' in s else M.leather(col, s.get('grain', 'calf'))
        elif kind == 'rubber':
            mat = M.plain('rubber-' + col, {'black': (.012, .012, .012), 'blue': (.012, .03, .10), 'green': (.02, .05, .03), 'grey': (.08, .08, .08), 'orange': (.5, .13, .02)}[col], .48, .35)
        else:
            mat = D.textile(col, s.get('faded', 0))
        self.strap_mat = mat
        self.add('strap', raw, mat, angle=50)
        if kind == 'leather' and s.get('stitch', True):
            thread = {'white': (.70, .68, .62), 'tone': tuple(min(.6, c * 1.9 + .02) for c in M.LEATHER[col])}[s.get('stitch_col', 'tone')]
            mat = M.plain(f'thread-{col}-{s.get("stitch_col", "tone")}', thread, .75, .2)
            parts, pos = [], 2.2
            while pos < total - 2.2:
                for sx in (-1, 1):
                    i0, i1 = np.searchsorted(cum, pos - .95), np.searchsorted(cum, pos + .95)
                    i1 = min(i1, n - 1)
                    pts = []
                    for i, dz in ((i0, -.18), ((i0 + i1) // 2, .14), (i1, -.18)):
                        w, h = tops[i]
                        P = path[i] + nr[i] * (h + .02 + dz)
                        pts.append((sx * (w - 1.55), P[0], P[1]))
                    parts.append(G.tube(G.spline(pts, 9), .27, 6))
                pos += 3.0
            self.add('stitches', G.merge(parts), mat)
        if kind == 'rubber' and s.get('ribs', True):
            parts = []
            for sx in (-1, 0, 1):
                pts = np.array([(sx * tops[i][0] * .45, *(path[i] + nr[i] * (tops[i][1] + pad * (.25 + .75 * math.exp(-(min(cum[i], total - cum[i] if not flat else 1e9) / 34) ** 2)) * (min(1, .72 + cum[i] / 9)) - .1))) for i in range(0, n, 2)])
                parts.append(G.tube(pts, .42, 8))
            self.add('ribs', G.merge(parts), mat)
