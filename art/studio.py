"""A small studio for still lifes in Blender 3.4 (Cycles on the processor). One Blender unit is 1 cm."""

import base64, bpy, bmesh, math, random, os, sys, time
import numpy as np
from mathutils import Vector, Matrix, Euler, noise as mnoise

HERE = os.path.dirname(os.path.abspath(__file__))
TMP = os.path.join(HERE, '.cache')
os.makedirs(TMP, exist_ok=True)
TAU = 2 * math.pi
sys.path.append(HERE)
import denoise as nfor, dof


# ------------------------------------------------------------------ scene
def reset(seed=1):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    random.seed(seed)
    np.random.seed(seed)
    mnoise.seed_set(seed)
    s = bpy.context.scene
    s.render.engine = 'CYCLES'
    c = s.cycles
    c.device = 'CPU'
    c.use_adaptive_sampling = False
    c.use_denoising = False
    c.max_bounces = 12
    c.diffuse_bounces = 2
    c.glossy_bounces = 4
    c.transmission_bounces = 12
    c.transparent_max_bounces = 16
    c.volume_bounces = 0
    c.caustics_reflective = False
    c.caustics_refractive = False
    c.blur_glossy = 1.0
    c.sample_clamp_indirect = 3.0
    c.sample_clamp_direct = 0
    c.light_sampling_threshold = 0.02
    s.render.threads_mode = 'FIXED'
    s.render.threads = 2
    s.unit_settings.system = 'METRIC'
    s.unit_settings.scale_length = 0.01
    return s


def link(ob):
    bpy.context.scene.collection.objects.link(ob)
    return ob


def mesh(name, v, f, mat=None, smooth=True, uv=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(p) for p in v], [], f)
    me.update()
    if smooth:
        me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    if uv is not None:
        l = me.uv_layers.new()
        idx = np.zeros(len(me.loops), dtype=np.int32)
        me.loops.foreach_get('vertex_index', idx)
        l.data.foreach_set('uv', np.asarray(uv, dtype=np.float32)[idx].ravel())
    ob = bpy.data.objects.new(name, me)
    if mat:
        me.materials.append(mat)
    return link(ob)


def copy(ob, loc=(0, 0, 0), rot=(0, 0, 0), scale=1, mat=None):
    o = ob.copy()
    o.location = loc
    o.rotation_euler = rot
    o.scale = (scale,) * 3 if not hasattr(scale, '__len__') else scale
    if mat:
        o.material_slots[0].link = 'OBJECT'
        o.material_slots[0].material = mat
    return link(o)


def hide_proto(*obs):
    for o in obs:
        bpy.context.scene.collection.objects.unlink(o) if o.name in bpy.context.scene.collection.objects else None


def collection(name, obs):
    "move objects to a collection which may be instanced with inst(); unlinks from the scene"
    c = bpy.data.collections.new(name)
    for o in obs:
        if o.name in bpy.context.scene.collection.objects:
            bpy.context.scene.collection.objects.unlink(o)
        c.objects.link(o)
    return c


def inst(col, loc=(0, 0, 0), rot=(0, 0, 0), scale=1):
    e = bpy.data.objects.new('i_' + col.name, None)
    e.instance_type = 'COLLECTION'
    e.instance_collection = col
    e.location = loc
    e.rotation_euler = rot
    e.scale = (scale,) * 3 if not hasattr(scale, '__len__') else scale
    return link(e)


def capture(fn, *a, **k):
    "run builder fn, return collection with all the objects it made"
    before = set(bpy.context.scene.collection.objects)
    fn(*a, **k)
    return collection(
        getattr(fn, '__name__', 'c'), [o for o in bpy.context.scene.collection.objects if o not in before]
    )


def mod(ob, kind, **k):
    m = ob.modifiers.new(kind, kind)
    for a, b in k.items():
        setattr(m, a, b)
    return ob


def subsurf(ob, n=2):
    return mod(ob, 'SUBSURF', levels=n, render_levels=n)


def bevel(ob, w=0.1, seg=3):
    return mod(ob, 'BEVEL', width=w, segments=seg, limit_method='ANGLE', angle_limit=0.6)


def solid(ob, t=0.1, off=0):
    return mod(ob, 'SOLIDIFY', thickness=t, offset=off)


# ------------------------------------------------------------------ nodes
class M:
    "tiny node-graph helper"

    def __init__(s, name):
        s.m = bpy.data.materials.new(name)
        s.m.use_nodes = True
        s.t = s.m.node_tree
        s.t.nodes.clear()
        s.out = s.t.nodes.new('ShaderNodeOutputMaterial')

    def n(s, kind, _out=None, **inp):
        nd = s.t.nodes.new('ShaderNode' + kind)
        for k, v in inp.items():
            k2 = k.replace('_', ' ')
            if hasattr(nd, k) and k not in [i.name for i in nd.inputs]:
                setattr(nd, k, v)
                continue
            i = nd.inputs[int(k[1:])] if k[0] == 'i' and k[1:].isdigit() else nd.inputs[k2]
            s.set(i, v)
        return nd

    def set(s, i, v):
        if isinstance(v, bpy.types.NodeSocket):
            s.t.links.new(v, i)
        elif isinstance(v, bpy.types.Node):
            s.t.links.new(v.outputs[0], i)
        else:
            if i.type == 'RGBA' and hasattr(v, '__len__') and len(v) == 3:
                v = (*v, 1)
            i.default_value = v

    def surf(s, nd):
        s.t.links.new(nd.outputs[0], s.out.inputs['Surface'])
        return s.m

    def co(s, kind='Object', scale=(1, 1, 1), rot=(0, 0, 0), rand=0):
        o = s.n('TexCoord').outputs[kind]
        mp = s.n('Mapping')
        s.set(mp.inputs['Vector'], o)
        mp.inputs['Scale'].default_value = scale if hasattr(scale, '__len__') else (scale,) * 3
        mp.inputs['Rotation'].default_value = rot
        if rand:
            r = s.n('ObjectInfo').outputs['Random']
            v = s.n('VectorMath', operation='SCALE', i0=(rand, rand * 0.7, rand * 1.3))
            s.set(v.inputs['Scale'], r)
            s.t.links.new(v.outputs[0], mp.inputs['Location'])
        return mp.outputs[0]

    def noise(s, co, scale=1, detail=4, rough=0.55, dist=0):
        return s.n('TexNoise', Vector=co, Scale=scale, Detail=detail, Roughness=rough, Distortion=dist).outputs['Fac']

    def ramp(s, fac, *stops, interp='LINEAR'):
        nd = s.n('ValToRGB', Fac=fac)
        r = nd.color_ramp
        r.interpolation = interp
        while len(r.elements) < len(stops):
            r.elements.new(0.5)
        for e, (p, c) in zip(r.elements, stops):
            e.position = p
            e.color = (*c, 1) if hasattr(c, '__len__') else (c, c, c, 1)
        return nd.outputs[0]

    def mix(s, f, a, b, mode='MIX'):
        nd = s.n('MixRGB', blend_type=mode)
        s.set(nd.inputs[0], f)
        s.set(nd.inputs[1], a)
        s.set(nd.inputs[2], b)
        return nd.outputs[0]

    def math(s, op, a, b=0, c=0):
        nd = s.n('Math', operation=op)
        s.set(nd.inputs[0], a)
        s.set(nd.inputs[1], b)
        s.set(nd.inputs[2], c)
        return nd.outputs[0]

    def bump(s, h, dist=0.1, strength=1, normal=None):
        nd = s.n('Bump', Height=h, Distance=dist, Strength=strength)
        if normal:
            s.set(nd.inputs['Normal'], normal)
        return nd.outputs[0]

    def pbr(s, col, rough=0.5, **k):
        return s.n('BsdfPrincipled', subsurface_method='BURLEY', Base_Color=col, Roughness=rough, **k)

    def rnd(s):
        return s.n('ObjectInfo').outputs['Random']

    def jitter(s, col, h=0.02, v=0.2, sat=0.1):
        "per-object colour variation"
        r = s.rnd()
        nd = s.n('HueSaturation', Color=col)
        s.set(nd.inputs['Hue'], s.math('MULTIPLY_ADD', r, 2 * h, 0.5 - h))
        w = s.n('TexWhiteNoise', noise_dimensions='1D')
        s.set(w.inputs['W'], r)
        s.set(nd.inputs['Value'], s.math('MULTIPLY_ADD', w.outputs[0], 2 * v, 1 - v))
        s.set(nd.inputs['Saturation'], s.math('MULTIPLY_ADD', w.outputs[0], -2 * sat, 1 + sat))
        return nd.outputs[0]


def shadow_clear(m, bs, amount=0.85, tint=(1, 1, 1)):
    "let shadow rays pass (fake caustic-free light through glass)"
    tr = m.n('BsdfTransparent', Color=tint)
    lp = m.n('LightPath')
    mx = m.n('MixShader')
    m.set(
        mx.inputs[0],
        m.math('MULTIPLY', m.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray']), amount),
    )
    m.set(mx.inputs[1], bs)
    m.set(mx.inputs[2], tr)
    return mx


# ------------------------------------------------------------------ materials
def glass(col=(1, 1, 1), rough=0.0, ior=1.5, clear=0.9):
    "clear: share of the light that passes instead of a shadow"
    m = M('glass')
    g = m.n('BsdfGlass', Color=col, Roughness=rough, IOR=ior)
    return m.surf(shadow_clear(m, g, clear, col))


def liquid(col=(0.995, 0.94, 0.74), ior=1.34, tint=(1, 0.94, 0.76)):
    m = M('liquid')
    co = m.n('TexCoord').outputs['Generated']
    z = m.n('SeparateXYZ', Vector=co).outputs[2]
    c = m.ramp(z, (0, tuple(x**1.25 for x in col)), (1, col))
    g = m.n('BsdfGlass', Color=c, Roughness=0, IOR=ior)
    return m.surf(shadow_clear(m, g, 0.9, tint))


def bubble():
    m = M('bubble')
    g = m.n('BsdfGlass', Color=(1, 1, 1), Roughness=0, IOR=0.75)
    e = m.n('Emission', Color=(1, 0.9, 0.7), Strength=0.25)
    a = m.n('AddShader', i0=g.outputs[0], i1=e.outputs[0])
    return m.surf(shadow_clear(m, a, 1))


def ceramic(col=(0.86, 0.84, 0.80), rough=0.16, speckle=0):
    m = M('ceramic')
    co = m.co(rand=30)
    n = m.noise(co, 0.8, 3)
    c = m.mix(m.ramp(n, (0.35, 0), (0.65, 1)), col, tuple(x * 0.97 for x in col))
    if speckle:
        sp = m.noise(co, 9, 1)
        c = m.mix(m.ramp(sp, (0.70, 0), (0.74, speckle)), c, (0.16, 0.11, 0.07))
    r = m.math('MULTIPLY_ADD', m.noise(co, 2.5, 5), 0.12, rough - 0.06)
    return m.surf(
        m.pbr(
            c,
            r,
            Normal=m.bump(n, 0.05, 0.25),
            Specular=0.55,
            Subsurface=0.03,
            Subsurface_Color=(1, 0.95, 0.88),
            Subsurface_Radius=(0.3, 0.25, 0.2),
            Clearcoat=0.4,
            Clearcoat_Roughness=0.05,
        )
    )


def metal(col=(0.86, 0.84, 0.81), rough=0.18, brushed=0, smudge=0.12):
    m = M('metal')
    co = m.co(rand=50)
    n = m.noise(co, 0.5, 6, 0.6)
    r = m.math('MULTIPLY_ADD', n, smudge * 2, rough - smudge)
    sc = m.co(scale=(1, 40, 1))
    b = m.noise(sc, 6, 2)
    nm = m.bump(b, 0.006, 0.6) if brushed else m.bump(n, 0.02, 0.25)
    return m.surf(m.pbr(col, m.math('MAXIMUM', r, 0.04), Metallic=1, Normal=nm, Anisotropic=0.4 if brushed else 0))


GOLD = (0.92, 0.66, 0.32)
SILVER = (0.87, 0.86, 0.84)
ROSEGOLD = (0.86, 0.56, 0.44)


def linen(col=(0.78, 0.73, 0.65), thread=14, stain=0.12):
    "woven cloth: two crossed thread waves in UV(cm) space + slub noise + sheen"
    m = M('linen')
    uv = m.co('UV', rand=0)
    x, y = m.n('SeparateXYZ', Vector=uv).outputs[0:2]
    slub = m.noise(m.co('UV', scale=(1, 0.1, 1)), 3, 4)
    slub2 = m.noise(m.co('UV', scale=(0.1, 1, 1)), 3, 4)
    wx = m.math('SINE', m.math('MULTIPLY_ADD', x, TAU * thread / 2, m.math('MULTIPLY', slub, 5)))
    wy = m.math('SINE', m.math('MULTIPLY_ADD', y, TAU * thread / 2, m.math('MULTIPLY', slub2, 5)))
    w = m.math('MULTIPLY_ADD', m.math('MULTIPLY', wx, wy), 0.5, 0.5)
    c = m.mix(m.math('MULTIPLY', w, 0.35), col, tuple(k * 0.62 for k in col))
    c = m.mix(m.ramp(slub, (0.4, 0), (0.75, stain * 2)), c, tuple(k * 0.8 for k in col))
    c = m.mix(m.ramp(slub2, (0.4, 0), (0.75, stain * 2)), c, tuple(min(1, k * 1.1) for k in col))
    h = m.math('ADD', w, m.math('MULTIPLY', m.noise(uv, 1.2, 5), 0.8))
    bs = m.pbr(c, 0.85, Normal=m.bump(h, 0.03, 0.6), Sheen=0.5, Sheen_Tint=0.5, Specular=0.2)
    tl = m.n('BsdfTranslucent', Color=c)
    mx = m.n('MixShader', Fac=0.12)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], tl.outputs[0])
    return m.surf(mx)


def wood(
    dark=(0.10, 0.045, 0.018), mid=(0.26, 0.13, 0.06), light=(0.42, 0.25, 0.13), axis=0, rough=0.42, scale=1, coat=0.15
):
    m = M('wood')
    sc = [1.6 * scale] * 3
    sc[axis] = 0.07 * scale
    co = m.co(scale=sc, rand=80)
    g1 = m.noise(co, 0.55, 8, 0.62, 1.2)
    sc2 = [9 * scale] * 3
    sc2[axis] = 0.18 * scale
    fib = m.noise(m.co(scale=sc2, rand=33), 1, 6, 0.7)
    rings = m.n(
        'TexWave',
        wave_type='BANDS',
        bands_direction='Y' if axis == 0 else 'X',
        Vector=co,
        Scale=0.35,
        Distortion=6,
        Detail=3,
        Detail_Scale=1.2,
    ).outputs['Fac']
    f = m.math('MULTIPLY_ADD', rings, 0.35, m.math('MULTIPLY', g1, 0.65))
    c = m.ramp(f, (0.22, dark), (0.48, mid), (0.75, light))
    c = m.mix(m.ramp(fib, (0.35, 0.55), (0.6, 0)), c, tuple(k * 0.55 for k in dark))
    c = m.jitter(c, 0.01, 0.18, 0.08)
    r = m.math('MULTIPLY_ADD', fib, -0.25, rough + 0.15)
    h = m.math('ADD', fib, m.math('MULTIPLY', g1, 0.5))
    return m.surf(m.pbr(c, r, Normal=m.bump(h, 0.035, 0.6), Specular=0.4, Clearcoat=coat, Clearcoat_Roughness=0.25))


def marble(base=(0.86, 0.85, 0.83), vein=(0.28, 0.27, 0.27), scale=0.06, rough=0.12):
    m = M('marble')
    co = m.co(rand=90)
    w = m.n('TexNoise', Vector=co, Scale=scale * 1.3, Detail=6, Roughness=0.6).outputs['Color']
    co2 = m.mix(0.0, co, co)
    v = m.n('VectorMath', operation='MULTIPLY_ADD', i0=w, i1=(14, 14, 14), i2=co).outputs[0]
    a = m.n('TexNoise', Vector=v, Scale=scale, Detail=9, Roughness=0.55).outputs['Fac']
    ridge = m.math('ABSOLUTE', m.math('SUBTRACT', a, 0.5))
    vn = m.ramp(ridge, (0, 1), (0.018, 0.55), (0.07, 0.12), (0.16, 0))
    cl = m.noise(co, scale * 0.8, 6)
    c = m.mix(m.math('MULTIPLY', vn, m.ramp(cl, (0.3, 0.1), (0.7, 0.85))), base, vein)
    c = m.mix(m.ramp(cl, (0.3, 0.35), (0.6, 0)), c, tuple(k * 0.86 for k in base))
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', m.noise(co, 0.6, 5), 0.12, rough - 0.04),
            Subsurface=0.04,
            Subsurface_Radius=(0.5, 0.45, 0.4),
            Subsurface_Color=base,
            Specular=0.5,
        )
    )


def slate(col=(0.022, 0.024, 0.027), hi=(0.085, 0.088, 0.092)):
    m = M('slate')
    co = m.co()
    n = m.noise(co, 0.16, 9, 0.62, 0.6)
    n2 = m.noise(m.co(scale=(1, 0.35, 1)), 1.4, 8, 0.7)
    ms = m.noise(co, 6, 6, 0.75)
    c = m.ramp(m.math('MULTIPLY_ADD', n2, 0.5, m.math('MULTIPLY', n, 0.5)), (0.35, col), (0.7, hi))
    c = m.mix(m.ramp(ms, (0.62, 0), (0.72, 0.35)), c, (0.20, 0.20, 0.20))
    h = m.math('ADD', m.math('MULTIPLY', n, 1.4), m.math('MULTIPLY_ADD', n2, 0.6, m.math('MULTIPLY', ms, 0.15)))
    st = m.math('MULTIPLY', m.math('ROUND', m.math('MULTIPLY', n, 14)), 0.055)
    h = m.math('ADD', h, st)
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', n2, 0.3, 0.38), Normal=m.bump(h, 0.16, 0.55), Specular=0.45))


def food(
    col,
    rough=0.45,
    sss=0.25,
    radius=(0.5, 0.2, 0.1),
    nscale=2,
    nbump=0.03,
    var=0.15,
    coat=0,
    spec=0.5,
    sub=None,
    hue=0.01,
    det=5,
    **k,
):
    "general sub-surface food material: noise-mottled colour, bumped, jittered per copy"
    m = M('food')
    co = m.co(rand=40)
    n = m.noise(co, nscale, det, 0.6)
    c = m.mix(
        m.ramp(n, (0.3, 0), (0.7, 1)), tuple(x * (1 - var) for x in col), tuple(min(1, x * (1 + var)) for x in col)
    )
    c = m.jitter(c, hue, 0.08, 0.06)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', n, 0.2, rough - 0.1),
            Subsurface=sss,
            Subsurface_Radius=radius,
            Subsurface_Color=sub or col,
            Normal=m.bump(n, nbump, 0.8),
            Clearcoat=coat,
            Clearcoat_Roughness=0.08,
            Specular=spec,
            **k,
        )
    )


def cream(col=(0.90, 0.86, 0.78), rough=0.38):
    return food(col, rough, 0.3, (0.6, 0.5, 0.4), 3, 0.012, 0.03, 0.15, 0.4, hue=0)


def chocolate(col=(0.050, 0.020, 0.009), rough=0.28):
    return food(col, rough, 0.05, (0.1, 0.05, 0.03), 1.5, 0.02, 0.1, 0.2)


def crust(pale=(0.72, 0.48, 0.22), dark=(0.22, 0.085, 0.022), z0=0, z1=1.2):
    "baked dough: pale sides, browned where noise and height say so"
    m = M('crust')
    co = m.co(rand=60)
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    n = m.noise(co, 1.1, 7, 0.62)
    n2 = m.noise(co, 7, 5, 0.7)
    f = m.math('ADD', m.math('MULTIPLY_ADD', n, 1.5, -0.55), m.math('MULTIPLY', z, 0.62))
    c = m.ramp(f, (0.15, pale), (0.5, tuple((a + b) / 2 * 1.05 for a, b in zip(pale, dark))), (0.9, dark))
    c = m.mix(m.ramp(n2, (0.3, 0.5), (0.5, 0)), c, tuple(k * 0.5 for k in pale))
    return m.surf(
        m.pbr(
            c,
            0.62,
            Normal=m.bump(
                m.math('MULTIPLY_ADD', n2, 0.7, m.math('MULTIPLY_ADD', m.noise(co, 3.2, 4), 0.8, n)), 0.20, 0.9
            ),
            Subsurface=0.12,
            Subsurface_Color=pale,
            Subsurface_Radius=(0.3, 0.15, 0.06),
            Specular=0.3,
        )
    )


