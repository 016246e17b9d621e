"""Dial surfaces beyond those of mats.py: grooves, waves, lines, patina; the date lens; worn leather."""
import mats as M
from mats import node

PATTERN = {  # finish -> (wave direction, scale, distortion, depth)
    'teak': ('Y', .19, 0., .34), 'lines': ('Y', .27, 0., .20), 'vertical': ('X', .85, .6, .10), 'waves': ('Y', .15, 2.2, .22),
}


def dial(color, finish, patina=0, r=16.):
    """patina: 0..1, browning that grows towards the rim at radius r."""
    if color == 'mother-of-pearl':
        return nacre()
    key = ('dial', color, finish, patina)
    if finish in PATTERN and key not in M._made:
        M._made[key] = patterned(color, finish)
    elif patina and key not in M._made:
        M._made[key] = aged(color, patina, r)
    return M._made.get(key) or M.dial(color, finish)


def nacre():
    """Mother-of-pearl plate: wavy layers between grey-blue, rose and green."""
    if 'nacre' in M._made:
        return M._made['nacre']
    m, nt, p = M.principled('nacre', (.6, .6, .6), Roughness=.30, Metallic=.15, Specular=.5, Clearcoat=.6, Clearcoat_Roughness=.08)
    L = nt.links.new
    tc = node(nt, 'TexCoord')
    n = node(nt, 'TexNoise', in_Scale=.11, in_Detail=3.5, in_Roughness=.55, in_Distortion=2.6)
    L(tc.outputs['Object'], n.inputs['Vector'])
    r = node(nt, 'ValToRGB')
    e = r.color_ramp.elements
    e[0].position, e[0].color = .30, (.34, .46, .52, 1)
    e[1].position, e[1].color = .72, (.62, .52, .56, 1)
    for pos, c in ((.40, (.66, .66, .70)), (.46, (.70, .52, .56)), (.52, (.72, .70, .66)), (.58, (.44, .60, .56)), (.64, (.70, .69, .70))):
        e.new(pos).color = (*c, 1)
    L(n.outputs[0], r.inputs[0])
    L(r.outputs[0], p.inputs['Base Color'])
    b = node(nt, 'Bump', in_Strength=.3, in_Distance=.25)
    L(n.outputs[0], b.inputs['Height'])
    L(b.outputs[0], p.inputs['Normal'])
    M._made['nacre'] = m
    return m


def patterned(color, finish):
    axis, scale, dist, depth = PATTERN[finish]
    c = M.DIALS[color]
    m, nt, p = M.principled(f'dial-{color}-{finish}', c, Metallic=.55, Roughness=.34, Specular=.5, Clearcoat=.35, Clearcoat_Roughness=.08)
    L = nt.links.new
    tc = node(nt, 'TexCoord')
    w = node(nt, 'TexWave', bands_direction=axis, wave_profile='SIN', in_Scale=scale, in_Distortion=dist, in_Detail=0.)
    if finish == 'waves':
        w.inputs['Detail Scale'].default_value = .35
        mp = node(nt, 'Mapping')
        mp.inputs['Scale'].default_value = (.55, 1, 1)
        L(tc.outputs['Object'], mp.inputs['Vector'])
        L(mp.outputs[0], w.inputs['Vector'])
        w.inputs['Detail'].default_value = 1.
    else:
        L(tc.outputs['Object'], w.inputs['Vector'])
    b = node(nt, 'Bump', in_Strength=.9, in_Distance=depth)
    L(w.outputs['Fac'], b.inputs['Height'])
    L(b.outputs[0], p.inputs['Normal'])
    r = node(nt, 'MapRange', in_3=.72, in_4=1.25)
    L(w.outputs['Fac'], r.inputs[0])
    mix = node(nt, 'MixRGB', blend_type='MULTIPLY', in_0=1., in_1=M.rgba(c))
    L(r.outputs[0], mix.inputs[2])
    L(mix.outputs[0], p.inputs['Base Color'])
    return m


