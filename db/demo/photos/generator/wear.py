"""Materials of worn and opaque stones."""
import mats as M


def lapis(light=.5):
    """Lapis lazuli, a little lighter, with a white vein of calcite and a few grains of pyrite."""
    key = ('lapis', light)
    if key in M._made:
        return M._made[key]
    m, nt, p = M.principled('lapis', (.02, .04, .18), Roughness=.14, Specular=.5, Clearcoat=.8, Clearcoat_Roughness=.06)
    L = nt.links.new
    tc = M.node(nt, 'TexCoord')
    cloud = M.node(nt, 'TexNoise', in_Scale=.42, in_Detail=6., in_Roughness=.6)
    L(tc.outputs['Object'], cloud.inputs['Vector'])
    r = M.node(nt, 'ValToRGB')
    e = r.color_ramp.elements
    e[0].position, e[0].color = .36, (.010, .026, .14, 1)
    e[1].position, e[1].color = .70, (.05 + .10 * light, .10 + .12 * light, .34 + .10 * light, 1)
    L(cloud.outputs[0], r.inputs[0])
    # the vein: where one slanted coordinate, shaken by noise, passes zero
    sep = M.node(nt, 'SeparateXYZ')
    L(tc.outputs['Object'], sep.inputs[0])
    a = M.node(nt, 'Math', operation='MULTIPLY_ADD', in_1=.55)
    L(sep.outputs[1], a.inputs[0])
    L(sep.outputs[0], a.inputs[2])
    shake = M.node(nt, 'TexNoise', in_Scale=.55, in_Detail=5.)
    L(tc.outputs['Object'], shake.inputs['Vector'])
    b = M.node(nt, 'Math', operation='MULTIPLY_ADD', in_1=4.2)
    L(shake.outputs[0], b.inputs[0])
    L(a.outputs[0], b.inputs[2])
    off = M.node(nt, 'Math', operation='SUBTRACT', in_1=2.9)
    L(b.outputs[0], off.inputs[0])
    ab = M.node(nt, 'Math', operation='ABSOLUTE')
    L(off.outputs[0], ab.inputs[0])
    v = M.node(nt, 'MapRange', in_1=.05, in_2=.34, in_3=.92, in_4=0., interpolation_type='SMOOTHSTEP')
    L(ab.outputs[0], v.inputs[0])
    mix = M.node(nt, 'MixRGB', in_2=(.66, .66, .64, 1))
    L(v.outputs[0], mix.inputs[0])
    L(r.outputs[0], mix.inputs[1])
    speck = M.node(nt, 'TexNoise', in_Scale=3.2, in_Detail=2.)
    L(tc.outputs['Object'], speck.inputs['Vector'])
    gold = M.node(nt, 'MapRange', in_1=.70, in_2=.74, in_3=0., in_4=.9)
    L(speck.outputs[0], gold.inputs[0])
    mix2 = M.node(nt, 'MixRGB', in_2=(.62, .45, .16, 1))
    L(gold.outputs[0], mix2.inputs[0])
    L(mix.outputs[0], mix2.inputs[1])
    L(mix2.outputs[0], p.inputs['Base Color'])
    M._made[key] = m
    return m


def chalk():
    """Nacre that has lost its lustre."""
    key = ('chalk',)
    if key not in M._made:
        m, nt, p = M.principled('chalk', (.62, .56, .47), Roughness=.85, Specular=.16)
        tc = M.node(nt, 'TexCoord')
        n = M.node(nt, 'TexNoise', in_Scale=2.6, in_Detail=6.)
        b = M.node(nt, 'Bump', in_Strength=.35, in_Distance=.08)
        nt.links.new(tc.outputs['Object'], n.inputs['Vector'])
        nt.links.new(n.outputs[0], b.inputs['Height'])
        nt.links.new(b.outputs[0], p.inputs['Normal'])
        M._made[key] = m
    return M._made[key]


def lit(kind):
    """Small brilliants: every facet returns light of its own strength, as the many mirrors below it do.

    Traced glass this small is mostly noise, which the denoising turns into smooth domes.
    """
    key = ('lit', kind)
    if key in M._made:
        return M._made[key]
    c = M.GEMS[kind][0]
    m, nt, out = M.new(f'lit-{kind}')
    L = nt.links.new
    geo = M.node(nt, 'NewGeometry')
    snap = M.node(nt, 'VectorMath', operation='SNAP', in_1=(.03, .03, .03))
    L(geo.outputs['True Normal'], snap.inputs[0])
    facet = M.node(nt, 'TexWhiteNoise', noise_dimensions='3D')
    L(snap.outputs[0], facet.inputs['Vector'])
    cell = M.node(nt, 'TexVoronoi', in_Scale=1.9)       # the lower facets seen through the table
    L(geo.outputs['Position'], cell.inputs['Vector'])
    sep = M.node(nt, 'SeparateXYZ')
    L(cell.outputs['Color'], sep.inputs[0])
    both = M.node(nt, 'Math', operation='MULTIPLY_ADD', in_1=.5)
    half = M.node(nt, 'Math', operation='MULTIPLY', in_1=.5)
    L(sep.outputs[0], half.inputs[0])
    L(facet.outputs['Value'], both.inputs[0])
    L(half.outputs[0], both.inputs[2])
    r = M.node(nt, 'ValToRGB')
    r.color_ramp.interpolation = 'LINEAR'
    e = r.color_ramp.elements
    e[0].position, e[0].color = .18, (.05, .05, .055, 1)
    e[1].position, e[1].color = .80, (1.5, 1.5, 1.5, 1)
    for p, v in ((.36, .22), (.52, .62), (.66, .95)):
        x = e.new(p)
        x.color = (v, v, v * 1.02, 1)
    L(both.outputs[0], r.inputs[0])
    tint = M.node(nt, 'MixRGB', blend_type='MULTIPLY', in_0=1., in_2=M.rgba(c))
    L(r.outputs[0], tint.inputs[1])
    em = M.node(nt, 'Emission', in_Strength=.95)
    L(tint.outputs[0], em.inputs[0])
    g = M.node(nt, 'BsdfGlossy', distribution='SHARP')
    g.inputs['Color'].default_value = (1, 1, 1, 1)
    mix = M.node(nt, 'MixShader', in_0=.20)
    L(em.outputs[0], mix.inputs[1])
    L(g.outputs[0], mix.inputs[2])
    L(mix.outputs[0], out.inputs[0])
    M._made[key] = m
    return m