def leafmat(col=(0.055, 0.17, 0.022), tl=(0.22, 0.45, 0.05), rough=0.4, vein=True, sp=0.4):
    m = M('leaf')
    uv = m.n('TexCoord').outputs['UV']
    x, y = m.n('SeparateXYZ', Vector=uv).outputs[0:2]
    ax = m.math('ABSOLUTE', m.math('SUBTRACT', x, 0.5))
    v = m.math('SINE', m.math('MULTIPLY', m.math('SUBTRACT', y, m.math('MULTIPLY', ax, 0.9)), 60))
    vn = m.ramp(v, (0.0, 0), (0.75, 0), (1, 0.6))
    mid = m.ramp(ax, (0, 1), (0.035, 0))
    n = m.noise(m.co(rand=20), 2.5, 5)
    c = m.mix(m.ramp(n, (0.3, 0), (0.7, 0.7)), col, tuple(k * 1.6 for k in col))
    f = m.math('MAXIMUM', m.math('MULTIPLY', vn, 0.3), mid) if vein else 0.0
    c = m.mix(f, c, tuple(min(1, k * 2.2) for k in col))
    c = m.jitter(c, 0.018, 0.22, 0.1)
    h = m.math('ADD', m.math('MULTIPLY', f, -1) if vein else 0.0, m.math('MULTIPLY', n, 0.6))
    bs = m.pbr(c, rough, Normal=m.bump(h, 0.05, 0.7), Specular=sp)
    t = m.n('BsdfTranslucent', Color=m.jitter(m.mix(0.5, c, tl), 0.015, 0.15))
    mx = m.n('MixShader', Fac=0.33)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], t.outputs[0])
    return m.surf(mx)


def petalmat(inner=(0.86, 0.58, 0.50), outer=(0.90, 0.80, 0.74), rough=0.55):
    m = M('petal')
    uv = m.n('TexCoord').outputs['UV']
    x, y = m.n('SeparateXYZ', Vector=uv).outputs[0:2]
    st = m.noise(m.co('UV', scale=(26, 1.2, 1)), 1.5, 3)
    n = m.noise(m.co(rand=10), 1.5, 4)
    f = m.math('ADD', y, m.math('MULTIPLY_ADD', n, 0.4, -0.2))
    c = m.ramp(f, (0.1, inner), (0.85, outer))
    c = m.mix(m.ramp(st, (0.35, 0.22), (0.6, 0)), c, inner)
    c = m.jitter(c, 0.008, 0.07, 0.08)
    bs = m.pbr(
        c,
        rough,
        Normal=m.bump(st, 0.03, 0.35),
        Sheen=0.35,
        Specular=0.25,
        Subsurface=0.15,
        Subsurface_Color=inner,
        Subsurface_Radius=(0.3, 0.15, 0.1),
    )
    t = m.n('BsdfTranslucent', Color=m.mix(0.3, c, inner))
    mx = m.n('MixShader', Fac=0.24)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], t.outputs[0])
    return m.surf(mx)


def wax(col=(0.92, 0.87, 0.78), glow=1.5, top=1.0):
    m = M('wax')
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    g = m.ramp(z, (0.30, (0, 0, 0)), (0.8, (0.42, 0.15, 0.045)), (1, (1, 0.46, 0.20)))
    n = m.noise(m.co(), 0.8, 3)
    return m.surf(
        m.pbr(
            col,
            0.42,
            Subsurface=0.6,
            Subsurface_Color=(1, 0.75, 0.5),
            Subsurface_Radius=(1.5, 0.8, 0.4),
            Emission=g,
            Emission_Strength=glow,
            Normal=m.bump(n, 0.06, 0.4),
            Specular=0.4,
        )
    )


def flamemat(strength=40):
    m = M('flame')
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    c = m.ramp(z, (0, (0.10, 0.16, 0.7)), (0.18, (1, 0.36, 0.10)), (0.45, (1, 0.66, 0.34)), (1, (1, 0.52, 0.20)))
    s = m.math('MULTIPLY', m.ramp(z, (0, 0.12), (0.22, 0.45), (0.5, 1), (0.85, 0.8), (1, 0.3)), strength)
    e = m.n('Emission', Color=c, Strength=s)
    m.m.cycles.sample_as_light = False
    edge = m.ramp(m.n('LayerWeight', Blend=0.5).outputs['Facing'], (0.35, 1), (0.95, 0), interp='EASE')
    foot = m.ramp(z, (0.02, 0.1), (0.35, 1), interp='EASE')
    mx = m.n('MixShader', Fac=m.math('MULTIPLY', edge, foot))
    m.set(mx.inputs[1], m.n('BsdfTransparent').outputs[0])
    m.set(mx.inputs[2], e.outputs[0])
    return m.surf(mx)


def emit(col=(1, 0.7, 0.35), strength=10, light=False):
    m = M('emit')
    e = m.n(
        'Emission',
        Color=m.jitter(col, 0.03, 0.1, 0.15),
        Strength=m.math('MULTIPLY', m.math('MULTIPLY_ADD', m.rnd(), 1.4, 0.3), strength),
    )
    m.m.cycles.sample_as_light = light
    return m.surf(e)


# ------------------------------------------------------------------ geometry
def catmull(pts, n=8):
    p = np.array(pts, float)
    P = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    out = []
    for i in range(1, len(P) - 2):
        t = np.linspace(0, 1, n, endpoint=False)[:, None]
        a, b, c, d = P[i - 1 : i + 3]
        out.append(
            0.5 * ((2 * b) + (-a + c) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (-a + 3 * b - 3 * c + d) * t**3)
        )
    out.append(P[-2][None])
    return np.vstack(out)


def lathe(name, prof, mat=None, seg=96, smooth_n=0, wob=0, wfreq=0.3):
    pr = catmull(prof, smooth_n) if smooth_n else np.array(prof, float)
    pr[:, 0] = np.maximum(pr[:, 0], 0)
    n = len(pr)
    a = np.linspace(0, TAU, seg, endpoint=False)
    v = np.stack(
        [np.outer(np.cos(a), pr[:, 0]), np.outer(np.sin(a), pr[:, 0]), np.tile(pr[:, 1], (seg, 1))], -1
    ).reshape(-1, 3)
    if wob:
        for i in range(len(v)):
            v[i] += np.array(mnoise.noise_vector(Vector(v[i]) * wfreq + Vector((random.random() * 0.0, 7, 3)))) * wob
    f = []
    for i in range(seg):
        j = (i + 1) % seg
        for k in range(n - 1):
            r0, r1 = pr[k, 0] < 1e-6, pr[k + 1, 0] < 1e-6
            if r0 and r1:
                continue
            if r0:
                f.append((i * n + k, j * n + k + 1, i * n + k + 1))
            elif r1:
                f.append((i * n + k, j * n + k, i * n + k + 1))
            else:
                f.append((i * n + k, j * n + k, j * n + k + 1, i * n + k + 1))
    ob = mesh(name, v, f, mat)
    bm = bmesh.new()
    bm.from_mesh(ob.data)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(ob.data)
    bm.free()
    ob.data.polygons.foreach_set('use_smooth', [True] * len(ob.data.polygons))
    return ob


def grid(name, fn, nu, nv, mat=None, closed_u=False, uvscale=(1, 1)):
    "parametric surface fn(u,v)->xyz with u,v in [0,1]"
    v = []
    uv = []
    for j in range(nv):
        for i in range(nu):
            a, b = i / (nu if closed_u else nu - 1), j / (nv - 1)
            v.append(fn(a, b))
            uv.append((a * uvscale[0], b * uvscale[1]))
    f = []
    for j in range(nv - 1):
        for i in range(nu if closed_u else nu - 1):
            f.append((j * nu + i, j * nu + (i + 1) % nu, (j + 1) * nu + (i + 1) % nu, (j + 1) * nu + i))
    return mesh(name, v, f, mat, uv=uv)


def box(name, size, mat=None, loc=(0, 0, 0), bev=0.12, rot=(0, 0, 0), sub=0, wob=0):
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    me = bpy.data.meshes.new(name)
    bmesh.ops.scale(bm, vec=size, verts=bm.verts)
    if sub:
        bmesh.ops.subdivide_edges(bm, edges=bm.edges, cuts=sub, use_grid_fill=True)
    if wob:
        for v in bm.verts:
            v.co += Vector(mnoise.noise_vector(v.co * 0.4 + Vector((random.random() * 99, 0, 0)))) * wob
    bm.to_mesh(me)
    bm.free()
    ob = link(bpy.data.objects.new(name, me))
    ob.location = loc
    ob.rotation_euler = rot
    if mat:
        me.materials.append(mat)
    if bev:
        bevel(ob, bev, 3)
        me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
        me.use_auto_smooth = True
        me.auto_smooth_angle = 0.7
    return ob


def sphere(name, r=1, mat=None, sub=4, wob=0, wf=1, scale=(1, 1, 1)):
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=sub, radius=r)
    off = Vector((random.random() * 50,) * 3)
    for v in bm.verts:
        v.co = Vector([a * b for a, b in zip(v.co, scale)])
        if wob:
            v.co += v.co.normalized() * mnoise.noise(v.co * wf + off) * wob
    me = bpy.data.meshes.new(name)
    bm.to_mesh(me)
    bm.free()
    me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    ob = link(bpy.data.objects.new(name, me))
    if mat:
        me.materials.append(mat)
    return ob


def tube(name, pts, r=0.1, mat=None, seg=10, taper=None, smooth_n=6, star=0, starn=8, twist=0):
    "swept tube; star>0 gives a piped-cream cross-section"
    p = catmull(pts, smooth_n) if smooth_n else np.array(pts, float)
    n = len(p)
    T = np.gradient(p, axis=0)
    T /= np.linalg.norm(T, axis=1)[:, None] + 1e-9
    up = np.array([0, 0, 1.0]) if abs(T[0][2]) < 0.9 else np.array([1.0, 0, 0])
    N = np.cross(T[0], up)
    N /= np.linalg.norm(N)
    v = []
    for i in range(n):
        N = N - T[i] * np.dot(N, T[i])
        N /= np.linalg.norm(N) + 1e-9
        B = np.cross(T[i], N)
        t = i / (n - 1)
        rr = r * (taper(t) if taper else 1)
        for k in range(seg):
            a = TAU * k / seg
            q = rr * (1 + star * math.cos(starn * (a) + twist * t))
            v.append(p[i] + q * (math.cos(a) * N + math.sin(a) * B))
    f = [
        (i * seg + k, i * seg + (k + 1) % seg, (i + 1) * seg + (k + 1) % seg, (i + 1) * seg + k)
        for i in range(n - 1)
        for k in range(seg)
    ]
    f += [tuple(range(seg))[::-1], tuple((n - 1) * seg + k for k in range(seg))]
    return mesh(name, v, f, mat)


def cloth(name, w, d, mat, folds=0.5, res=220, seed=0, freq=0.05, dirs=3, micro=0.06, z=0):
    "table cloth with soft directional folds + wrinkles"
    rs = random.Random(seed)
    D = [(rs.uniform(0, math.pi), rs.uniform(0.6, 1.4), rs.uniform(0, 99)) for _ in range(dirs)]

    def fn(u, v):
        x, y = (u - 0.5) * w, (v - 0.5) * d
        h = 0
        for a, k, o in D:
            s = x * math.cos(a) + y * math.sin(a)
            q = mnoise.noise(Vector((x * freq * 0.5 + o, y * freq * 0.5, o)))
            t = mnoise.noise(
                Vector((s * freq * k * 2 + q * 2.2 + o, o, (x * -math.sin(a) + y * math.cos(a)) * freq * 0.25))
            )
            h += folds * (1 - abs(t) * 1.9) ** 3 if abs(t) < 0.52 else 0
        h += micro * mnoise.fractal(Vector((x * 0.35, y * 0.35, seed)), 1, 2, 4)
        return (x, y, z + h)

    return grid(name, fn, res, int(res * d / w), mat, uvscale=(w, d))


def leaf(name, L=4, W=1.8, mat=None, curl=0.4, fold=0.25, wav=0.06, point=1.0, nu=11, nv=20):
    ph = random.random() * 9

    def fn(u, v):
        s = (u - 0.5) * 2
        w = W / 2 * (math.sin(math.pi * min(1, v**0.75)) ** 0.8) * (1 - 0.25 * v * point) + 0.015
        y = L * v
        z = -curl * L * (v**2) * 0.5 + fold * abs(s) * w + wav * math.sin(v * 14 + ph + s * 2) * abs(s)
        return (s * w, y, z)

    return grid(name, fn, nu, nv, mat)


def scatter_disc(n, R, rmin, tries=4000):
    pts = []
    for _ in range(tries):
        a, r = random.random() * TAU, R * math.sqrt(random.random())
        p = (r * math.cos(a), r * math.sin(a))
        if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > rmin * rmin for q in pts):
            pts.append(p)
        if len(pts) >= n:
            break
    return pts


# ------------------------------------------------------------------ props
def flute(gl, liq, fill=0.78, seed=0, bub=None, H=22.5, nb=160):
    "champagne flute, origin at the foot"
    rs = random.Random(seed)
    out = [
        (0, 0.12),
        (1.2, 0.10),
        (2.9, 0.02),
        (3.25, 0.05),
        (3.28, 0.14),
        (2.6, 0.26),
        (1.2, 0.55),
        (0.50, 1.2),
        (0.36, 2.5),
        (0.33, 5),
        (0.36, 7.6),
        (0.62, 8.8),
        (1.35, 10.1),
        (2.05, 12.2),
        (2.45, 15),
        (2.5, 17.6),
        (2.32, 20.4),
        (2.15, H - 0.06),
    ]
    inn = [
        (2.06, H + 0.02),
        (2.04, H - 0.06),
        (2.22, 20.4),
        (2.40, 17.6),
        (2.35, 15),
        (1.95, 12.3),
        (1.22, 10.4),
        (0.45, 9.3),
        (0, 9.1),
    ]
    out = [(r, z) for r, z in out]
    p = np.vstack(
        [
            [[0, 0], [2.9, 0], [3.2, 0.03]],
            catmull(out[3:], 6),
            [[2.095 + 0.055 * math.cos(a), H - 0.05 + 0.055 * math.sin(a)] for a in np.linspace(0.2, 2.9, 7)],
            catmull(inn[1:], 6),
        ]
    )
    g = lathe('flute', p, gl, 72)
    zt = 9.1 + (H - 9.1) * fill
    ic = catmull(inn[1:], 8)
    ic = ic[ic[:, 1] < zt][::-1]
    rtop = np.interp(zt, ic[:, 1], ic[:, 0])
    k = 0.03
    lp = (
        [(0, 9.1 - k)]
        + [(r + k, z) for r, z in ic[1:]]
        + [(rtop + k, zt + 0.05), (rtop - 0.08, zt - 0.02), (rtop * 0.6, zt - 0.04), (0, zt - 0.04)]
    )
    l = lathe('champ', lp, liq, 72)
    if bub:
        vs = []
        bs = bub
        base = bpy.data.objects.get('bubproto')
        if not base:
            base = sphere('bubproto', 0.055, bs, 2)
            hide_proto(base)
        cols = [(rs.uniform(-0.2, 0.2), rs.uniform(-0.2, 0.2)) for _ in range(3)]
        for i in range(nb):
            if i < nb * 0.55:
                z = rs.uniform(9.6, zt - 0.1)
                R = np.interp(z, ic[:, 1], ic[:, 0]) * 0.92
                a = rs.random() * TAU
                r = R * math.sqrt(rs.random())
                x, y = r * math.cos(a), r * math.sin(a)
                s = rs.uniform(0.4, 1.1)
            elif i < nb * 0.75:
                cx, cy = rs.choice(cols)
                z = 9.5 + (zt - 9.6) * rs.random()
                x, y = cx * (1 + z * 0.08), cy * (1 + z * 0.08)
                s = 0.5 + 0.6 * (z - 9.5) / (zt - 9.5)
            else:
                a = rs.random() * TAU
                r = rtop * rs.uniform(0.82, 0.97)
                x, y, z = r * math.cos(a), r * math.sin(a), zt - 0.05
                s = rs.uniform(0.5, 1.3)
            copy(base, (x, y, z), scale=s)


def wineglass(gl, H=21, R=4.1, liq=None, fill=0.35):
    out = [
        (3.42, 0.0),
        (3.52, 0.12),
        (3.42, 0.24),
        (2.6, 0.32),
        (1.1, 0.6),
        (0.45, 1.3),
        (0.34, 3),
        (0.33, 6.5),
        (0.40, 9),
        (1.0, 10),
        (2.6, 11.2),
        (R * 0.93, 13),
        (R, 15),
        (R * 0.93, 18),
        (R * 0.82, H),
    ]
    inn = [
        (R * 0.82 - 0.1, H - 0.02),
        (R * 0.93 - 0.1, 18),
        (R - 0.1, 15),
        (R * 0.93 - 0.1, 13.1),
        (2.45, 11.45),
        (0.9, 10.4),
        (0, 10.2),
    ]
    rim = [[R * 0.82 - 0.05 + 0.05 * math.cos(q), H + 0.05 * math.sin(q)] for q in np.linspace(0.25, 2.9, 6)]
    p = np.vstack([[[0, 0.16], [2.4, 0.12], [3.2, 0.03]], catmull(out, 6), rim, catmull(inn, 6)])
    lathe('wine', p, gl, 80)
    if liq:
        zt = 10.2 + (H - 10.2) * fill
        ic = catmull(inn, 8)
        ic = ic[ic[:, 1] < zt][::-1]
        rt = np.interp(zt, ic[:, 1], ic[:, 0])
        lathe(
            'wl',
            [(0, 10.17)]
            + [(r + 0.03, z) for r, z in ic[1:]]
            + [(rt + 0.03, zt + 0.05), (rt - 0.1, zt - 0.02), (0, zt - 0.03)],
            liq,
            80,
        )


def tumbler_candle(gl, wx, fl, R=3.2, H=6.5):
    lathe(
        'votive',
        np.vstack(
            [
                [[0, 0]],
                catmull([(R * 0.8, 0), (R * 0.95, 0.3), (R, 1.2), (R, H)], 6),
                [[R - 0.09 + 0.09 * math.cos(q), H + 0.09 * math.sin(q)] for q in np.linspace(0.15, 3.0, 8)],
                catmull([(R - 0.18, H), (R - 0.2, 1.4), (R * 0.8, 0.9)], 6),
                [[0, 0.8]],
            ]
        ),
        gl,
        72,
    )
    lathe(
        'votwax',
        [(0, 0.85), (R - 0.25, 0.9), (R - 0.22, 1.5), (R - 0.22, H * 0.5), (R - 0.5, H * 0.47), (0, H * 0.45)],
        wx,
        64,
    )
    flame(fl, (0, 0, H * 0.45))


def flame(fl, loc, h=2.3, light=2.2):
    x, y, z = loc
    tube(
        'wick', [(x, y, z), (x + 0.03, y, z + 0.4), (x + 0.10, y, z + 0.75)], 0.06, food((0.03, 0.02, 0.015), 0.9, 0), 6
    )
    t = np.linspace(0, 1, 32)
    o = lathe('flame', np.stack([0.80 * t**0.6 * (1 - t) ** 0.95, h * t], -1), fl, 32)
    o.location = (x + 0.06, y, z + 0.35)
    o.visible_glossy = False  # no second flame in the wall of the glass
    L = bpy.data.lights.new('fl', 'POINT')
    L.color = (1, 0.52, 0.20)
    L.energy = light * 4000
    L.shadow_soft_size = 0.5
    ob = link(bpy.data.objects.new('fl', L))
    ob.location = (x, y, z + 1.4)
    ob.visible_camera = False
    ob.visible_glossy = False


