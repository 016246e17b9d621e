"""A boxwood ruler with millimetres, laid on the paper before the piece: what says in a picture how large the piece is."""
import math

import bpy

import geo as G
import mats as M
import studio as S

WIDTH, THICK = 11., 1.2


def beside(root, view, gap=3.):
    """Lays a ruler of view['ruler'] mm before the piece as view['rot'] turns it, and makes it a part of it."""
    length = view['ruler']
    root.rotation_euler = [math.radians(a) for a in view.get('rot', (0, 0, 0))]
    bpy.context.view_layer.update()
    p = S.points([root])
    low = p[:, 2].min()
    # As near as what stands above it lets one see it: a watch leans back over the paper.
    front = p[p[:, 2] < low + view.get('under', 6)][:, 1].min()
    at = ((p[:, 0].max() + p[:, 0].min()) / 2, front - gap - WIDTH / 2, low + THICK / 2)
    top = THICK / 2 + .01
    ticks, figures = [], []
    for mm in range(length + 1):
        deep = 3.4 if mm % 10 == 0 else 2.6 if mm % 5 == 0 else 1.7
        # The side with the marks lies towards the piece; the first is 3 mm from the end.
        ticks.append(G.xf(G.rbox(.2, deep, .02, 0), (mm - length / 2, WIDTH / 2 - deep / 2, top)))
        if mm % 10 == 0 and mm:
            figures.append(G.xf(G.text_raw(str(mm), 3.4, depth=.01), (mm - length / 2, -.6, top)))
    wood = G.obj('ruler', G.rbox(length + 6, WIDTH, THICK, .15), M.plain('boxwood', (.50, .33, .15), .55))
    ink = G.obj('ruler-marks', G.merge(ticks + figures), M.plain('ruler-ink', (.02, .02, .022), .6), smooth=False)
    for o in (wood, ink):
        o.location = at
        bpy.context.view_layer.update()
        o.parent = root
        o.matrix_parent_inverse = root.matrix_world.inverted()
    bpy.context.view_layer.update()