def aged(color, patina, r):
    c = M.DIALS[color]
    m, nt, p = M.principled(f'dial-{color}-aged', c, Metallic=.7, Roughness=.42, Specular=.4)
    L = nt.links.new
    tc = node(nt, 'TexCoord')
    ln = node(nt, 'VectorMath', operation='LENGTH')
    L(tc.outputs['Object'], ln.inputs[0])
    n = node(nt, 'TexNoise', in_Scale=.34, in_Detail=6., in_Roughness=.65)
    L(tc.outputs['Object'], n.inputs['Vector'])
    add = node(nt, 'Math', operation='MULTIPLY_ADD', in_1=7.)            # noise pushes the stain line in and out
    L(n.outputs[0], add.inputs[0])
    L(ln.outputs['Value'], add.inputs[2])
    mr = node(nt, 'MapRange', in_1=r * .86 + 3.2, in_2=r + 3.9, interpolation_type='SMOOTHSTEP')
    L(add.outputs[0], mr.inputs[0])
    k = node(nt, 'Math', operation='MULTIPLY', in_1=patina)
    L(mr.outputs[0], k.inputs[0])
    mix = node(nt, 'MixRGB', in_1=M.rgba(c), in_2=M.rgba((c[0] * .34, c[1] * .22, c[2] * .14)))
    L(k.outputs[0], mix.inputs[0])
    L(mix.outputs[0], p.inputs['Base Color'])
    return m


def lens():
    """Magnifier on the crystal: clear, with reflections that show its shape."""
    if 'lens' in M._made:
        return M._made['lens']
    m, nt, out = M.new('lens')
    t = node(nt, 'BsdfTransparent')
    t.inputs['Color'].default_value = (.97, .975, .97, 1)
    g = node(nt, 'BsdfGlossy', distribution='SHARP')
    fr = node(nt, 'Fresnel', in_IOR=1.75)
    mix = node(nt, 'MixShader')
    L = nt.links.new
    L(fr.outputs[0], mix.inputs[0])
    L(t.outputs[0], mix.inputs[1])
    L(g.outputs[0], mix.inputs[2])
    L(mix.outputs[0], out.inputs[0])
    M._made['lens'] = m
    return m


def textile(color, faded=0.):
    """Woven strap; faded: bleached along the middle and at the folds."""
    col = {'grey': (.16, .16, .15), 'blue': (.02, .04, .10), 'green': (.055, .075, .04), 'black': (.015, .015, .015), 'sand': (.30, .215, .12)}[color]
    m = M.fabric('textile-' + color, col, 0.62, .85)
    if not faded:
        return m
    nt = m.node_tree
    L = nt.links.new
    p = next(n for n in nt.nodes if n.type == 'BSDF_PRINCIPLED')
    tc = node(nt, 'TexCoord')
    n = node(nt, 'TexNoise', in_Scale=.05, in_Detail=3., in_Roughness=.5)
    L(tc.outputs['Object'], n.inputs['Vector'])
    mr = node(nt, 'MapRange', in_1=.40, in_2=.60, in_3=0., in_4=faded)
    L(n.outputs[0], mr.inputs[0])
    mix = node(nt, 'MixRGB', in_1=M.rgba(col), in_2=M.rgba((.68, .62, .52)))
    L(mr.outputs[0], mix.inputs[0])
    L(mix.outputs[0], p.inputs['Base Color'])
    return m


def clouded(color, other):
    """Croco leather that shades from one tone into another in clouds."""
    m = M.leather(color, 'croco')
    nt = m.node_tree
    L = nt.links.new
    p = next(n for n in nt.nodes if n.type == 'BSDF_PRINCIPLED')
    tc = node(nt, 'TexCoord')
    n = node(nt, 'TexNoise', in_Scale=.085, in_Detail=3., in_Roughness=.5)
    L(tc.outputs['Object'], n.inputs['Vector'])
    mr = node(nt, 'MapRange', in_1=.38, in_2=.62)
    L(n.outputs[0], mr.inputs[0])
    mix = node(nt, 'MixRGB', in_1=M.rgba(M.LEATHER[color]), in_2=M.rgba(other))
    L(mr.outputs[0], mix.inputs[0])
    L(mix.outputs[0], p.inputs['Base Color'])
    return m