def rose(pm, R=3.2, open_=1.0, n=26, seed=0, H=3.6):
    "spiral of cupped, curled petals"
    rs = random.Random(seed)
    for i in range(n):
        t = i / (n - 1)
        phi = i * 2.39996 + rs.uniform(-0.15, 0.15)
        r0 = R * (0.05 + 0.36 * t**1.15)
        wid = 1.5 - 0.55 * t
        h = H * (0.86 + 0.14 * math.sin(t * 2)) * (1 - 0.22 * t) * rs.uniform(0.94, 1.06)
        flare = open_ * R * (0.03 + 0.75 * t**2.1) * rs.uniform(0.85, 1.15)
        ph = rs.random() * 9
        curl = 0.15 + 0.55 * t
        low = -0.15 * t

        def fn(u, v, r0=r0, wid=wid, h=h, flare=flare, ph=ph, curl=curl, t=t, low=low):
            s = (u - 0.5) * 2
            hh = h * (1 - 0.30 * abs(s) ** 2.6)
            vv = v
            wv = math.sin(math.pi * min(1, 0.12 + 0.80 * vv**0.8)) ** 0.6 if vv < 1 else 0.6
            ang = phi + s * wid * (0.35 + 0.65 * wv)
            bul = r0 * (0.35 + 0.95 * math.sin(min(1, vv * 1.15) * math.pi * 0.62))
            rad = bul + flare * vv**2.2 + 0.06 * R * (1 - abs(s)) * t
            z = low * H + hh * (vv - 0.16 * curl * max(0, vv - 0.62) ** 1.2 * 6 * (t > 0.25))
            if vv > 0.75:
                rad += curl * R * 0.16 * ((vv - 0.75) / 0.25) ** 1.5
            k = 0.05 * R * t * vv
            rad += 0.8 * k * math.sin(s * 5 + ph) + k * 0.35 * math.sin(s * 11 + ph * 2)
            z += k * 0.7 * math.cos(s * 7 + ph)
            rad += 0.04 * R * s * (0.4 + t)
            return (rad * math.cos(ang), rad * math.sin(ang), z)

        o = grid('pet', fn, 17, 14, pm)
        solid(o, 0.035 * R / 3)


def sprig(lm, sm, L=12, n=12, lw=1.6, ll=3.0, seed=0, droop=0.3, paired=True, curl=0.3, point=1.0, z0=0.1):
    "stem with leaves along +y"
    rs = random.Random(seed)
    pts = [(rs.uniform(-0.3, 0.3) * k * 0.3, L * k / 5, z0 + 0.9 * math.sin(k / 5 * 2.2) * droop * 3) for k in range(6)]
    c = catmull(pts, 10)
    tube('stem', pts, 0.09, sm, 8, lambda t: 1 - 0.6 * t)
    pr = []
    for k in range(3):
        o = leaf('lf', ll, lw, lm, curl * rs.uniform(0.5, 1.4), 0.22, 0.05, point)
        hide_proto(o)
        pr.append(o)
    for i in range(n):
        t = 0.10 + 0.9 * i / (n - 1)
        p = c[int(t * (len(c) - 1))]
        for sd in (-1, 1) if paired else ((-1) ** i,):
            e = Euler(
                (rs.uniform(-0.1, 0.55), rs.uniform(-0.5, 0.5), -sd * rs.uniform(0.7, 1.15) * (1 - 0.5 * (t > 0.97)))
            )
            copy(rs.choice(pr), p, e, (1.05 - 0.55 * t) * rs.uniform(0.85, 1.1))


def rosette(mat, R=1.6, H=2.2, turns=2.6, r=0.62, star=0.20):
    "piped cream swirl"
    n = 60
    pts = [
        (
            (R - r * 0.55) * (1 - t) ** 0.75 * math.cos(t * turns * TAU),
            (R - r * 0.55) * (1 - t) ** 0.75 * math.sin(t * turns * TAU),
            r * 0.6 + (H - r) * t**1.05,
        )
        for t in np.linspace(0, 0.985, n)
    ]
    pts.append((0, 0, H + 0.15))
    return tube(
        'rosette',
        pts,
        r,
        mat,
        48,
        lambda t: min(1, 0.55 + t * 6) * (1 - 0.80 * t**2.0) * (1 if t < 0.97 else 0.35),
        3,
        star,
        7,
        9,
    )


def cutlery_fork(mat, L=20.5):
    rows = 60
    cols = 15
    v = []
    f = []

    def width(t):
        k = np.interp(t, [0, 0.05, 0.25, 0.55, 0.66, 0.74, 0.80, 1], [0.55, 0.85, 0.62, 0.36, 0.50, 1.15, 1.28, 1.16])
        return k

    for j in range(rows):
        t = j / (rows - 1)
        w = width(t)
        z = np.interp(t, [0, 0.3, 0.6, 0.72, 0.85, 1], [0.30, 0.62, 0.95, 0.55, 0.30, 0.75])
        for i in range(cols + 1):
            s = i / cols * 2 - 1
            e = 0.10 * abs(s) * 1 if t > 0.66 else -0.07 * s * s
            v.append((s * w * (1 - 0.0), (t - 0.5) * L, z + e * 0.8))
    for j in range(rows - 1):
        t = (j + 0.5) / (rows - 1)
        for i in range(cols):
            if t > 0.80 and i in (3, 7, 11):
                continue
            f.append(
                (j * (cols + 1) + i, j * (cols + 1) + i + 1, (j + 1) * (cols + 1) + i + 1, (j + 1) * (cols + 1) + i)
            )
    o = mesh('fork', v, f, mat)
    solid(o, 0.17)
    mod(o, 'BEVEL', width=0.05, segments=2, limit_method='ANGLE')
    subsurf(o, 1)
    return o


def cutlery_knife(mat, L=23):
    rows = 60
    cols = 8
    v = []
    f = []
    for j in range(rows):
        t = j / (rows - 1)
        wl = np.interp(
            t, [0, 0.04, 0.3, 0.5, 0.56, 0.62, 0.9, 0.97, 1], [0.5, 0.8, 0.7, 0.55, 0.55, 0.85, 0.95, 0.6, 0.12]
        )
        wr = np.interp(t, [0, 0.04, 0.3, 0.5, 0.56, 0.62, 0.9, 1], [0.5, 0.8, 0.7, 0.55, 0.55, 0.62, 0.62, 0.55])
        th = np.interp(t, [0, 0.5, 0.6, 1], [0.32, 0.26, 0.10, 0.05])
        for i in range(cols + 1):
            s = i / cols
            x = -wl + (wl + wr) * s
            v.append((x, (t - 0.5) * L, 0.30 + th * math.sqrt(max(0, 1 - (2 * s - 1) ** 2))))
    for j in range(rows - 1):
        for i in range(cols):
            f.append(
                (j * (cols + 1) + i, j * (cols + 1) + i + 1, (j + 1) * (cols + 1) + i + 1, (j + 1) * (cols + 1) + i)
            )
    o = mesh('knife', v, f, mat)
    solid(o, 0.12, -1)
    subsurf(o, 1)
    return o


def plate(mat, R=13.5, rim=0.62, h=1.8, t=0.4, coupe=False):
    if coupe:
        top = [(0, 0.55), (R * 0.55, 0.58), (R * 0.80, 0.85), (R * 0.94, h * 0.85), (R, h)]
    else:
        top = [
            (0, 0.62),
            (R * rim * 0.75, 0.60),
            (R * rim * 0.93, 0.72),
            (R * rim * 1.03, h * 0.62),
            (R * 0.84, h * 0.78),
            (R * 0.97, h),
        ]
    tp = catmull(top, 8)
    bt = catmull(
        [
            (R * 1.0, h - 0.12),
            (R * 0.86, h * 0.78 - t),
            (R * rim * 1.05, h * 0.55 - t * 0.6),
            (R * rim * 0.95, 0.0),
            (R * rim * 0.85, -0.02),
            (R * rim * 0.8, 0.22),
            (0, 0.22),
        ],
        6,
    )
    return lathe('plate', np.vstack([tp, [[R * 1.006, h - 0.02]], bt]), mat, 128)


def macaron(shell, fill, foot=None, R=2.25, seed=0):
    rs = random.Random(seed)
    top = catmull([(0, 1.28), (R * 0.45, 1.22), (R * 0.78, 1.0), (R * 0.95, 0.66), (R * 0.985, 0.42)], 8)
    o = lathe('mac', np.vstack([top, [[R * 0.93, 0.36], [0, 0.36]]]), shell, 64, wob=0.05, wfreq=0.5)

    def ft(z, flip, sd):
        n = 120
        rows = 9
        rr = random.Random(sd)

        def fn(u, v):
            a = u * TAU
            q = mnoise.fractal(Vector((math.cos(a) * 6.5 + sd * 3, math.sin(a) * 6.5, v * 3.2 + sd)), 0.7, 2.1, 4)
            b = math.sin(v * math.pi) ** 0.7
            r = R * 0.90 + b * (0.22 + 0.20 * q)
            return (r * math.cos(a), r * math.sin(a), z + (v - 0.5) * 0.42 + 0.05 * q)

        grid('foot', fn, n, rows, foot or shell, closed_u=True)

    ft(0.34, 1, seed)
    o2 = copy(o)
    o2.rotation_euler = (math.pi, 0, 1.3)
    o2.location = (0, 0, -0.42)
    ft(-0.76, -1, seed + 5)
    lathe(
        'fill',
        catmull(
            [
                (0, 0.18),
                (R * 0.72, 0.18),
                (R * 0.87, 0.05),
                (R * 0.90, -0.2),
                (R * 0.87, -0.45),
                (R * 0.72, -0.6),
                (0, -0.6),
            ],
            5,
        ),
        fill,
        64,
        wob=0.06,
        wfreq=0.9,
    )


def bokeh(n=60, x=(-120, 120), y=(150, 320), z=(-10, 110), r=(0.6, 1.6), col=(1, 0.62, 0.28), strength=18, seed=3):
    rs = random.Random(seed)
    m = emit(col, strength)
    p = sphere('bk', 1, m, 2)
    hide_proto(p)
    for _ in range(n):
        copy(p, (rs.uniform(*x), rs.uniform(*y), rs.uniform(*z)), scale=rs.uniform(*r))


# ------------------------------------------------------------------ light / camera
def area(loc, target=(0, 0, 0), size=(60, 60), L=6, col=(1, 1, 1), spread=180, glossy=True):
    l = bpy.data.lights.new('area', 'AREA')
    l.shape = 'RECTANGLE'
    l.size, l.size_y = size
    l.energy = L * size[0] * size[1] * math.pi * 0.25 * 4 / 4
    l.color = col
    l.spread = math.radians(spread)
    o = link(bpy.data.objects.new('area', l))
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    o.visible_camera = False
    o.visible_glossy = glossy
    return o


def world(top=(0.25, 0.28, 0.35), hor=(0.55, 0.42, 0.30), bot=(0.10, 0.07, 0.05), strength=0.5):
    w = bpy.data.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    t = w.node_tree
    bg = t.nodes['Background']
    tc = t.nodes.new('ShaderNodeTexCoord')
    sx = t.nodes.new('ShaderNodeSeparateXYZ')
    mr = t.nodes.new('ShaderNodeMapRange')
    r = t.nodes.new('ShaderNodeValToRGB')
    t.links.new(tc.outputs['Generated'], sx.inputs[0])
    t.links.new(sx.outputs[2], mr.inputs[0])
    mr.inputs[1].default_value = -1
    mr.inputs[2].default_value = 1
    t.links.new(mr.outputs[0], r.inputs[0])
    r.color_ramp.elements.new(0.5)
    for e, (p, c) in zip(r.color_ramp.elements, ((0.25, bot), (0.52, hor), (0.85, top))):
        e.position = p
        e.color = (*c, 1)
    t.links.new(r.outputs[0], bg.inputs[0])
    bg.inputs[1].default_value = strength
    w.cycles.sample_map_resolution = 256


def environment(name, strength=1.0, rotation=0):
    """Photographed surroundings as light, reflection and backdrop; rotation in degrees.

    name: one of Blender's own (forest, courtyard, city, interior, night, studio, sunrise, sunset),
    one of the npm package @pmndrs/assets installed under .cache (see README.md), or a path to an .exr or .hdr file.
    """
    own = os.path.join(bpy.utils.system_resource('DATAFILES'), 'studiolights', 'world', name + '.exr')
    packed = os.path.join(TMP, 'node_modules', '@pmndrs', 'assets', 'hdri', name + '.exr.js')
    path = name if os.path.sep in name else own
    if not os.path.exists(path):
        path = os.path.join(TMP, name + '.exr')
        if not os.path.exists(path):
            with open(packed) as source, open(path, 'wb') as exr:
                exr.write(base64.b64decode(source.read().split('base64,')[1].split("'")[0]))
    w = bpy.data.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    t = w.node_tree
    bg, tc = t.nodes['Background'], t.nodes.new('ShaderNodeTexCoord')
    mp, e = t.nodes.new('ShaderNodeMapping'), t.nodes.new('ShaderNodeTexEnvironment')
    e.image = bpy.data.images.load(path)
    mp.inputs['Rotation'].default_value[2] = math.radians(rotation)
    t.links.new(tc.outputs['Generated'], mp.inputs[0])
    t.links.new(mp.outputs[0], e.inputs[0])
    t.links.new(e.outputs[0], bg.inputs[0])
    bg.inputs[1].default_value = strength


def camera(loc, target, lens=85, fstop=2.8, focus=None, blades=0, roll=0, shift=(0, 0)):
    c = bpy.data.cameras.new('cam')
    o = link(bpy.data.objects.new('cam', c))
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    o.rotation_euler.rotate_axis('Z', roll)
    c.lens = lens
    c.clip_start = 1
    c.clip_end = 5000
    c.dof.use_dof = True
    c.dof.aperture_fstop = fstop / 100
    c.dof.aperture_blades = blades
    f = Vector(focus or target)
    d = (Vector(target) - Vector(loc)).normalized()
    c.dof.focus_distance = (f - Vector(loc)).dot(d)
    c.shift_x, c.shift_y = shift
    bpy.context.scene.camera = o
    return o


def backdrop(mat, y=360, w=900, h=600, z=0):
    return mesh(
        'backdrop',
        [(-w / 2, y, z - h / 2), (w / 2, y, z - h / 2), (w / 2, y, z + h / 2), (-w / 2, y, z + h / 2)],
        [(0, 1, 2, 3)],
        mat,
        False,
    )


def bokeh_image(
    name,
    w=1280,
    h=720,
    grad=((0.05, 0.03, 0.02), (0.16, 0.09, 0.045), (0.30, 0.17, 0.08)),
    glows=(),
    n=60,
    r=(0.012, 0.04),
    cols=((1, 0.62, 0.28), (1, 0.75, 0.45), (1, 0.48, 0.18)),
    L=(0.5, 4),
    yr=(0.25, 1),
    strings=(),
    seed=1,
    soft=1.5,
):
    "noise-free bokeh: paint defocused lights as discs (bright rim, soft edge) -> EXR used as backdrop emission; bottom-up rows"
    rs = np.random.RandomState(seed)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    v = (y / h)[..., None]
    g = np.array(grad, np.float32)
    img = np.where(v < 0.5, g[0] + (g[1] - g[0]) * v * 2, g[1] + (g[2] - g[1]) * (v * 2 - 1)).astype(np.float32)
    for cx, cy, rx, ry, c, k in glows:
        img += np.exp(-(((x / w - cx) / rx) ** 2 + ((y / h - cy) / ry) ** 2))[..., None] * np.array(c, np.float32) * k
    D = [
        (
            rs.rand(),
            rs.uniform(*yr),
            rs.uniform(*r) * (1 if rs.rand() < 0.8 else 1.5),
            cols[rs.randint(len(cols))],
            np.exp(rs.uniform(np.log(L[0]), np.log(L[1]))),
        )
        for _ in range(n)
    ]
    for x0, y0, x1, y1, sag, m, rr, k in strings:
        for i in range(m):
            t = (i + 0.5) / m
            D.append(
                (
                    x0 + (x1 - x0) * t + rs.randn() * 0.003,
                    y0 + (y1 - y0) * t - sag * 4 * t * (1 - t) + rs.randn() * 0.004,
                    rr * rs.uniform(0.9, 1.1),
                    cols[rs.randint(len(cols))],
                    k * rs.uniform(0.6, 1.4),
                )
            )
    for cx, cy, rr, c, k in D:
        R = rr * w
        X, Y = cx * w, cy * h
        a, b, c0, c1 = max(0, int(X - R - 9)), min(w, int(X + R + 9)), max(0, int(Y - R - 9)), min(h, int(Y + R + 9))
        if a >= b or c0 >= c1:
            continue
        d = np.sqrt((x[c0:c1, a:b] - X) ** 2 + (y[c0:c1, a:b] - Y) ** 2)
        m = np.clip((R - d) / soft + 0.5, 0, 1) * (0.62 + 0.38 * (d / R) ** 4)
        img[c0:c1, a:b] += m[..., None] * np.array(c, np.float32) * k
    im = bpy.data.images.new(name, w, h, float_buffer=True, alpha=False)
    im.colorspace_settings.name = 'Linear'
    im.pixels.foreach_set(np.concatenate([img, np.ones((h, w, 1), np.float32)], -1).ravel())
    im.filepath_raw = os.path.join(TMP, name + '.exr')
    im.file_format = 'OPEN_EXR'
    im.save()
    bpy.data.images.remove(im)
    return os.path.join(TMP, name + '.exr')


def image_backdrop(path, y=110, w=140, h=79, x=0, z=30, strength=1, rot=(0, 0, 0)):
    m = M('bgimg')
    im = bpy.data.images.load(path)
    im.colorspace_settings.name = 'sRGB'
    t = m.n('TexImage', Vector=m.n('TexCoord').outputs['UV'])
    t.image = im
    t.extension = 'EXTEND'
    m.m.cycles.sample_as_light = False
    m.surf(m.n('Emission', Color=t.outputs[0], Strength=strength))
    o = mesh(
        'bgimg',
        [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)],
        [(0, 1, 2, 3)],
        m.m,
        False,
        uv=[(0, 0), (1, 0), (1, 1), (0, 1)],
    )
    o.location = (x, y, z)
    o.rotation_euler = rot
    return o


# ------------------------------------------------------------------ render + denoise + grade
def _exr(path):
    im = bpy.data.images.load(path, check_existing=False)
    w, h = im.size
    a = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(a)
    bpy.data.images.remove(im)
    return a.reshape(h, w, 4)[:, :, :3]


def _box(a, r):
    for ax in (0, 1):
        p = np.pad(a, [(r + 1, r) if i == ax else (0, 0) for i in range(a.ndim)], 'edge')
        c = np.cumsum(p, axis=ax, dtype=np.float64)
        n = 2 * r + 1
        a = ((np.take(c, range(n, c.shape[ax]), ax) - np.take(c, range(0, c.shape[ax] - n), ax)) / n).astype(np.float32)
    return a


def wiener(fa, fb, r=2, it=2):
    "variance-aware smoothing of the guide features (they are noisy inside DOF blur)"
    f = (fa + fb) / 2
    var = _box((fa - fb) ** 2 / 4, r + 1)
    for _ in range(it):
        m = _box(f, r)
        sv = np.maximum(_box(f * f, r) - m * m, 0)
        f = m + (f - m) * np.clip((sv - 1.5 * var) / (sv + 1e-6), 0, 1)
    return f.astype(np.float32)


def despeckle(p, q, more=0.45):
    "firefly: a pixel much brighter than the median around it and than the other half; it takes that median"
    h, w = p.shape[:2]
    around = [(y, x) for y in range(5) for x in range(5)]
    light = np.pad(p.mean(-1), 2, 'edge')
    median = np.empty((h, w), np.float32)
    for y0 in range(0, h, 100):
        y1 = min(h, y0 + 100)
        median[y0:y1] = np.median(np.stack([light[y0 + y : y1 + y, x : x + w] for y, x in around]), 0)
    bad = (p.mean(-1) > median + more) & (p.mean(-1) > q.mean(-1) + more)
    ys, xs = np.nonzero(bad)
    wide = np.pad(p, ((2, 2), (2, 2), (0, 0)), 'edge')
    out = p.copy()
    out[ys, xs] = np.median(np.stack([wide[ys + y, xs + x] for y, x in around]), 0)
    return out


def denoise(A, B, feats, R=8, P=2, k=1.0, fire=True, keep=0.0):
    "keep: share of the sampled grain that stays, so that grass and boards are not smoothed into paint"
    T = lambda x: np.log1p(np.maximum(x, 0) * 6)
    a, b = T(A), T(B)
    m = (a + b) / 2
    if fire:
        first, second = despeckle(a, b), despeckle(b, a)
        a, b = first, second
    v = _box((a - b) ** 2 / 2, 3) + 1e-6
    H1, H2 = nfor.halves(a, b, v, feats, R, P, k)
    V2 = _box((H1 - H2) ** 2 / 2, 2) + 1e-7
    out = nfor.denoise(H1, H2, V2, feats, 5, P, k)
    out = out * (1 - keep) + (a + b) / 2 * keep
    return np.expm1(np.maximum(out, 0)) / 6


def blur(a, s):
    r = max(1, int(s * 0.9))
    return _box(_box(_box(a, r), r), r)


def grade(img, bloom=0.06, bloom_thr=1.0, vig=0.28, grain=0.012, temp=(1.03, 1.0, 0.95), sat=1.12, sharp=0.45):
    h, w = img.shape[:2]
    hot = np.minimum(np.maximum(img - bloom_thr, 0), 12)
    g = sum(blur(hot, w * s) * k for s, k in ((0.004, 0.45), (0.015, 0.35), (0.05, 0.20)))
    img = img + g * bloom * np.array([1, 0.85, 0.7]) * 2
    img = img * (1 - bloom * 0.4) + blur(img, w * 0.012) * bloom * 0.4
    if sharp:
        lb = blur(np.log1p(img * 4), max(1.2, w / 1400))
        img = np.expm1(np.maximum(np.log1p(img * 4) * (1 + sharp) - lb * sharp, 0)) / 4
    y, x = np.mgrid[0:h, 0:w]
    r2 = ((x / w - 0.5) ** 2 + ((y / h - 0.5) * h / w * 1.25) ** 2) / 0.39
    img = img * (1 - vig * np.clip(r2, 0, 1.3) ** 1.2)[..., None] * np.array(temp)
    Y = (img @ np.array([0.2627, 0.678, 0.0593]))[..., None]
    img = np.maximum(Y + (img - Y) * sat, 0)
    rs = np.random.RandomState(7)
    n = rs.randn(h, w)
    n = n * 0.6 + blur(rs.randn(h, w)[..., None], 1)[..., 0] * 1.6
    L = img.mean(-1)
    return (img * (1 + grain * n[..., None] / (np.sqrt(L)[..., None] + 0.25) * 1.2)).astype(np.float32)


def render(name, w=640, h=360, spp=32, exposure=0, look='High Contrast', dn=True, jpg=False, gamma=1, keep=0.0, soften=0.085, **gk):
    s = bpy.context.scene
    s.render.resolution_x, s.render.resolution_y = w, h
    s.render.resolution_percentage = 100
    s.cycles.samples = max(1, spp // 2)
    ad = float(args().get('adapt', 0))
    if ad:
        s.cycles.use_adaptive_sampling = True
        s.cycles.adaptive_threshold = ad
        s.cycles.adaptive_min_samples = max(6, spp // 6)
    vl = bpy.context.view_layer
    vl.use_pass_normal = vl.use_pass_z = True
    vl.use_pass_diffuse_color = vl.use_pass_glossy_color = vl.use_pass_transmission_color = True
    s.use_nodes = True
    t = s.node_tree
    t.nodes.clear()
    rl = t.nodes.new('CompositorNodeRLayers')
    fo = t.nodes.new('CompositorNodeOutputFile')
    fo.format.file_format = 'OPEN_EXR'
    fo.format.color_depth = '32'
    fo.base_path = TMP
    fo.file_slots.clear()
    P = ['Image', 'Normal', 'Depth', 'DiffCol', 'GlossCol', 'TransCol']
    t.nodes.new('CompositorNodeComposite')
    t.links.new(rl.outputs['Image'], t.nodes[-1].inputs[0])
    b_ = args().get('border')  # test crops: border=x0-x1-y0-y1 in percent, y up
    if b_:
        s.render.use_border = True
        s.render.border_min_x, s.render.border_max_x, s.render.border_min_y, s.render.border_max_y = [
            int(q) / 100 for q in b_.split('-')
        ]
    t0 = time.time()
    res = []
    for sd in (11, 23):
        s.cycles.seed = sd
        for i, p in enumerate(P):
            if sd == 11:
                fo.file_slots.new('x')
            fo.file_slots[i].path = f'{name}_{sd}_{p}_'
            if sd == 11:
                t.links.new(rl.outputs[p], fo.inputs[i])
        if args().get('half') != 23 or sd == 23:
            bpy.ops.render.render()
        res.append({p: _exr(os.path.join(TMP, f'{name}_{sd}_{p}_{s.frame_current:04d}.exr')) for p in P})
    t1 = time.time()
    A, B = res[0]['Image'], res[1]['Image']
    mk = lambda r: np.concatenate(
        [
            r['Normal'] * 0.5,
            np.minimum(r['DiffCol'] + r['GlossCol'] * 0.3 + r['TransCol'] * 0.3, 1.5),
            2 / (1 + np.minimum(r['Depth'][:, :, :1], 5000) * 0.01),
        ],
        -1,
    )
    feats = wiener(mk(res[0]), mk(res[1]))
    np.savez(
        os.path.join(TMP, name + '.npz'), A=A.astype(np.float16), B=B.astype(np.float16), F=feats.astype(np.float16)
    )
    img = denoise(A, B, feats, keep=keep) if dn else (A + B) / 2
    img = dof.smooth(img, feats, bpy.context.scene.camera.data, _box, soften) if dn else img
    t2 = time.time()
    finish(img, name, exposure, look, gamma, jpg, **gk)
    print(f'TIMING {name} {w}x{h} {spp}spp render {t1 - t0:.1f}s denoise {t2 - t1:.1f}s total {time.time() - t0:.1f}s')
    return img


def finish(img, name, exposure=0, look='High Contrast', gamma=1, jpg=False, **gk):
    s = bpy.context.scene
    img = grade(img, **gk)
    h, w = img.shape[:2]
    im = bpy.data.images.new('o', w, h, float_buffer=True, alpha=False)
    im.colorspace_settings.name = 'Linear'
    im.pixels.foreach_set(np.concatenate([img, np.ones((h, w, 1), np.float32)], -1).ravel())
    im.update()
    s.view_settings.view_transform = 'Filmic'
    s.view_settings.look = look
    s.view_settings.exposure = exposure
    s.view_settings.gamma = gamma
    st = s.render.image_settings
    st.file_format = 'PNG'
    st.color_mode = 'RGB'
    p = os.path.join(TMP, name + '.png')
    im.save_render(p, scene=s)
    if jpg:
        st.file_format = 'JPEG'
        st.quality = 90
        im.save_render(p[:-4] + '.jpg', scene=s)
    print('SAVED', p)


def args():
    a = sys.argv[sys.argv.index('--') + 1 :] if '--' in sys.argv else []
    d = dict(w=640, h=360, spp=32)
    for x in a:
        k, v = x.split('=')
        try:
            d[k] = float(v) if '.' in v else int(v)
        except ValueError:
            d[k] = v
    return d


# ------------------------------------------------------------------ grade, rooms, bread, boxes, fruit
_grade0 = grade


def grade(img, ll=0, llx=0.62, lly=0.62, lift=0, **k):
    "as before, plus ll: soft darkening of the lower-left corner (0..1) as a calm place for white text"
    if ll:
        h, w = img.shape[:2]
        y, x = np.mgrid[0:h, 0:w]
        d = np.clip(1 - np.sqrt((x / w / llx) ** 2 + (y / h / lly) ** 2), 0, 1)
        d = d * d * (3 - 2 * d)
        img = img * (1 - ll * d)[..., None]
    return _grade0(img, **k)


def blob(name, fn, mat=None, sub=5):
    "icosphere whose unit directions go through fn(d) -> (x,y,z[,u,v])"
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=sub, radius=1)
    bm.verts.index_update()
    v = [tuple(fn(q.co.copy())) for q in bm.verts]
    f = [[x.index for x in p.verts] for p in bm.faces]
    bm.free()
    return mesh(name, [p[:3] for p in v], f, mat, uv=[p[3:5] for p in v] if len(v[0]) > 3 else None)


def fbm(p, H=0.9, lac=2.1, o=4):
    return mnoise.fractal(Vector(p), H, lac, o)


def sstep(a, b, x):
    t = min(1, max(0, (x - a) / (b - a)))
    return t * t * (3 - 2 * t)


def room_image(
    name,
    w=960,
    h=600,
    grad=((0.30, 0.25, 0.19), (0.52, 0.46, 0.38), (0.62, 0.57, 0.49)),
    rects=(),
    blobs=(),
    foliage=(),
    blur_=14,
    seed=1,
):
    "soft out-of-focus room: gradient wall, rects (x0,y0,x1,y1,col,k,mix), gaussian blobs (cx,cy,rx,ry,col,k), foliage (n,x0,x1,y0,y1,r0,r1,cols,alpha); rows bottom-up, 0..1"
    rs = np.random.RandomState(seed)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    v = (y / h)[..., None]
    u = (x / w)[..., None]
    g = np.array(grad, np.float32)
    img = np.where(v < 0.5, g[0] + (g[1] - g[0]) * v * 2, g[1] + (g[2] - g[1]) * (v * 2 - 1)).astype(np.float32)
    for x0, y0, x1, y1, c, k in rects:
        m = ((u > x0) & (u < x1) & (v > y0) & (v < y1)).astype(np.float32)
        img = img * (1 - m) + m * np.array(c, np.float32) * k
    for n, x0, x1, y0, y1, r0, r1, cols, al in foliage:
        for _ in range(n):
            cx, cy, r = rs.uniform(x0, x1) * w, rs.uniform(y0, y1) * h, rs.uniform(r0, r1) * w
            c = np.array(cols[rs.randint(len(cols))], np.float32) * rs.uniform(0.7, 1.3)
            a, b, c0, c1 = (
                max(0, int(cx - r - 2)),
                min(w, int(cx + r + 2)),
                max(0, int(cy - r - 2)),
                min(h, int(cy + r + 2)),
            )
            if a >= b or c0 >= c1:
                continue
            d = np.sqrt((x[c0:c1, a:b] - cx) ** 2 + (y[c0:c1, a:b] - cy) ** 2)
            m = (np.clip((r - d) / 2 + 0.5, 0, 1) * al)[..., None]
            img[c0:c1, a:b] = img[c0:c1, a:b] * (1 - m) + m * c
    for cx, cy, rx, ry, c, k in blobs:
        img += np.exp(-(((u - cx) / rx) ** 2 + ((v - cy) / ry) ** 2)) * np.array(c, np.float32) * k
    if blur_:
        img = blur(img, blur_)
    im = bpy.data.images.new(name, w, h, float_buffer=True, alpha=False)
    im.colorspace_settings.name = 'Linear'
    im.pixels.foreach_set(np.concatenate([img, np.ones((h, w, 1), np.float32)], -1).astype(np.float32).ravel())
    im.filepath_raw = os.path.join(TMP, name + '.exr')
    im.file_format = 'OPEN_EXR'
    im.save()
    bpy.data.images.remove(im)
    return os.path.join(TMP, name + '.exr')


def sun(az=40, el=35, L=3, col=(1, 0.90, 0.74), angle=2.5, bars=None, dist=150, target=(0, 0, 0)):
    "directional sun from azimuth az (deg, 0=+x, 90=+y); bars=(w,h,nx,ny,t): window frame gobo that throws soft bars"
    d = Vector(
        (
            math.cos(math.radians(az)) * math.cos(math.radians(el)),
            math.sin(math.radians(az)) * math.cos(math.radians(el)),
            math.sin(math.radians(el)),
        )
    )
    l = bpy.data.lights.new('sun', 'SUN')
    l.energy = L
    l.color = col
    l.angle = math.radians(angle)
    o = link(bpy.data.objects.new('sun', l))
    o.rotation_euler = d.to_track_quat('Z', 'Y').to_euler()
    if bars:
        w, h, nx, ny, t = bars
        q = d.to_track_quat('Z', 'Y')
        P = Vector(target) + d * dist
        m = M('gobo')
        mt = m.surf(m.n('BsdfDiffuse', Color=(0, 0, 0)))
        R = [
            (-w * 3, w * 3, h / 2, h * 3),
            (-w * 3, w * 3, -h * 3, -h / 2),
            (-w * 3, -w / 2, -h / 2, h / 2),
            (w / 2, w * 3, -h / 2, h / 2),
        ]
        R += [(-w / 2 + w * i / nx - t / 2, -w / 2 + w * i / nx + t / 2, -h / 2, h / 2) for i in range(1, nx)] + [
            (-w / 2, w / 2, -h / 2 + h * i / ny - t / 2, -h / 2 + h * i / ny + t / 2) for i in range(1, ny)
        ]
        for a, b, c, e in R:
            g = mesh(
                'gobo',
                [P + q @ Vector(p) for p in ((a, c, 0), (b, c, 0), (b, e, 0), (a, e, 0))],
                [(0, 1, 2, 3)],
                mt,
                False,
            )
            g.visible_camera = g.visible_glossy = g.visible_diffuse = g.visible_transmission = False
    return o


LIGHTWOOD = ((0.30, 0.185, 0.095), (0.50, 0.34, 0.20), (0.64, 0.47, 0.30))
OAK = ((0.16, 0.085, 0.04), (0.34, 0.20, 0.10), (0.48, 0.31, 0.17))


def planks(mat, y0=-60, y1=140, w=13, L=320, rot=0, gap=0.12, z=0):
    y = y0
    while y < y1:
        ww = w * random.uniform(0.92, 1.08)
        box(
            'pl',
            (L, ww - gap, 3),
            mat,
            (random.uniform(-12, 12) * math.cos(rot), y + ww / 2, z - 1.5 + random.uniform(-0.03, 0.03)),
            0.16,
        )
        y += ww


def breadmat(
    flour=0.6, dark=(0.17, 0.06, 0.016), mid=(0.46, 0.20, 0.055), pale=(0.80, 0.56, 0.28), crumb=(0.88, 0.74, 0.50)
):
    "crust; UV.x = slash mask (pale torn crumb), UV.y = height 0..1"
    m = M('bread')
    co = m.co(rand=60)
    u, v = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['UV']).outputs[0:2]
    n = m.noise(co, 0.7, 7, 0.6)
    n2 = m.noise(co, 6, 5, 0.7)
    f = m.math('ADD', m.math('MULTIPLY', v, 0.85), m.math('MULTIPLY_ADD', n, 1.1, -0.62))
    c = m.ramp(f, (0.02, pale), (0.30, mid), (0.78, dark))
    fl = m.math(
        'MULTIPLY', m.ramp(m.noise(co, 1.3, 9, 0.78), (0.46, 0), (0.60, flour)), m.ramp(v, (0.30, 0), (0.75, 1))
    )
    c = m.mix(fl, c, (0.88, 0.83, 0.74))
    c = m.mix(m.ramp(n2, (0.30, 0.35), (0.45, 0)), c, tuple(k * 0.55 for k in mid))
    cr = m.mix(n2, tuple(k * 0.86 for k in crumb), crumb)
    c = m.mix(u, c, cr)
    h = m.math('MULTIPLY_ADD', n2, 0.8, m.math('MULTIPLY_ADD', m.noise(co, 2.6, 5, 0.65), 0.9, n))
    c = m.jitter(c, 0.006, 0.12, 0.06)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', fl, 0.25, 0.48),
            Normal=m.bump(h, 0.16, 0.85),
            Subsurface=0.10,
            Subsurface_Color=pale,
            Subsurface_Radius=(0.3, 0.15, 0.06),
            Specular=0.35,
        )
    )


def bread_roll(mat, L=10, W=8, H=5.8, seed=0, slashes=((0, 0, 0.9),), depth=0.5, sub=6):
    "slashes: (offset across y, slant, half length) in unit space"
    o = Vector((seed * 3.71, seed * 1.3, 5))

    def fn(d):
        x, y, z = d
        n = fbm(d * 1.2 + o)
        p = Vector((x * L / 2, y * W / 2, z * H * 0.58)) * (1 + 0.07 * n + 0.010 * fbm(d * 7 + o))
        zz = p.z + H * 0.34
        mk = 0
        for off, sl, hl in slashes:
            if z < 0.12:
                continue
            s = y - off - sl * x + 0.05 * math.sin(x * 3 + seed) + 0.03 * fbm(d * 5 + o)
            wv = 0.17 * max(0, 1 - (x / hl) ** 2) ** 0.6
            if wv > 0.01:
                t = s / wv
                k = sstep(1.0, 0.72, abs(t))
                mk = max(mk, k)
                zz -= depth * (k * 0.55 - 0.30 * k * sstep(0.2, 0.9, fbm(d * 4 + o) + 0.4))
                zz += depth * 0.75 * math.exp(-(((t - 1.18) / 0.24) ** 2)) * wv / 0.17
        if zz < 0.55:
            zz = 0.55 - (0.55 - zz) * 0.42 if zz > -0.1 else 0.277 + (zz + 0.1) * 0.10
        return (p.x, p.y, max(zz, 0.0), mk, min(1, max(0, zz / H)))

    return blob('roll', fn, mat, sub)


def crumbmat(col=(0.88, 0.77, 0.57), hole=(0.62, 0.46, 0.26), scale=1.0):
    "open bread crumb; UV.x = 0 centre .. 1 crust edge"
    m = M('crumb')
    co = m.co(rand=40)
    w = m.n(
        'VectorMath',
        operation='MULTIPLY_ADD',
        i0=m.n('TexNoise', Vector=co, Scale=1.5 * scale, Detail=3).outputs['Color'],
        i1=(0.5, 0.5, 0.5),
        i2=co,
    ).outputs[0]
    v1 = m.n('TexVoronoi', Vector=w, Scale=1.5 * scale).outputs['Distance']
    v2 = m.n('TexVoronoi', Vector=w, Scale=4.2 * scale).outputs['Distance']
    v3 = m.n('TexVoronoi', Vector=w, Scale=9 * scale).outputs['Distance']
    big = m.math(
        'MULTIPLY', m.ramp(v1, (0.14, 1), (0.34, 0)), m.ramp(m.noise(co, 0.8 * scale, 2), (0.42, 0), (0.55, 1))
    )
    sm = m.ramp(v2, (0.10, 0.9), (0.32, 0))
    ti = m.ramp(v3, (0.12, 0.7), (0.35, 0))
    hf = m.math('MAXIMUM', big, m.math('MAXIMUM', m.math('MULTIPLY', sm, 0.75), m.math('MULTIPLY', ti, 0.5)))
    u = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['UV']).outputs[0]
    c = m.mix(m.math('MULTIPLY', hf, 0.75), col, hole)
    c = m.mix(m.ramp(u, (0.90, 0), (1, 0.85)), c, (0.50, 0.25, 0.08))
    c = m.jitter(c, 0.004, 0.05, 0.05)
    return m.surf(
        m.pbr(
            c,
            0.75,
            Normal=m.bump(m.math('MULTIPLY', hf, -1), 0.16, 0.9),
            Subsurface=0.25,
            Subsurface_Color=(0.95, 0.80, 0.55),
            Subsurface_Radius=(0.4, 0.28, 0.15),
            Specular=0.2,
        )
    )


def slab(name, outline, t, face, rim=None, zfn=None, nr=12, rough=0.03, seed=0, cutflag=None, round_=0.12):
    "flat star-shaped slab from outline [(x,y)..] about its centroid; material 0 face, 1 rim; cutflag[i]=True keeps face material on rim segment i"
    P = np.array(outline, float)
    C = P.mean(0)
    n = len(P)
    v = []
    uv = []
    f = []
    mi = []
    o = Vector((seed * 2.3, 1, 4))

    def ring(k, z, up):
        for p in P:
            q = C + (p - C) * k
            zz = (
                z
                + (zfn(q[0], q[1]) if zfn else 0)
                + rough * fbm((q[0] * 1.7, q[1] * 1.7, z * 3 + seed)) * (1 if up else 0.3)
            )
            v.append((q[0], q[1], zz))
            uv.append((k, up))

    ks = list(np.linspace(0.02, 1, nr) ** 0.8)
    seq = (
        [(k * (1 - round_ / max(1, abs(P - C).max()) * (k > 0.99)), t, 1) for k in ks]
        + [(1.0, t - round_, 0.8), (1.0, t * 0.5, 0.5), (1.0, round_, 0.2)]
        + [(k * (1 - round_ / max(1, abs(P - C).max()) * (k > 0.99)), 0, 0) for k in ks[::-1]]
    )
    for k, z, up in seq:
        ring(k, z, up)
    for j in range(len(seq) - 1):
        isr = nr - 2 < j < len(seq) - nr
        for i in range(n):
            f.append((j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i))
            mi.append(1 if (isr and rim and not (cutflag and cutflag[i] and cutflag[(i + 1) % n])) else 0)
    f.append(tuple(range(n))[::-1])
    mi.append(0)
    f.append(tuple((len(seq) - 1) * n + i for i in range(n)))
    mi.append(0)
    f = [q[::-1] for q in f]
    ob = mesh(name, v, f, face, uv=uv)
    if rim:
        ob.data.materials.append(rim)
        ob.data.polygons.foreach_set('material_index', mi)
        L = ob.data.uv_layers[0].data
        for pl in ob.data.polygons:
            if pl.material_index == 1:
                for li in pl.loop_indices:
                    L[li].uv = (0, 0.35 + 0.35 * L[li].uv[1])
    return ob


def rrect_shell(name, w, d, r, prof, mat, n=10, cap0=True):
    "sweep prof [(inset,z)..] round a rounded rectangle (box, tin, tray); inset < 0 is outwards; last point is capped"
    v = []
    f = []
    N = 0
    for ins, z in prof:
        rr = max(0.05, r - ins)
        ring = []
        for cx, cy, a0 in (
            (w / 2 - r, d / 2 - r, 0),
            (-w / 2 + r, d / 2 - r, 90),
            (-w / 2 + r, -d / 2 + r, 180),
            (w / 2 - r, -d / 2 + r, 270),
        ):
            ring += [
                (
                    cx
                    + rr * math.cos(math.radians(a0 + 90 * i / n))
                    - (max(0, ins - r + 0.05) * (1 if cx > 0 else -1)),
                    cy
                    + rr * math.sin(math.radians(a0 + 90 * i / n))
                    - (max(0, ins - r + 0.05) * (1 if cy > 0 else -1)),
                    z,
                )
                for i in range(n + 1)
            ]
        N = len(ring)
        v += ring
    for j in range(len(prof) - 1):
        f += [(j * N + i, j * N + (i + 1) % N, (j + 1) * N + (i + 1) % N, (j + 1) * N + i) for i in range(N)]
    f.append(tuple((len(prof) - 1) * N + i for i in range(N)))
    if cap0:
        f.append(tuple(range(N))[::-1])
    o = mesh(name, v, f, mat)
    bm = bmesh.new()
    bm.from_mesh(o.data)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(o.data)
    bm.free()
    o.data.use_auto_smooth = True
    o.data.auto_smooth_angle = 0.9
    o.data.polygons.foreach_set('use_smooth', [True] * len(o.data.polygons))
    return o


def applemat(a=(0.50, 0.035, 0.02), b=(0.80, 0.52, 0.12)):
    m = M('apple')
    co = m.co(scale=(1, 1, 0.10), rand=30)
    st = m.noise(co, 2.6, 6, 0.65, 0.4)
    big = m.noise(m.co(rand=30), 0.22, 2)
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    f = m.math('ADD', m.math('MULTIPLY', st, 0.8), m.math('MULTIPLY_ADD', big, 1.1, -0.50))
    c = m.ramp(f, (0.22, b), (0.40, tuple((p + q) / 2 for p, q in zip(a, b))), (0.58, a))
    c = m.mix(m.ramp(z, (0.84, 0), (0.95, 0.7)), c, (0.55, 0.50, 0.14))
    d = m.n('TexVoronoi', Vector=m.co(rand=30), Scale=1.9).outputs['Distance']
    c = m.mix(m.ramp(d, (0.03, 0.65), (0.07, 0)), c, (0.86, 0.66, 0.40))
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', st, 0.16, 0.16),
            Subsurface=0.12,
            Subsurface_Color=(0.9, 0.35, 0.15),
            Subsurface_Radius=(0.5, 0.2, 0.1),
            Clearcoat=0.35,
            Clearcoat_Roughness=0.12,
            Normal=m.bump(m.noise(m.co(), 0.8, 3), 0.05, 0.3),
            Specular=0.45,
        )
    )


def apple(mat, stemm, seed=0, s=1):
    pr = catmull(
        [
            (0, 0.75),
            (0.5, 0.55),
            (1.15, 0.12),
            (1.7, 0.02),
            (2.5, 0.5),
            (3.4, 2.1),
            (3.75, 4.1),
            (3.4, 5.9),
            (2.35, 6.9),
            (1.3, 6.98),
            (0.6, 6.5),
            (0.2, 5.95),
            (0, 5.85),
        ],
        8,
    )
    o = lathe('apple', pr, mat, 96)
    rs = random.Random(seed)
    ph = rs.random() * 6
    for q in o.data.vertices:
        x, y, z = q.co
        a = math.atan2(y, x)
        k = (
            1
            + 0.035 * math.cos(5 * a + ph) * max(0, 1 - z / 4.5)
            + 0.03 * math.cos(2 * a + ph) * z / 7
            + 0.02 * mnoise.noise(q.co * 0.35 + Vector((seed * 5, 0, 0)))
        )
        q.co = Vector((x * k, y * k, z * (1 + 0.035 * math.cos(a + ph) * min(1, math.hypot(x, y) / 3))))
    t = tube(
        'stem',
        [(0, 0, 5.7), (0.08, 0.05, 6.5), (0.3, 0.15, 7.3), (0.45, 0.2, 7.75)],
        0.13,
        stemm,
        8,
        lambda t: 0.8 + 0.6 * t * t,
    )
    return o


def tumbler(gl, liq=None, R=3.4, R2=None, H=9.5, fill=0.75, base=0.9):
    R2 = R2 or R * 0.86
    rr = lambda z: R2 + (R - R2) * z / H
    lathe(
        'tum',
        np.vstack(
            [
                [[0, 0.05], [R2 * 0.8, 0.03]],
                catmull(
                    [(R2 * 0.88, 0.0), (R2 * 0.97, 0.12), (rr(0.6), 0.6), (rr(H * 0.5), H * 0.5), (rr(H), H - 0.06)], 6
                ),
                catmull(
                    [
                        (rr(H) - 0.07, H),
                        (rr(H) - 0.15, H - 0.06),
                        (rr(H * 0.5) - 0.17, H * 0.5),
                        (rr(base) - 0.22, base + 0.35),
                        (R2 * 0.7, base),
                    ],
                    6,
                ),
                [[0, base - 0.08]],
            ]
        ),
        gl,
        96,
    )
    if liq:
        zt = base + (H - base) * fill
        lathe(
            'twl',
            np.vstack(
                [
                    [[0, base - 0.10]],
                    catmull(
                        [
                            (R2 * 0.7, base - 0.02),
                            (rr(base) - 0.20, base + 0.33),
                            (rr(H * 0.5) - 0.15, H * 0.5),
                            (rr(zt) - 0.13, zt + 0.10),
                        ],
                        6,
                    ),
                    [[rr(zt) - 0.30, zt - 0.01], [rr(zt) * 0.6, zt - 0.03], [0, zt - 0.03]],
                ]
            ),
            liq,
            96,
        )


def calyx(mat, n=5, L=1.1, W=0.32, z=0, seed=0, up=0.35):
    rs = random.Random(seed)
    for i in range(n):
        l = leaf('cal', L * rs.uniform(0.8, 1.15), W, mat, rs.uniform(0.3, 1.1), 0.3, 0.03, 1, 5, 9)
        l.rotation_euler = (up + rs.uniform(-0.25, 0.35), 0, TAU * i / n + rs.uniform(-0.2, 0.2))
        l.location = (0, 0, z)


def crumbs(mat, xs, ys, n=60, z=0.02, r=(0.03, 0.16), seed=0):
    rs = random.Random(seed)
    pr = [sphere('crumbp', 1, mat, 2, 0.5, 1.6) for _ in range(4)]
    hide_proto(*pr)
    for _ in range(n):
        s = r[0] + (r[1] - r[0]) * rs.random() ** 2.5
        copy(
            rs.choice(pr),
            (
                rs.gauss((xs[0] + xs[1]) / 2, (xs[1] - xs[0]) / 4),
                rs.gauss((ys[0] + ys[1]) / 2, (ys[1] - ys[0]) / 4),
                z + s * 0.4,
            ),
            (rs.random() * 6,) * 3,
            (s, s * rs.uniform(0.6, 1), s * 0.7),
        )


def imgmat(img, name, rough=0.3, bump=0.05, **k):
    "UV-mapped painted colour (numpy HxWx3 linear, bottom-up) -> pbr material; bump from luminance"
    h, w = img.shape[:2]
    im = bpy.data.images.new(name, w, h, float_buffer=True, alpha=False)
    im.colorspace_settings.name = 'Linear'
    im.pixels.foreach_set(np.concatenate([img, np.ones((h, w, 1))], -1).astype(np.float32).ravel())
    im.update()
    im.pack()
    m = M(name)
    t = m.n('TexImage', Vector=m.n('TexCoord').outputs['UV'])
    t.image = im
    return m.surf(m.pbr(t.outputs[0], rough, Normal=m.bump(t.outputs[0], bump, 0.7), **k))


def sinterp(t, xs, ys):
    "smooth (Catmull-Rom) interpolation of a small table"
    c = catmull(list(zip(xs, ys)), 10)
    return float(np.interp(t, c[:, 0], c[:, 1]))


def cutlery_spoon(mat, L=18, W=2.0):
    def fn(u, v):
        s = (u - 0.5) * 2
        wl = (
            sinterp(v, [0, 0.05, 0.25, 0.55, 0.64, 0.70], [0.50, 0.78, 0.58, 0.34, 0.40, 0.62])
            if v < 0.68
            else W * math.sqrt(max(0, 1 - ((v - 0.845) / 0.163) ** 2)) ** 0.92 * (1 - 0.10 * (v - 0.845) / 0.16)
        )
        wl = max(wl, 0.34 if v < 0.9 else 0.02)
        z = sinterp(v, [0, 0.3, 0.6, 0.68, 0.85, 1], [0.35, 0.75, 1.0, 0.75, 0.30, 0.62])
        k = sstep(0.66, 0.76, v) * sstep(1.01, 0.93, v)
        return (s * wl, (v - 0.5) * L, z + 0.62 * k * (s * s - 1) - (1 - k) * 0.08 * s * s)

    o = grid('spoon', fn, 21, 110, mat)
    solid(o, 0.15)
    subsurf(o, 1)
    return o


def thinglass(tint=(0.985, 0.995, 0.99), edge=0.55):
    "clean thin-walled glass: transparent, brighter/greener towards grazing angles, sharp reflections (no refraction, low noise)"
    m = M('thinglass')
    lw = m.n('LayerWeight', Blend=0.35)
    f = m.ramp(lw.outputs['Facing'], (0.0, 0.03), (0.6, 0.10), (0.92, 0.55), (1, 0.9))
    tr = m.n('BsdfTransparent')
    m.set(
        tr.inputs[0],
        m.ramp(lw.outputs['Facing'], (0, tint), (0.75, tuple(k * 0.97 for k in tint)), (1, (edge, edge * 1.03, edge))),
    )
    g = m.n('BsdfGlossy', Color=(1, 1, 1), Roughness=0.02)
    mx = m.n('MixShader', Fac=f)
    m.set(mx.inputs[1], tr.outputs[0])
    m.set(mx.inputs[2], g.outputs[0])
    lp = m.n('LightPath')
    t2 = m.n('BsdfTransparent', Color=(0.97, 0.97, 0.97))
    m2 = m.n('MixShader', Fac=m.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray']))
    m.set(m2.inputs[1], mx.outputs[0])
    m.set(m2.inputs[2], t2.outputs[0])
    return m.surf(m2)


def strawberry(mat, seedm, calm, seed=0, s=1):
    rs = random.Random(seed)
    L, W = 3.6 * rs.uniform(0.92, 1.12), 1.55 * rs.uniform(0.94, 1.08)
    n = 115
    S = []
    for i in range(n):
        z = 1 - 1.86 * (i + 0.5) / n
        a = i * 2.39996 + rs.uniform(-0.12, 0.12)
        q = math.sqrt(1 - z * z)
        S.append(Vector((q * math.cos(a), q * math.sin(a), z + rs.uniform(-0.02, 0.02))).normalized())

    def P(d):
        t = (1 - d.z) / 2
        r = W * (0.92 * math.sin(math.pi * min(1, t**0.72 * 0.98 + 0.02)) ** 0.72 * (1 - 0.18 * t) + 0.02) * 1.08
        h = math.hypot(d.x, d.y) + 1e-6
        k = 1 + 0.05 * mnoise.noise(d * 1.5 + Vector((seed * 4, 0, 0)))
        return Vector((d.x / h * r * k, d.y / h * r * k, L * (1 - t) - 0.28 * math.exp(-((r / 0.5) ** 2)) * (d.z > 0)))

    def fn(d):
        p = P(d)
        m = max(s.dot(d) for s in S)
        dim = sstep(0.9925, 0.9995, m)
        c = P(Vector((0, 0, -0.2))) * 0 + Vector((0, 0, L * 0.55))
        n_ = (p - c).normalized()
        return tuple(p - n_ * 0.085 * dim)

    o = blob('straw', fn, mat, 5)
    sp = bpy.data.objects.get('sseed') or sphere('sseed', 1, seedm, 2, scale=(0.055, 0.085, 0.04))
    hide_proto(sp)
    for d in S:
        p = P(d)
        c = Vector((0, 0, L * 0.5))
        n_ = (p - c).normalized()
        copy(sp, p - n_ * 0.045, n_.to_track_quat('Z', 'Y').to_euler(), rs.uniform(0.8, 1.15))
    for i in range(9):
        l = leaf('scal', 1.25 * rs.uniform(0.8, 1.15), 0.48, calm, rs.uniform(0.2, 1.2), 0.25, 0.04, 1, 5, 9)
        l.location = (0, 0, L - 0.22)
        l.rotation_euler = (rs.uniform(-0.25, 0.5), 0, TAU * i / 9 + rs.uniform(-0.2, 0.2))
    tube('sstem', [(0, 0, L - 0.25), (0.05, 0.05, L + 0.35), (0.25, 0.12, L + 1.0)], 0.075, calm, 6)


def mint(mat, sm, L=5, seed=0, n=5, s=1):
    "mint tip growing along +z"
    rs = random.Random(seed)
    tube('ms', [(0, 0, -1.5), (0.1, 0, L * 0.4), (0, 0.1, L)], 0.10, sm, 6)
    for i in range(n):
        t = i / (n - 1)
        for sd in (0, 1):

            def fn(u, v, ph=rs.random() * 6, k=rs.uniform(0.2, 0.8)):
                q = (u - 0.5) * 2
                w = 0.95 * math.sin(math.pi * min(1, v**0.72 * 0.97 + 0.015)) ** 0.75 * (1 + 0.07 * math.sin(v * 42))
                return (
                    q * w,
                    2.9 * v,
                    -k * 1.1 * v * v
                    + 0.22 * abs(q) * w
                    + 0.10 * math.sin(v * 17 + ph) * (1 - abs(q) * 0.5)
                    + 0.04 * math.sin(q * 9 + v * 20),
                )

            o = grid('mlf', fn, 13, 26, mat)
            o.location = (0, 0, L * (0.25 + 0.75 * t))
            e = 0.15 + 0.9 * t
            o.rotation_euler = (
                e + rs.uniform(-0.15, 0.15),
                0,
                math.pi * sd + math.pi / 2 * (i % 2) + rs.uniform(-0.3, 0.3),
            )
            k = (1.0 - 0.55 * t) * s
            o.scale = (k, k, k)
            subsurf(o, 1)


# ------------------------------------------------------------------ dishes, pans and poppies
def torus(name, R=1, r=0.2, mat=None, seg=64, sub=14, sx=1, sz=1):
    return grid(
        name,
        lambda u, v: (
            (R + r * math.cos(v * TAU)) * math.cos(u * TAU),
            (R * sx + r * math.cos(v * TAU)) * math.sin(u * TAU),
            r * sz * math.sin(v * TAU),
        ),
        seg,
        sub + 1,
        mat,
        closed_u=True,
    )


def blades(name, items, mat, rows=5, tipf=0.15, cup=0.3):
    "many narrow leaves in ONE mesh; item=(pos, dir, up, L, W, curl)"
    V = []
    F = []
    UV = []
    for pos, d, up, L, W, curl in items:
        d = np.array(d, float)
        d /= np.linalg.norm(d) + 1e-9
        up = np.array(up, float)
        s = np.cross(d, up)
        s /= np.linalg.norm(s) + 1e-9
        n = np.cross(s, d)
        b = len(V)
        pos = np.array(pos, float)
        for j in range(rows):
            t = j / (rows - 1)
            w = W / 2 * (max(tipf if j < rows - 1 else 0.04, math.sin(math.pi * min(1, (0.14 + 0.82 * t))) ** 0.7))
            c = pos + d * L * t - n * curl * L * t * t
            for k in (-1, 0, 1):
                V.append(c + s * w * k + n * abs(k) * w * cup)
                UV.append((0.5 + 0.5 * k, t))
        for j in range(rows - 1):
            for k in range(2):
                F.append((b + j * 3 + k, b + j * 3 + k + 1, b + j * 3 + k + 4, b + j * 3 + k + 3))
    return mesh(name, V, F, mat, uv=UV)


def rosemary(lm, sm, L=14, seed=0, n=46, bend=0.12, ll=2.0, lw=0.24, r=0.11, spread=0.75, bare=0.14):
    "rosemary / thyme sprig along +z"
    rs = random.Random(seed)
    a0 = rs.random() * TAU
    bx, by = bend * math.cos(a0), bend * math.sin(a0)
    P = lambda t: np.array(
        [bx * L * t * t + 0.12 * math.sin(t * 9 + seed), by * L * t * t + 0.12 * math.cos(t * 8 + seed), L * t]
    )
    tube('rs', [P(t) for t in np.linspace(0, 1, 9)], r, sm, 7, lambda t: 1 - 0.65 * t, 3)
    it = []
    for i in range(n):
        t = bare + (1 - bare) * i / (n - 1)
        p = P(t)
        ax = P(min(1, t + 0.05)) - P(max(0, t - 0.05))
        ax /= np.linalg.norm(ax)
        k = 1 - 0.55 * max(0, (t - 0.55) / 0.45)
        for s in range(3):
            a = i * 2.2 + s * TAU / 3 + rs.uniform(-0.5, 0.5)
            o = np.array([math.cos(a), math.sin(a), 0])
            d = o * spread * (1 - 0.5 * max(0, t - 0.7) / 0.3) + ax * rs.uniform(0.45, 0.95)
            it.append(
                (p, d, ax - 0.3 * o, ll * k * rs.uniform(0.7, 1.1), lw * rs.uniform(0.8, 1.2), rs.uniform(-0.15, 0.25))
            )
    return blades('rl', it, lm, 4)


def copper(col=(0.90, 0.44, 0.26), rough=0.20, hammer=1.0, tarnish=0.5, cell=1.5):
    m = M('copper')
    co = m.co(rand=40)
    n = m.noise(co, 0.22, 6, 0.6)
    n2 = m.noise(m.co(rand=20), 1.6, 6, 0.65)
    c = m.mix(m.math('MULTIPLY', m.ramp(n, (0.42, 0), (0.72, 1)), tarnish), col, (0.36, 0.155, 0.085))
    c = m.mix(m.math('MULTIPLY', m.ramp(n2, (0.52, 0), (0.75, 0.5)), tarnish), c, (0.70, 0.26, 0.22))
    r = m.math('MAXIMUM', m.math('MULTIPLY_ADD', n2, 0.22, m.math('MULTIPLY_ADD', n, 0.14, rough - 0.17)), 0.06)
    h = m.n('TexVoronoi', feature='SMOOTH_F1', Vector=m.co(), Scale=1 / cell)
    h.inputs['Smoothness'].default_value = 0.55
    hh = m.math('MULTIPLY_ADD', n2, 0.05, h.outputs['Distance'])
    return m.surf(m.pbr(c, r, Metallic=1, Normal=m.bump(hh, 0.10 * hammer, 0.55)))


def pan(cop, tin, hm, R=8, H=7, L=15, lid=None, loops=False, rivet=None):
    "saucepan, origin bottom centre, handle along +x (loops=True: two side loops and no long handle)"
    lathe(
        'pan',
        np.vstack(
            [
                [[0, 0]],
                catmull(
                    [
                        (R * 0.5, 0),
                        (R - 1.1, 0.02),
                        (R - 0.3, 0.32),
                        (R, 1.2),
                        (R + 0.02, H * 0.6),
                        (R + 0.03, H - 0.5),
                        (R + 0.22, H - 0.12),
                        (R + 0.30, H),
                    ],
                    7,
                ),
            ]
        ),
        cop,
        128,
        wob=0.05,
        wfreq=0.35,
    )
    lathe(
        'pin',
        np.vstack(
            [
                catmull(
                    [
                        (R + 0.30, H),
                        (R + 0.20, H + 0.10),
                        (R - 0.02, H - 0.05),
                        (R - 0.22, H - 0.6),
                        (R - 0.22, 1.2),
                        (R - 0.6, 0.42),
                        (R - 1.4, 0.25),
                    ],
                    6,
                ),
                [[0, 0.25]],
            ]
        ),
        tin,
        128,
    )
    rv = sphere('rv', 0.30, rivet or cop, 2, scale=(0.55, 1, 1))
    hide_proto(rv)

    def lug(a, w=1.5):
        for k in (-1, 0, 1):
            b = a + k * w / R * 0.85
            copy(rv, ((R + 0.42) * math.cos(b), (R + 0.42) * math.sin(b), H - 1.5 + (0.55 if k == 0 else 0)), (0, 0, b))

        def plate(u, v):
            "a rounded plate whose edge goes into the wall"
            x, y = 2 * u - 1, 2 * v - 1
            r = R + 0.36 * (1 - max(abs(x), abs(y)) ** 8) - 0.06
            b = a + x * math.sqrt(1 - y * y / 2) * w * 1.55 / R
            return (r * math.cos(b), r * math.sin(b), H - 1.55 + y * math.sqrt(1 - x * x / 2) * 1.25)

        grid('lug', plate, 24, 16, hm)

    if not loops:
        lug(0)
        z = H - 1.2
        h = tube(
            'hd',
            [
                (R + 0.2, 0, z / 0.5),
                (R + 1.6, 0, (z + 0.5) / 0.5),
                (R + L * 0.45, 0, (z + 1.9) / 0.5),
                (R + L * 0.8, 0, (z + 2.7) / 0.5),
                (R + L - 1.1, 0, (z + 3.0) / 0.5),
            ],
            0.72,
            hm,
            16,
            lambda t: 0.80 + 0.55 * abs(t - 0.35) ** 1.5 if t > 0.12 else 1.0 - 0.9 * t,
            8,
        )
        h.scale = (1, 1, 0.5)
        t = torus('eye', 0.85, 0.34, hm, 40, 12, 1.0, 0.8)
        t.location = (R + L - 0.4, 0, z + 3.1)
        t.rotation_euler = (0, -0.12, 0)
    else:
        for a in (0, math.pi):
            lug(a, 2.0)
            q = []
            for k in range(9):
                b = (k / 8 - 0.5) * math.pi
                y = 2.2 * math.sin(b)
                q.append((math.sqrt(R * R - y * y) + 0.1 + 2.6 * math.cos(b) ** 0.7, y, H - 1.4 + 0.9 * math.cos(b)))
            t = tube('loop', q, 0.42, hm, 14, lambda t: 1 + 0.35 * abs(2 * t - 1) ** 3, 6)
            t.rotation_euler = (0, 0, a)
    if lid:
        l = lathe(
            'lid',
            np.vstack(
                [
                    [[0, H + 1.25]],
                    catmull(
                        [
                            (R * 0.35, H + 1.22),
                            (R * 0.75, H + 0.95),
                            (R * 0.97, H + 0.45),
                            (R + 0.35, H + 0.32),
                            (R + 0.58, H + 0.26),
                            (R + 0.60, H + 0.12),
                            (R + 0.2, H + 0.12),
                        ],
                        6,
                    ),
                    [[0, H + 0.1]],
                ]
            ),
            cop,
            128,
        )
        k = tube(
            'lidh',
            [
                (-2.6, 0, H + 1.1),
                (-2.35, 0, H + 2.1),
                (-1.3, 0, H + 2.75),
                (1.3, 0, H + 2.75),
                (2.35, 0, H + 2.1),
                (2.6, 0, H + 1.1),
            ],
            0.36,
            hm,
            14,
            lambda t: 1 + 0.5 * abs(2 * t - 1) ** 4,
            8,
        )
        k.rotation_euler = (0, 0, lid)
        for s in (-1, 1):
            f = sphere('lf', 0.75, hm, 3, scale=(1, 1, 0.3))
            f.location = (s * 2.6 * math.cos(lid), s * 2.6 * math.sin(lid), H + 1.2)


def twine(mat, loc, R=0.9, turns=4, r=0.09, rot=(0, 0, 0), seed=0):
    rs = random.Random(seed)
    n = turns * 14
    o = tube(
        'twine',
        [
            (
                R * (1 + 0.05 * rs.uniform(-1, 1)) * math.cos(TAU * i / 14),
                R * (1 + 0.05 * rs.uniform(-1, 1)) * math.sin(TAU * i / 14),
                (i / n - 0.5) * turns * r * 2.1,
            )
            for i in range(n)
        ],
        r,
        mat,
        7,
        None,
        2,
    )
    o.location = loc
    o.rotation_euler = rot
    return o


def poppymat(c0=(0.62, 0.018, 0.010), c1=(0.78, 0.045, 0.018)):
    m = M('poppy')
    uv = m.n('TexCoord').outputs['UV']
    x, y = m.n('SeparateXYZ', Vector=uv).outputs[0:2]
    st = m.noise(m.co('UV', scale=(34, 1.0, 1)), 1.5, 4)
    c = m.jitter(m.mix(st, c0, c1), 0.008, 0.14, 0.06)
    c = m.mix(m.ramp(y, (0.06, 1), (0.20, 0)), c, (0.03, 0.006, 0.006))
    bs = m.pbr(c, 0.6, Normal=m.bump(st, 0.06, 0.6), Sheen=0.3, Specular=0.2)
    t = m.n('BsdfTranslucent', Color=m.mix(0.4, c, (1, 0.10, 0.03)))
    mx = m.n('MixShader', Fac=0.42)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], t.outputs[0])
    return m.surf(mx)


def poppy(pm, cm, bm_, R=3.2, open_=0.8, seed=0):
    "poppy head, origin at petal base, opening +z"
    rs = random.Random(seed)
    for k in range(5):
        a0 = k * TAU / 5 * 1.0 + rs.uniform(-0.2, 0.2) + (0.6 if k > 2 else 0)
        wd = rs.uniform(1.5, 1.9)
        ph = rs.random() * 9
        o2 = open_ * (1.0 if k < 3 else 0.82)

        def fn(u, v, a0=a0, wd=wd, ph=ph, o2=o2):
            s = (u - 0.5) * 2
            L = R * (1 - 0.16 * s * s)
            th = (1.15 - o2 * 0.75) * (1 - v * 0.55) - (v**3) * 0.25 * o2
            r = L * v * math.cos(th) + 0.12
            z = L * v * math.sin(th)
            a = a0 + s * wd * 0.5 * (1.0 - 0.12 * v)
            k_ = 0.075 * R * v * v
            z += k_ * math.sin(s * 9 + ph) + k_ * 0.6 * math.sin(s * 19 + ph * 2 + v * 5)
            r += k_ * 0.8 * math.cos(s * 12 + ph)
            return (r * math.cos(a), r * math.sin(a), z)

        o = grid('pop', fn, 26, 14, pm)
        solid(o, 0.025)
    b = sphere('seed', 0.42, cm, 3, scale=(1, 1, 1.15))
    b.location = (0, 0, 0.5)
    it = []
    for i in range(46):
        a = rs.random() * TAU
        it.append(
            (
                (0.2 * math.cos(a), 0.2 * math.sin(a), 0.2),
                (math.cos(a) * 0.8, math.sin(a) * 0.8, rs.uniform(0.6, 1.3)),
                (0, 0, 1),
                rs.uniform(0.7, 1.1),
                0.09,
                0,
            )
        )
    blades('stam', it, bm_, 4)


def poppy_stem(cols, base, head, sm, tilt, seed=0, r=0.13):
    rs = random.Random(seed)
    b, h = np.array(base, float), np.array(head, float)
    mid = (b + h) / 2 + np.array([rs.uniform(-0.8, 0.8), rs.uniform(-0.5, 0.5), rs.uniform(0.2, 0.9)])
    d = Vector(tilt).normalized()
    tube('pst', [b, (b * 2 + mid) / 3, mid, h - np.array(d) * 1.2, h], r, sm, 8)
    inst(cols, h, (d.to_track_quat('Z', 'Y') @ Euler((0, 0, rs.random() * 6)).to_quaternion()).to_euler())


def wavylayer(name, mat, r, z0, z1, s0=1, s1=2, amp=0.10, fr=1.4, seg=96, dome=0, over=0.02):
    "one layer of a verrine; r(z) inner glass radius, s0/s1 = seeds of the lower/upper boundary (share them between layers)"
    W = lambda a, s: amp * (mnoise.fractal(Vector((math.cos(a) * fr * 1.6, math.sin(a) * fr * 1.6, s * 7.7)), 1, 2, 3))

    def fn(u, v):
        a = u * TAU
        lo, hi = z0 + W(a, s0), z1 + W(a, s1)
        if v < 0.15:
            k = v / 0.15
            z = lo
            rr = r(z) * k
        elif v < 0.75:
            z = lo + (hi - lo) * (v - 0.15) / 0.6
            rr = r(z) + over
        else:
            k = (1 - v) / 0.25
            z = (
                hi
                + dome * (1 - k * k)
                + 0.5 * amp * (1 - k) * mnoise.noise(Vector((math.cos(a) * k * 3, math.sin(a) * k * 3, s1)))
            )
            rr = (r(hi) + over) * k
        return (rr * math.cos(a), rr * math.sin(a), z)

    return grid(name, fn, seg, 41, mat, closed_u=True)


def fronds(gm, L=2.6, seed=0, n=16, lean=0.35):
    "dill / fennel frond along +z"
    rs = random.Random(seed)
    P = lambda t: np.array([lean * L * t * t, 0.1 * math.sin(t * 4 + seed), L * t])
    tube('fs', [P(t) for t in (0, 0.3, 0.6, 1)], 0.045, gm, 6, lambda t: 1 - 0.6 * t)
    it = []
    for i in range(n):
        t = 0.25 + 0.75 * i / (n - 1)
        p = P(t)
        a = (i % 2) * math.pi + rs.uniform(-0.6, 0.6) + 1.57
        l = L * 0.42 * (1.2 - t * 0.75)
        d = np.array([math.cos(a) * 0.8, math.sin(a) * 0.8, 0.55])
        it.append((p, d, (0, 0, 1), l, 0.07, -0.1))
        for k in range(6):
            u = 0.25 + 0.75 * k / 5
            m_ = p + d / np.linalg.norm(d) * l * u
            b = a + rs.uniform(-1.4, 1.4)
            it.append(
                (m_, (math.cos(b), math.sin(b), rs.uniform(0.2, 0.9)), (0, 0, 1), rs.uniform(0.22, 0.40), 0.05, 0)
            )
    return blades('fr', it, gm, 3)


def microleaf(lm, sm, seed=0, n=4, L=1.4, s=0.8):
    "micro herb: little stems with two or three rounded leaves, along +z"
    rs = random.Random(seed)
    for i in range(n):
        a = rs.random() * TAU
        h = L * rs.uniform(0.7, 1.15)
        q = np.array([math.cos(a) * 0.4 * h, math.sin(a) * 0.4 * h, h])
        tube('ms', [(0, 0, -0.2), q * 0.5 + [0, 0, 0.1], q], 0.04, sm, 6, None, 5)
        for k in range(2):
            o = leaf(
                'ml',
                s * rs.uniform(0.8, 1.2),
                s * rs.uniform(0.62, 0.8),
                lm,
                rs.uniform(0.2, 0.7),
                0.18,
                0.025,
                0.2,
                9,
                12,
            )
            subsurf(o, 1)
            o.location = q
            o.rotation_euler = (rs.uniform(-0.2, 0.6), rs.uniform(-0.3, 0.3), a + k * math.pi + rs.uniform(-0.5, 0.5))


def grapemat(col=(0.14, 0.020, 0.05), tr=0.25, bloom_c=(0.40, 0.34, 0.44)):
    m = M('grape')
    co = m.co(rand=40)
    n = m.noise(co, 1.3, 5, 0.65)
    c = m.jitter(m.mix(m.ramp(n, (0.35, 0), (0.7, 0.45)), col, bloom_c), 0.03, 0.25, 0.15)
    r = m.math('MULTIPLY_ADD', n, 0.5, 0.06)
    return m.surf(
        m.pbr(
            c,
            r,
            Subsurface=0.45,
            Subsurface_Color=tuple(min(1, k * 2.2) for k in col),
            Subsurface_Radius=(0.6, 0.25, 0.2),
            Specular=0.5,
        )
    )


def grapes(gm, sm, n=34, R=0.95, L=9, W=3.2, seed=0):
    "bunch of grapes lying along +y, on z=0"
    rs = random.Random(seed)
    p = sphere('gr', R, gm, 4, scale=(1, 1, 1.12))
    hide_proto(p)
    pts = []
    for _ in range(6000):
        t = rs.random()
        w = W * (1 - 0.75 * t) * (0.55 + 0.45 * math.sin(min(1, t * 4) * math.pi / 2))
        x = rs.uniform(-w, w)
        z = R * 0.95 + max(0, (1 - abs(x) / max(w, 0.1))) * rs.random() * R * 2.6 * (1 - 0.6 * t)
        q = (x, t * L, z)
        if all((q[0] - o[0]) ** 2 + (q[1] - o[1]) ** 2 + (q[2] - o[2]) ** 2 > (R * 1.72) ** 2 for o in pts):
            pts.append(q)
        if len(pts) >= n:
            break
    for q in pts:
        copy(p, q, (rs.uniform(-0.9, 0.9), rs.uniform(-0.9, 0.9), rs.random() * 6), rs.uniform(0.88, 1.08))
        tube('gs', [q, ((q[0] * 0.3), q[1] - 0.5, 1.5)], 0.06, sm, 5, None, 0)
    tube('gst', [(0, L * 0.9, 1.4), (0.2, L * 0.4, 1.7), (0, 0, 2.0), (-0.4, -2.2, 1.6)], 0.15, sm, 7)
    tube('gst2', [(-1.0, -2.5, 1.5), (-0.4, -2.2, 1.6), (0.5, -2.0, 1.9)], 0.16, sm, 7)


def figmats():
    m = M('figcut')
    uvn = m.n('TexCoord').outputs['UV']
    ux, uy = m.n('SeparateXYZ', Vector=uvn).outputs[0:2]
    co = m.co(rand=40)
    x = m.math('MULTIPLY_ADD', ux, 2, -1)
    z = m.math('MULTIPLY_ADD', uy, 2.4, -0.91)
    r = m.math(
        'SQRT', m.math('ADD', m.math('POWER', m.math('ABSOLUTE', x), 2), m.math('POWER', m.math('ABSOLUTE', z), 2))
    )
    ang = m.math('ARCTAN2', z, x)
    st = m.n('CombineXYZ', X=m.math('MULTIPLY', ang, 4.5), Y=m.math('MULTIPLY', r, 1.6))
    n = m.n('TexNoise', Vector=st, Scale=1.7, Detail=5, Roughness=0.65).outputs['Fac']
    f = m.math('MULTIPLY_ADD', m.math('SUBTRACT', n, 0.5), 0.42, r)
    v = m.n('TexVoronoi', Vector=co, Scale=4.2)
    seeds = m.ramp(v.outputs['Distance'], (0.18, 1), (0.30, 0))
    c = m.ramp(
        f,
        (0.05, (0.27, 0.022, 0.016)),
        (0.34, (0.42, 0.040, 0.030)),
        (0.66, (0.38, 0.022, 0.036)),
        (0.80, (0.55, 0.12, 0.10)),
        (0.90, (0.86, 0.62, 0.46)),
        (0.98, (0.86, 0.76, 0.62)),
    )
    rim = m.math('MAXIMUM', m.math('ABSOLUTE', x), 0)
    c = m.mix(m.ramp(rim, (0.93, 0), (0.985, 1)), c, (0.16, 0.05, 0.09))
    c = m.mix(m.math('MULTIPLY', seeds, m.ramp(f, (0.60, 0.9), (0.78, 0))), c, (0.90, 0.68, 0.36))
    flesh = m.surf(
        m.pbr(
            c,
            0.20,
            Subsurface=0.25,
            Subsurface_Color=(0.8, 0.25, 0.18),
            Subsurface_Radius=(0.3, 0.1, 0.08),
            Normal=m.bump(m.math('MULTIPLY_ADD', seeds, 0.6, n), 0.12, 0.8),
            Clearcoat=0.5,
            Clearcoat_Roughness=0.1,
        )
    )
    k = M('figskin')
    u = k.n('TexCoord').outputs['Object']
    kx, ky, kz = k.n('SeparateXYZ', Vector=u).outputs[0:3]
    an = k.math('ARCTAN2', ky, kx)
    s1 = k.n(
        'TexNoise',
        Vector=k.n('CombineXYZ', X=k.math('MULTIPLY', an, 6), Y=k.math('MULTIPLY', kz, 0.25)),
        Scale=1.5,
        Detail=4,
    ).outputs['Fac']
    n3 = k.noise(k.co(rand=30), 0.9, 5)
    h = k.math('MULTIPLY_ADD', s1, 0.6, k.math('MULTIPLY', n3, 0.5))
    kc = k.ramp(
        h,
        (0.3, (0.018, 0.008, 0.017)),
        (0.55, (0.045, 0.015, 0.032)),
        (0.72, (0.10, 0.045, 0.060)),
        (0.85, (0.20, 0.17, 0.09)),
    )
    skin = k.surf(
        k.pbr(kc, 0.42, Normal=k.bump(h, 0.05, 0.5), Sheen=0.3, Subsurface=0.08, Subsurface_Color=(0.3, 0.06, 0.1))
    )
    return flesh, skin


def fig(flesh, skin, R=2.1, half=True, seed=0):
    "fig along +z; half=True: the y<0 half is cut away, cut face looks to -y"
    pr = catmull(
        [
            (0, 0),
            (0.7, 0.08),
            (1.55, 0.7),
            (2.0, 1.7),
            (1.85, 2.8),
            (1.15, 3.8),
            (0.55, 4.5),
            (0.36, 5.1),
            (0.34, 5.45),
            (0, 5.5),
        ],
        8,
    ) * np.array([R / 2.0, R / 2.0])
    pr[:, 1] -= 2.0 * R / 2
    if not half:
        return lathe('fig', pr, skin, 64, wob=0.14, wfreq=0.5)
    n = len(pr)
    sg = 40
    v = []
    f = []
    uvs = []
    z0, z1 = pr[:, 1].min(), pr[:, 1].max()
    for i in range(sg + 1):
        a = math.pi * i / sg
        for r, z in pr:
            v.append((r * math.cos(a), r * math.sin(a) * 1.0, z))
    for i in range(sg):
        for k in range(n - 1):
            f.append((i * n + k, (i + 1) * n + k, (i + 1) * n + k + 1, i * n + k + 1))
    mesh('figs', v, f, skin)
    nu = 33
    vv = []
    ff = []
    for j in range(n):
        for i in range(nu):
            s = i / (nu - 1) * 2 - 1
            r, z = pr[j]
            q = abs(s)
            uvs.append((0.5 + 0.5 * s, (z - z0) / (z1 - z0)))
            vv.append(
                (
                    s * r,
                    -0.02
                    - 0.10 * (1 - q**6) * min(1, r)
                    + 0.10 * mnoise.noise(Vector((s * r * 2.2 + seed, z * 2.2, seed))) * (1 - q**4),
                    z,
                )
            )
    for j in range(n - 1):
        for i in range(nu - 1):
            ff.append((j * nu + i, j * nu + i + 1, (j + 1) * nu + i + 1, (j + 1) * nu + i))
    return mesh('figc', vv, ff, flesh, uv=uvs)


def walnut(mat, seed=0, R=1.25):
    "walnut half, brain-like, flat side down"
    off = Vector((seed * 7.3, seed * 3.1, 2))

    def fn(u, v):
        a, t = u * TAU, v * math.pi
        d = Vector((math.sin(t) * math.cos(a), math.sin(t) * math.sin(a), math.cos(t)))
        n = mnoise.noise(d * 2.1 + off)
        rid = 1 - abs(mnoise.noise(d * 2.6 + off * 1.7)) * 2.4
        w = 1 + 0.10 * n + 0.17 * max(-1, rid) - 0.34 * math.exp(-((d.x / 0.09) ** 2)) * (d.z > -0.2)
        p = d * R * w
        return (p.x * 0.92, p.y * 1.25, max(-0.35, p.z * 0.72))

    o = grid('wal', fn, 64, 40, mat, closed_u=True)
    return o


def wedge(name, rind, paste, R=11, H=3.2, a0=0, a1=0.7, tip=0.3, seed=0, bulge=0.25, rough=0.05, rag=0, sag=0):
    "cheese wedge, tip at the origin: paste inside, rind on the outer arc, top and bottom; rounded outer edge"
    nu = 34
    nz = 22
    mo = lambda p, k, s: mnoise.fractal(Vector(p) * k + Vector((seed * 5, s, 0)), 1, 2, 4)
    ed = 0.55 if H > 2 else 0.35
    prof = (
        [(R * t, 0) for t in np.linspace(tip / R, 1 - ed / R, 16)]
        + [(R - ed + ed * math.sin(q), ed - ed * math.cos(q)) for q in np.linspace(0.2, 1.4, 6)]
        + [(R + bulge * math.sin(math.pi * t), ed + (H - 2 * ed) * t) for t in np.linspace(0.05, 0.95, 9)]
        + [(R - ed + ed * math.cos(q), H - ed + ed * math.sin(q)) for q in np.linspace(0.2, 1.4, 6)]
        + [(R * t, H) for t in np.linspace(1 - ed / R, tip / R, 16)]
    )

    def sh(u, v):
        k = v * (len(prof) - 1)
        i = min(int(k), len(prof) - 2)
        f = k - i
        r = prof[i][0] * (1 - f) + prof[i + 1][0] * f
        z = prof[i][1] * (1 - f) + prof[i + 1][1] * f
        a = a0 + (a1 - a0) * u
        q = rough * mo((r * math.cos(a) * 0.6, r * math.sin(a) * 0.6, z * 0.6), 1, 1)
        return ((r + q) * math.cos(a), (r + q) * math.sin(a), max(0, z + (q if z > H / 2 else 0)))

    grid(name + 'r', sh, nu, 70, rind)
    for a, sg in ((a0, -1), (a1, 1)):

        def fc(u, v, a=a, sg=sg):
            r = tip + (R - tip) * u
            bot, tp = 0, H
            if r > R - ed:
                d = r - (R - ed)
                dz = ed - math.sqrt(max(0, ed * ed - d * d))
                bot, tp = dz, H - dz
            if u > 0.985:
                r += bulge * math.sin(math.pi * v) * ((u - 0.985) / 0.015)
            q = rough * mo((r * 0.8, v * H * 0.8, a * 9), 1, 3)
            z = bot + (tp - bot) * v
            q2 = rough * mo((r * math.cos(a) * 0.6, r * math.sin(a) * 0.6, z * 0.6), 1, 1)
            e = min(1, min(v, 1 - v) * 8, u * 12, (1 - u) * 12)
            q = q * e - rag * e * max(0, mnoise.noise(Vector((r * 0.9 + seed, z * 0.9, a * 5)))) ** 1.0 * 0.5
            q += (
                sag
                * math.sin(math.pi * min(1, v * 1.05)) ** 1.4
                * min(1, (1 - u) * 9)
                * (0.75 + 0.6 * mnoise.noise(Vector((r * 0.35 + seed, a * 3, 1))))
            )
            return (
                r * math.cos(a) - sg * -math.sin(a) * -q * 0 + (-math.sin(a) * sg) * q,
                r * math.sin(a) + (math.cos(a) * sg) * q,
                z + (q2 if v > 0.99 else 0),
            )

        grid(name + 'p', fc, 70, 34, paste)
    grid(
        name + 't',
        lambda u, v: (tip * math.cos(a0 + (a1 - a0) * u), tip * math.sin(a0 + (a1 - a0) * u), H * v),
        6,
        12,
        paste,
    )


def olivewood(rough=0.36, scale=1.0):
    "pale wood with swirling dark figure, grain along x"
    m = M('olive')
    co = m.co(scale=(0.10 * scale, 0.55 * scale, 0.55 * scale), rand=60)
    w = m.n('TexNoise', Vector=co, Scale=0.55, Detail=3, Roughness=0.5, Distortion=0.8).outputs['Fac']
    b = m.math('SINE', m.math('MULTIPLY', w, 58))
    fib = m.noise(m.co(scale=(0.25, 9, 9)), 1, 6, 0.7)
    w2 = m.noise(m.co(scale=(0.05 * scale, 0.18 * scale, 0.18 * scale)), 0.8, 5)
    f = m.math('ADD', m.math('MULTIPLY_ADD', b, 0.20, 0.30), m.math('MULTIPLY', w2, 0.62))
    c = m.ramp(
        f,
        (0.22, (0.62, 0.42, 0.20)),
        (0.48, (0.46, 0.28, 0.12)),
        (0.70, (0.27, 0.14, 0.055)),
        (0.90, (0.10, 0.045, 0.018)),
    )
    c = m.mix(m.ramp(fib, (0.35, 0.45), (0.6, 0)), c, (0.16, 0.08, 0.03))
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', fib, -0.2, rough + 0.12),
            Normal=m.bump(fib, 0.03, 0.5),
            Specular=0.4,
            Clearcoat=0.25,
            Clearcoat_Roughness=0.25,
        )
    )


def merged(name, proto, xf, mat=None):
    "copy the mesh of object proto many times into ONE mesh; xf = list of (loc, euler, scale)"
    me = proto.data
    n = len(me.vertices)
    V0 = np.empty(n * 3, np.float32)
    me.vertices.foreach_get('co', V0)
    V0 = V0.reshape(-1, 3)
    F0 = [tuple(q.vertices) for q in me.polygons]
    V = []
    F = []
    for k, (l, e, sc) in enumerate(xf):
        R_ = np.array(Euler(e).to_matrix())
        s_ = np.array(sc if hasattr(sc, '__len__') else (sc,) * 3)
        V.append((V0 * s_) @ R_.T + np.array(l))
        F += [tuple(i + k * n for i in f) for f in F0]
    return mesh(name, np.vstack(V), F, mat)


def dusted(m, c, amount=0.7, scale=5, lo=0.35, col=(0.93, 0.91, 0.88)):
    "icing sugar on what looks up: returns the colour socket"
    nz = m.n('SeparateXYZ', Vector=m.n('NewGeometry').outputs['Normal']).outputs[2]
    n = m.noise(m.co(rand=30), scale, 5, 0.75)
    n2 = m.noise(m.co(rand=30), 0.7, 3)
    f = m.math(
        'MULTIPLY',
        m.ramp(nz, (lo, 0), (0.95, 1)),
        m.ramp(m.math('MULTIPLY_ADD', n2, 0.5, m.math('MULTIPLY', n, 0.5)), (0.44, 0), (0.56, 1)),
    )
    return m.mix(m.math('MULTIPLY', f, amount), c, col)


def strawmats(dust=0):
    m = M('straw')
    co = m.co(rand=40)
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    n = m.noise(co, 0.9, 4)
    f = m.math('MULTIPLY_ADD', n, 0.3, z)
    c = m.jitter(
        m.ramp(f, (0.10, (0.46, 0.006, 0.010)), (0.75, (0.58, 0.018, 0.012)), (1.0, (0.66, 0.14, 0.06))),
        0.008,
        0.12,
        0.04,
    )
    if dust:
        c = dusted(m, c, dust)
    out = m.surf(
        m.pbr(
            c,
            0.16,
            Subsurface=0.3,
            Subsurface_Color=(0.9, 0.08, 0.04),
            Subsurface_Radius=(0.6, 0.12, 0.06),
            Clearcoat=0.7,
            Clearcoat_Roughness=0.06,
            Normal=m.bump(n, 0.01, 0.4),
            Specular=0.5,
        )
    )
    k = M('strawcut')
    u = k.n('TexCoord').outputs['UV']
    x, y = k.n('SeparateXYZ', Vector=u).outputs[0:2]
    x = k.math('ABSOLUTE', k.math('MULTIPLY_ADD', x, 2, -1))
    nn = k.noise(k.co(rand=20), 2.4, 5)
    st = k.n(
        'TexNoise',
        Vector=k.n(
            'CombineXYZ', X=k.math('MULTIPLY', x, 1.4), Y=k.math('MULTIPLY_ADD', x, -3, k.math('MULTIPLY', y, 16))
        ),
        Scale=1.2,
        Detail=3,
    ).outputs['Fac']
    f = k.math(
        'MULTIPLY_ADD',
        k.math('SUBTRACT', st, 0.5),
        0.34,
        k.math('MULTIPLY_ADD', k.math('POWER', k.math('ABSOLUTE', k.math('SUBTRACT', y, 0.55)), 2), 0.9, x),
    )
    cc = k.ramp(
        f,
        (0.03, (0.80, 0.38, 0.26)),
        (0.11, (0.90, 0.68, 0.54)),
        (0.22, (0.76, 0.22, 0.13)),
        (0.45, (0.66, 0.060, 0.035)),
        (0.80, (0.54, 0.016, 0.012)),
    )
    return out, k.surf(
        k.pbr(
            cc,
            0.18,
            Subsurface=0.35,
            Subsurface_Color=(0.9, 0.3, 0.2),
            Subsurface_Radius=(0.5, 0.15, 0.1),
            Clearcoat=0.6,
            Clearcoat_Roughness=0.08,
            Normal=k.bump(k.math('ADD', nn, st), 0.05, 0.5),
        )
    )


def raspmat(dust=0, col=(0.52, 0.012, 0.035)):
    m = M('rasp')
    n = m.noise(m.co(rand=30), 3, 3)
    c = m.jitter(m.mix(n, tuple(k * 0.75 for k in col), tuple(k * 1.25 for k in col)), 0.012, 0.15, 0.08)
    c = dusted(m, c, dust, 7, 0.45) if dust else c
    return m.surf(
        m.pbr(
            c,
            0.24,
            Subsurface=0.38,
            Subsurface_Color=(0.80, 0.02, 0.05),
            Subsurface_Radius=(0.30, 0.04, 0.05),
            Normal=m.bump(n, 0.015, 0.5),
            Specular=0.5,
            Clearcoat=0.45,
            Clearcoat_Roughness=0.10,
            Sheen=0.15,
        )
    )


def raspberry(rm, R=0.95, H=2.0, seed=0):
    "standing raspberry, tip up"
    rs = random.Random(seed)
    d = sphere('dr', 1, None, 3)
    hide_proto(d)
    xf = []
    for j, t in enumerate((0.05, 0.24, 0.43, 0.61, 0.78, 0.92)):
        r = R * (1 - 0.10 * abs(t - 0.28) - 0.62 * t**2.4)
        n = max(1, int(TAU * r / 0.50))
        z = 0.25 + (H - 0.45) * t
        for i in range(n):
            a = TAU * (i + 0.5 * (j % 2)) / n + rs.uniform(-0.09, 0.09)
            s = rs.uniform(0.29, 0.34) * (1 - 0.12 * t)
            xf.append(
                (
                    (r * 0.84 * math.cos(a), r * 0.84 * math.sin(a), z + rs.uniform(-0.05, 0.05)),
                    (0, 0, 0),
                    (s, s, s * 0.95),
                )
            )
    xf.append(((0, 0, H - 0.12), (0, 0, 0), 0.27))
    return merged('rasp', d, xf, rm)


def bluemat(dust=0):
    m = M('blueb')
    co = m.co(rand=40)
    n = m.noise(co, 1.6, 6, 0.7)
    n2 = m.noise(co, 0.6, 3)
    c = m.jitter(
        m.mix(
            m.ramp(m.math('MULTIPLY_ADD', n2, 0.6, m.math('MULTIPLY', n, 0.4)), (0.36, 0), (0.60, 0.9)),
            (0.012, 0.012, 0.035),
            (0.13, 0.17, 0.30),
        ),
        0.02,
        0.2,
        0.1,
    )
    c = dusted(m, c, dust, 7, 0.5) if dust else c
    return m.surf(
        m.pbr(
            c,
            0.46,
            Normal=m.bump(n, 0.01, 0.4),
            Subsurface=0.08,
            Subsurface_Color=(0.1, 0.08, 0.25),
            Subsurface_Radius=(0.2, 0.1, 0.1),
            Specular=0.4,
        )
    )


def blueberry(bm_, R=0.72, seed=0):
    "blueberry, crown up"
    rs = random.Random(seed)
    pr = catmull(
        [
            (0, -R * 0.88),
            (R * 0.55, -R * 0.76),
            (R * 0.97, -0.15 * R),
            (R * 0.93, R * 0.38),
            (R * 0.62, R * 0.76),
            (R * 0.40, R * 0.86),
            (R * 0.33, R * 0.80),
            (R * 0.28, R * 0.62),
            (0, R * 0.58),
        ],
        6,
    )
    o = lathe('bl', pr, bm_, 48, wob=0.03, wfreq=0.8)
    it = []
    for k in range(5):
        a = k * TAU / 5 + rs.uniform(-0.1, 0.1)
        it.append(
            (
                (0.37 * R * math.cos(a), 0.37 * R * math.sin(a), R * 0.80),
                (math.cos(a) * 0.9, math.sin(a) * 0.9, rs.uniform(0.5, 0.9)),
                (-math.cos(a) * 0.5, -math.sin(a) * 0.5, 1),
                0.30 * R,
                0.36 * R,
                -0.2,
            )
        )
    c = blades('crown', it, bm_, 4)
    solid(c, 0.02)
    return o


def tartshell(cm, R=3.9, H=2.0, fl=26, amp=0.15, t=0.36):
    "fluted tartlet case"

    def fn(u, v):
        a = u * TAU
        w = amp * (abs(math.cos(fl * a / 2)) ** 0.8 - 0.5)
        wob = 0.06 * mnoise.noise(Vector((math.cos(a) * 1.3, math.sin(a) * 1.3, 3)))
        P = [
            (0, 0.02, 0),
            (R * 0.80, 0, 0),
            (R * 0.845, 0.08, 0.5),
            (R * 0.92, H * 0.5, 1),
            (R * 1.0, H - 0.10, 1.1),
            (R * 1.0 - 0.08, H + 0.02, 1.0),
            (R - t * 0.75, H, 0.6),
            (R - t, H - 0.15, 0.4),
            (R * 0.90 - t, H * 0.5, 0.2),
            (R * 0.84 - t, 0.5, 0),
            (0, 0.45, 0),
        ]
        k = v * (len(P) - 1)
        i = min(int(k), len(P) - 2)
        f = k - i
        r, z, m_ = [P[i][q] * (1 - f) + P[i + 1][q] * f for q in range(3)]
        q = r + w * m_ + wob * min(1, m_ * 2)
        return (
            q * math.cos(a),
            q * math.sin(a),
            z + 0.05 * mnoise.noise(Vector((q * math.cos(a), q * math.sin(a), z))) * m_,
        )

    return grid('shell', fn, 260, 61, cm, closed_u=True)


def citrusmats(
    pulp=(0.93, 0.31, 0.015), pulp2=(1.0, 0.52, 0.06), zest=(0.92, 0.33, 0.015), pith=(0.93, 0.84, 0.62), nseg=10
):
    m = M('citrus')
    o = m.n('TexCoord').outputs['Object']
    x, y, z = m.n('SeparateXYZ', Vector=o).outputs[0:3]
    r = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', x, x), m.math('MULTIPLY', y, y)))
    n = m.noise(m.co(rand=30), 0.9, 3)
    a = m.math('MULTIPLY_ADD', m.math('SUBTRACT', n, 0.5), 0.22, m.math('ARCTAN2', y, x))
    s = m.math('ABSOLUTE', m.math('SINE', m.math('MULTIPLY', a, nseg / 2)))
    mem = m.math('MULTIPLY', s, r)  # distance to the membranes
    ves = m.n(
        'TexNoise',
        Vector=m.n('CombineXYZ', X=m.math('MULTIPLY', a, 7), Y=m.math('MULTIPLY', r, 0.9)),
        Scale=2.2,
        Detail=4,
        Roughness=0.6,
    ).outputs['Fac']
    c = m.mix(m.ramp(ves, (0.3, 0), (0.7, 1)), pulp, pulp2)
    k = m.math('MAXIMUM', m.ramp(mem, (0.045, 0.9), (0.12, 0)), m.ramp(r, (0.855, 0), (0.885, 1)))
    k = m.math('MAXIMUM', k, m.ramp(r, (0.10, 1), (0.15, 0)))
    c = m.mix(k, c, pith)
    c = m.mix(m.ramp(r, (0.925, 0), (0.95, 1)), c, zest)
    h = m.math('MULTIPLY_ADD', k, 0.6, ves)
    bs = m.pbr(
        c,
        m.math('MULTIPLY_ADD', k, 0.35, 0.14),
        Normal=m.bump(h, 0.05, 0.8),
        Subsurface=0.25,
        Subsurface_Color=pulp2,
        Subsurface_Radius=(0.3, 0.15, 0.05),
        Clearcoat=0.4,
        Clearcoat_Roughness=0.08,
    )
    t = m.n('BsdfTranslucent', Color=c)
    mx = m.n('MixShader', Fac=0.45)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], t.outputs[0])
    face = m.surf(mx)
    q = M('zest')
    v = q.n('TexVoronoi', Vector=q.co(), Scale=9).outputs['Distance']
    nn = q.noise(q.co(), 1, 3)
    peel = q.surf(
        q.pbr(
            q.mix(nn, zest, tuple(min(1, w * 1.1) for w in zest)),
            0.34,
            Normal=q.bump(v, 0.035, 0.7),
            Subsurface=0.15,
            Subsurface_Color=zest,
            Subsurface_Radius=(0.2, 0.1, 0.03),
            Specular=0.5,
        )
    )
    return face, peel


def citrus_half(face, peel, R=3.4, seed=0):
    "half fruit, cut face looks to -y, pole to +y"
    o = lathe('cf', [(0, 0), (0.5, 0.004), (0.94, 0.0), (0.97, -0.01)], face, 96)
    o.scale = (R, R, R)
    o.rotation_euler = (math.pi / 2, 0, 0)
    p = lathe(
        'ch',
        [(math.cos(a) * 1.0, -math.sin(a) * 1.0) for a in np.linspace(0, math.pi / 2 * 0.995, 30)] + [(0, -1.0)],
        peel,
        96,
        wob=0.02,
        wfreq=1.5,
    )
    p.scale = (R, R, R)
    p.rotation_euler = (math.pi / 2, 0, 0)
    return o


def icemat():
    m = M('ice')
    n = m.noise(m.co(rand=30), 0.55, 5, 0.6)
    n2 = m.noise(m.co(rand=20), 2.2, 3)
    g = m.n('BsdfGlass', Color=(1, 1, 1), Roughness=m.ramp(n, (0.5, 0.0), (0.75, 0.16)), IOR=1.22)
    m.set(g.inputs['Normal'], m.bump(m.math('ADD', n, m.math('MULTIPLY', n2, 0.3)), 0.16, 0.5))
    return m.surf(shadow_clear(m, g, 0.9))


def ribtumbler(gl, R=3.5, H=8.6, flare=0.045, base=1.1, t=0.20, ribs=22, amp=0.10, z1=5.6):
    "old-fashioned tumbler with cut flutes; returns inner radius function"
    ro = lambda z: R + flare * z
    P = (
        [(0, 0.12), (R * 0.6, 0.10), (R * 0.86, 0), (R * 0.955, 0.05)]
        + [(ro(z) * (1 - 0.03 * math.exp(-z * 2.2)), z) for z in np.linspace(0.25, H, 26)]
        + [(ro(H) - t / 2 + t / 2 * math.cos(q), H + t / 2 * math.sin(q)) for q in np.linspace(0.3, 2.9, 6)]
        + [(ro(z) - t, z) for z in np.linspace(H - 0.05, base + 0.7, 18)]
        + [
            (ro(base + 0.4) - t - 0.12, base + 0.28),
            (ro(base) - t - 0.6, base + 0.03),
            (R * 0.5, base - 0.02),
            (0, base - 0.03),
        ]
    )
    no = 4 + 26

    def fn(u, v):
        k = min(int(round(v * (len(P) - 1))), len(P) - 1)
        r, z = P[k]
        a = u * TAU
        if 4 <= k < no:
            q = max(0, min(1, (z - 0.25) / 0.5)) * max(0, min(1, (z1 - z) / 0.6))
            r += q * (amp * (1 - abs(math.cos(ribs * a / 2)) ** 0.8) * -1)
        return (r * math.cos(a), r * math.sin(a), z)

    grid('rib', fn, ribs * 14, len(P), gl, closed_u=True)
    return lambda z: ro(z) - t - (0.12 if z < base + 0.5 else 0)


def coupe(gl, liq=None, foam=None, H=14.5, R=4.9, fill=0.72):
    out = [
        (3.4, 0.06),
        (3.42, 0.14),
        (2.6, 0.26),
        (1.0, 0.55),
        (0.42, 1.3),
        (0.32, 3),
        (0.31, 6.5),
        (0.42, 8.3),
        (1.2, 9.3),
        (3.0, 10.3),
        (4.3, 11.6),
        (R - 0.05, 13.2),
        (R, H - 0.1),
    ]
    inn = [(R - 0.10, H - 0.1), (R - 0.15, 13.2), (4.18, 11.75), (2.9, 10.55), (1.1, 9.65), (0, 9.35)]
    rim = [[R - 0.05 + 0.05 * math.cos(q), H + 0.05 * math.sin(q) - 0.06] for q in np.linspace(0.2, 2.9, 6)]
    lathe('coupe', np.vstack([[[0, 0], [3.1, 0], [3.36, 0.03]], catmull(out, 7), rim, catmull(inn, 7)]), gl, 96)
    zt = 9.35 + (H - 9.35) * fill
    ic = catmull(inn, 10)
    ic = ic[ic[:, 1] < zt][::-1]
    rt = np.interp(zt, ic[:, 1], ic[:, 0])
    if liq:
        lathe(
            'cl',
            [(0, 9.32)]
            + [(r + 0.03, z) for r, z in ic[1:]]
            + [(rt + 0.03, zt + 0.04), (rt - 0.1, zt - 0.02), (0, zt - 0.03)],
            liq,
            96,
        )
    if foam:
        lathe(
            'foam',
            [
                (0, zt - 0.25),
                (rt - 0.3, zt - 0.25),
                (rt + 0.0, zt - 0.2),
                (rt + 0.10, zt + 0.12),
                (rt - 0.05, zt + 0.22),
                (rt * 0.6, zt + 0.24),
                (0, zt + 0.25),
            ],
            foam,
            96,
            wob=0.02,
            wfreq=2,
        )
    return zt


def amusespoon(mat, L=12.5):
    "porcelain tasting spoon, bowl tip at -y, handle to +y, centre of the bowl near the origin"
    W = catmull(
        [
            (0, 0.55),
            (0.015, 0.82),
            (0.05, 1.28),
            (0.13, 1.95),
            (0.27, 2.42),
            (0.42, 2.12),
            (0.55, 1.35),
            (0.66, 1.0),
            (0.80, 0.95),
            (0.94, 1.02),
            (0.985, 0.78),
            (1.0, 0.06),
        ],
        12,
    )
    zc = [
        (0, 1.75),
        (0.04, 1.15),
        (0.12, 0.62),
        (0.25, 0.42),
        (0.42, 0.55),
        (0.55, 1.05),
        (0.70, 1.85),
        (0.85, 2.45),
        (1.0, 2.75),
    ]
    ze = [(0, 1.78), (0.1, 1.72), (0.27, 1.78), (0.45, 1.95), (0.60, 2.0), (0.72, 2.35), (0.86, 2.85), (1.0, 2.95)]
    C = catmull(zc, 8)
    E = catmull(ze, 8)

    def fn(u, v):
        v = 0.007 + 0.993 * v**1.6
        s = u * 2 - 1
        w = max(0.16, 2.42 * math.sqrt(max(0, 1 - (1 - v / 0.27) ** 2))) if v < 0.27 else np.interp(v, W[:, 0], W[:, 1])
        a = np.interp(v, C[:, 0], C[:, 1])
        b = max(a, np.interp(v, E[:, 0], E[:, 1]))
        return (s * w, (v - 0.27) * L, a + (b - a) * abs(s) ** 2.3)

    o = grid('spn', fn, 33, 110, mat)
    solid(o, 0.32, -1)
    subsurf(o, 2)
    return o


def tunamat():
    m = M('tuna')
    co = m.co(rand=40)
    g = m.n('TexCoord').outputs['Object']
    n = m.noise(co, 1.2, 5)
    w = m.n(
        'TexWave',
        wave_type='BANDS',
        bands_direction='DIAGONAL',
        Vector=co,
        Scale=1.0,
        Distortion=3.0,
        Detail=3,
        Detail_Scale=1.6,
    ).outputs['Fac']
    c = m.mix(m.ramp(n, (0.3, 0), (0.7, 1)), (0.115, 0.007, 0.010), (0.205, 0.013, 0.016))
    c = m.mix(m.ramp(w, (0.78, 0), (1.0, 0.20)), c, (0.50, 0.17, 0.14))
    z = m.math('ABSOLUTE', m.n('SeparateXYZ', Vector=g).outputs[2])
    e = m.math('MULTIPLY_ADD', n, 0.35, z)
    c = m.mix(m.ramp(e, (0.66, 0), (0.86, 0.95)), c, (0.36, 0.235, 0.165))
    return m.surf(
        m.pbr(
            c,
            0.20,
            Subsurface=0.35,
            Subsurface_Color=(0.45, 0.03, 0.04),
            Subsurface_Radius=(0.5, 0.10, 0.08),
            Clearcoat=0.6,
            Clearcoat_Roughness=0.10,
            Normal=m.bump(m.math('MULTIPLY_ADD', w, 0.3, n), 0.04, 0.6),
        )
    )


def coffeemat():
    "espresso crema: hazel foam with darker tiger marbling"
    m = M('crema')
    co = m.co(rand=30)
    w = m.n('TexNoise', Vector=co, Scale=0.55, Detail=3, Roughness=0.5, Distortion=1.6).outputs['Fac']
    n = m.noise(co, 2.2, 6, 0.7)
    v = m.n('TexVoronoi', Vector=co, Scale=7).outputs['Distance']
    r = m.n('SeparateXYZ', Vector=co)
    c = m.ramp(
        m.math('MULTIPLY_ADD', n, 0.35, m.math('MULTIPLY', w, 0.65)),
        (0.36, (0.13, 0.050, 0.016)),
        (0.50, (0.30, 0.145, 0.052)),
        (0.66, (0.48, 0.27, 0.11)),
    )
    c = m.mix(m.ramp(v, (0.08, 0.35), (0.16, 0)), c, (0.16, 0.07, 0.025))
    return m.surf(
        m.pbr(
            c,
            0.30,
            Subsurface=0.15,
            Subsurface_Color=(0.6, 0.33, 0.14),
            Subsurface_Radius=(0.3, 0.15, 0.06),
            Normal=m.bump(m.math('MULTIPLY_ADD', v, 0.4, n), 0.03, 0.5),
            Specular=0.4,
        )
    )


def espressocup(por, crema, R=3.15, H=5.4, gold=None):
    out = [(1.75, 0.0), (1.95, 0.05), (2.0, 0.35), (1.9, 0.55), (2.35, 1.2), (2.85, 2.4), (3.08, 3.8), (R, H - 0.08)]
    inn = [(R - 0.22, H - 0.1), (2.86, 3.8), (2.60, 2.4), (2.0, 1.2), (1.0, 0.85)]
    rim = [[R - 0.10 + 0.10 * math.cos(q), H - 0.06 + 0.10 * math.sin(q)] for q in np.linspace(0.2, 2.95, 7)]
    lathe(
        'cup',
        np.vstack([[[0, 0.22], [1.5, 0.2], [1.62, 0.02]], catmull(out, 7), rim, catmull(inn, 6), [[0, 0.82]]]),
        por,
        112,
    )
    zt = H - 0.95
    rt = np.interp(zt, [2.4, 3.8, H], [2.60, 2.86, R - 0.22])
    lathe('crm', [(0, zt), (rt - 0.35, zt), (rt - 0.12, zt + 0.03), (rt + 0.02, zt + 0.12)], crema, 96)
    b = sphere('bb', 0.09, crema, 2, scale=(1, 1, 0.55))
    hide_proto(b)
    rs = random.Random(3)
    for k in range(46):
        a = rs.gauss(1.0, 1.3)
        q = rt - 0.12 - abs(rs.gauss(0, 0.12))
        copy(b, (q * math.cos(a), q * math.sin(a), zt + 0.05), scale=rs.uniform(0.4, 1.25))
    h = tube(
        'ear',
        [
            (2.95, 0, H - 0.95),
            (3.6, 0, H - 0.75),
            (4.55, 0, H - 1.0),
            (4.75, 0, H - 1.9),
            (4.15, 0, H - 2.9),
            (3.2, 0, H - 3.35),
            (2.72, 0, H - 3.4),
        ],
        0.30,
        por,
        16,
        lambda t: 1 + 0.35 * abs(2 * t - 1) ** 3,
        8,
    )
    h.scale = (1, 1.25, 1)
    if gold:
        lathe(
            'gr',
            catmull([(R - 0.03, H + 0.0), (R - 0.09, H + 0.047), (R - 0.15, H + 0.02), (R - 0.09, H + 0.03)], 4),
            gold,
            112,
        )


def saucer(por, R=6.3):
    return lathe(
        'sauc',
        np.vstack(
            [
                [[0, 0.42]],
                catmull([(1.9, 0.42), (2.2, 0.40), (2.45, 0.62), (3.6, 0.80), (5.2, 1.12), (R, 1.45)], 7),
                [[R + 0.06 * math.cos(q), 1.40 + 0.07 * math.sin(q)] for q in np.linspace(1.2, -1.5, 6)],
                catmull([(R - 0.1, 1.30), (4.9, 0.82), (3.5, 0.45), (3.2, 0.02), (2.9, 0.0), (2.7, 0.2), (0, 0.2)], 6),
            ]
        ),
        por,
        128,
    )


def speculoos(mat, L=6.2, W=3.6, seed=0):
    "crenellated spiced biscuit with an embossed pattern, lying flat on z=0"
    nu, nv = 160, 100

    def ht(x, y):
        e = min(L / 2 - abs(x), W / 2 - abs(y))
        b = 0.09 * math.exp(-(((e - 0.38) / 0.11) ** 2))
        q = 0
        if e > 0.55:
            q = (
                0.11 * max(0, math.cos(x * 2.55) * math.cos(y * 2.9)) ** 0.6
                + 0.05 * max(0, math.cos(x * 2.55 + math.pi) * math.cos(y * 2.9)) ** 0.6
            )
        return (
            0.56
            + b
            + q
            - 0.10 * (max(0, (0.14 - e) / 0.14) ** 2)
            + 0.03 * mnoise.fractal(Vector((x * 2.2, y * 2.2, seed)), 1, 2, 4)
        )

    def fn(u, v):
        a, b = (u - 0.03) / 0.94, (v - 0.04) / 0.92
        sk = 0 <= a <= 1 and 0 <= b <= 1
        a, b = min(1, max(0, a)), min(1, max(0, b))
        x, y = (a - 0.5) * L, (b - 0.5) * W
        z = (
            ht(x, y)
            if sk
            else (0 if u in (0.0, 1.0) or v in (0.0, 1.0) or u < 0.012 or v < 0.015 or u > 0.988 or v > 0.985 else 0.32)
        )
        ex, ey = (abs(x) / (L / 2)) ** 12, (abs(y) / (W / 2)) ** 12
        return (x * (1 + ex * 0.030 * math.cos(y * TAU / 0.62)), y * (1 + ey * 0.05 * math.cos(x * TAU / 0.62)), z)

    return grid('spec', fn, nu, nv, mat)


def specmat():
    m = M('spec')
    co = m.co(rand=50)
    n = m.noise(co, 1.2, 6, 0.65)
    n2 = m.noise(co, 9, 4, 0.7)
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    c = m.ramp(
        m.math('MULTIPLY_ADD', n, 0.8, m.math('MULTIPLY_ADD', z, 0.45, -0.30)),
        (0.12, (0.22, 0.085, 0.028)),
        (0.45, (0.37, 0.165, 0.06)),
        (0.8, (0.50, 0.26, 0.11)),
    )
    c = m.jitter(m.mix(m.ramp(n2, (0.30, 0.55), (0.48, 0)), c, (0.15, 0.055, 0.02)), 0.006, 0.10, 0.05)
    return m.surf(
        m.pbr(
            c,
            0.62,
            Normal=m.bump(m.math('MULTIPLY_ADD', n2, 1.0, n), 0.09, 0.8),
            Subsurface=0.08,
            Subsurface_Color=(0.5, 0.25, 0.1),
            Subsurface_Radius=(0.2, 0.1, 0.05),
            Specular=0.35,
        )
    )


# ------------------------------------------------------------------ canapes


def tart_strawberry(sk, cut, seedm, R=1.25, L=2.9, half=False, seed=0):
    "strawberry, tip +z, flat (calyx) end at z=0; half: cut face looks to -y"
    rs = random.Random(seed)
    w = lambda t: (
        R
        * (math.sin(math.pi * min(1, 0.16 + 0.84 * (1 - t) ** 0.0 * t * 0.0 + 0.5 * (1 - t))) ** 0.9)
        * (1 if t > 0.06 else (t / 0.06) ** 0.5 * 0.92 + 0.08)
    )
    prof = catmull(
        [
            (0, 0.05),
            (0.55, 0),
            (0.92, 0.22),
            (1.0, 0.75),
            (0.90, 1.35),
            (0.68, 1.95),
            (0.40, 2.45),
            (0.16, 2.75),
            (0, 2.85),
        ],
        7,
    ) * np.array([R, L / 2.85])
    n = len(prof)
    pts = []
    N = 110
    for i in range(N):
        t = (i + 0.5) / N
        pts.append(((i * 2.39996) % TAU, 0.05 + 0.90 * t))
    PZ = prof[:, 1]
    L_ = np.concatenate([[0], np.cumsum(np.hypot(np.diff(prof[:, 0]), np.diff(prof[:, 1])))])
    L_ /= L_[-1]
    at = lambda q: (np.interp(q, L_, prof[:, 0]), np.interp(q, L_, PZ))
    P3 = np.array([(at(q)[0] * math.cos(a), at(q)[0] * math.sin(a), at(q)[1]) for a, q in pts])

    def fn(u, v):
        a = math.pi * u if half else TAU * u
        r, z = at(0.12 + 0.88 * v if 0 else v)
        p = np.array([r * math.cos(a), r * math.sin(a), z])
        d = np.min(((P3 - p) ** 2).sum(1))
        k = (
            1
            - 0.045 * math.exp(-d / 0.012)
            + 0.05 * mnoise.noise(Vector((math.cos(a) * 0.8 + seed, math.sin(a) * 0.8, z * 0.5)))
        )
        return (p[0] * k, p[1] * k, p[2])

    grid('str', fn, 90 if not half else 50, 60, sk, closed_u=not half)
    sd = sphere('sd', 0.075, None, 2, scale=(0.75, 0.45, 1.2))
    hide_proto(sd)
    xf = []
    for (a, q), p in zip(pts, P3):
        if half and p[1] < 0.05:
            continue
        r0, z0 = at(max(0, q - 0.02))
        r1, z1 = at(min(1, q + 0.02))
        sl = math.atan2(r0 - r1, z1 - z0)
        e = (Matrix.Rotation(a + math.pi / 2, 3, 'Z') @ Matrix.Rotation(sl, 3, 'X')).to_euler()
        xf.append((p * 0.985, tuple(e), 1))
    merged('sds', sd, xf, seedm)
    if half:

        def cf(u, v):
            s = u * 2 - 1
            r, z = at(v)
            return (
                s * r * 0.99,
                -0.03
                + 0.05 * mnoise.noise(Vector((s * r * 2, z * 1.5, seed))) * (1 - s * s)
                - 0.10 * (1 - min(1, abs(s) * 3)) * math.sin(math.pi * v) * -1,
                z,
            )

        grid('stc', cf, 30, 40, cut)


def citrus_wheel(face, peel, R=3.2, t=0.42):
    "wheel lying in xy, centre at the origin (face shader works on unit radius: object is scaled)"
    o = lathe(
        'cs',
        [
            (0, t / 2 / R),
            (0.5, t / 2 / R + 0.004),
            (0.95, t / 2 / R),
            (0.985, t / 2 / R - 0.01),
            (0.985, -t / 2 / R + 0.01),
            (0.95, -t / 2 / R),
            (0.5, -t / 2 / R - 0.004),
            (0, -t / 2 / R),
        ],
        face,
        96,
    )
    o.scale = (R, R, R)
    p = lathe(
        'cp',
        catmull(
            [(0.955, t / 2 / R), (0.99, t / 2 / R - 0.008), (1.0, 0), (0.99, -t / 2 / R + 0.008), (0.955, -t / 2 / R)],
            4,
        ),
        peel,
        96,
    )
    p.scale = (R, R, R)
    return o


def coffee_spoon(mat, L=13, bw=1.35, bl=0.36, depth=0.75, hw=0.32):
    "spoon along y, bowl at +y, lying with bowl hollow up"

    def fn(u, v):
        s = u * 2 - 1
        b = max(0, (v - (1 - bl)) / bl)
        w = bw * math.sin(math.pi * min(1, max(0, b)) ** 0.80) ** 0.55 if b > 0 else 0
        hwid = hw * np.interp(v, [0, 0.06, 0.3, 1 - bl, 1 - bl + 0.06, 1], [0.9, 1.7, 0.95, 0.62, 0.5, 0])
        w = max(w, hwid, 0.02)
        z = np.interp(v, [0, 0.3, 1 - bl, 1 - bl * 0.5, 1], [0.25, 0.75, 0.95, 0.95, 1.0])
        d = depth * math.sin(math.pi * min(1, b)) ** 0.7 if b > 0 else 0
        return (s * w, (v - 0.5) * L, z - d * (1 - s * s) - 0.08 * (1 - b) * s * s * (b == 0))

    o = grid('spoon', fn, 17, 70, mat)
    solid(o, 0.12)
    subsurf(o, 1)
    return o
