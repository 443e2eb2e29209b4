"""Props made for the second series: glasses with stems, whole forks, chairs, steam, windows. Lengths in cm."""

from studio import *


# ---------------------------------------------------------------- table
def stem_glass(bowl, stem, H=22, R=4.0, foot=3.5, rise=10.5, flare=0.84):
    "thin bowl and a solid stem of refracting glass, so that the stem is seen on a pale cloth"
    h = H - rise
    out = catmull(
        [
            (0.45, rise),
            (R * 0.42, rise + 0.45),
            (R * 0.85, rise + h * 0.20),
            (R, rise + h * 0.45),
            (R * 0.97, rise + h * 0.70),
            (R * flare, H),
        ],
        8,
    )
    inn = [(r - 0.09, z + (0.10 if k else 0.35)) for k, (r, z) in enumerate(out)][::-1]
    lathe('bowl', np.vstack([out, [[out[-1][0] - 0.045, H + 0.05]], inn, [[0, rise + 0.45]]]), bowl, 72)
    lathe(
        'foot',
        np.vstack(
            [
                [[0, 0.02], [foot * 0.96, 0.0]],
                catmull([(foot, 0.08), (foot * 0.97, 0.14), (foot * 0.55, 0.26), (0.80, 0.52)], 7),
                [[0, 0.56]],
            ]
        ),
        bowl,
        72,
    )
    lathe(
        'stem',
        np.vstack(
            [
                [[0, 0.5]],
                catmull(
                    [
                        (0.80, 0.50),
                        (0.46, 1.2),
                        (0.34, 3.2),
                        (0.32, rise - 3.2),
                        (0.40, rise - 1.0),
                        (0.62, rise + 0.02),
                    ],
                    7,
                ),
                [[0, rise + 0.25]],
            ]
        ),
        stem,
        40,
    )


def fork(mat, L=20.5, tines=4):
    "handle, neck and four whole tines, each of its own"

    def handle(u, v):
        s = (u - 0.5) * 2
        w = sinterp(v, [0, 0.06, 0.30, 0.62, 0.74, 0.86, 1], [0.30, 0.95, 0.72, 0.34, 0.36, 1.05, 1.16])
        z = sinterp(v, [0, 0.35, 0.70, 0.86, 1], [0.35, 0.62, 1.05, 0.62, 0.28])
        return (s * w, (v * 0.74 - 0.5) * L, z - 0.09 * s * s)

    o = grid('handle', handle, 13, 70, mat)
    solid(o, 0.19)
    subsurf(o, 1)
    for k in range(tines):
        x = (k - (tines - 1) / 2) * 0.71
        pts = [
            (x * 1.0, L * 0.232, 0.30),
            (x, L * 0.29, 0.12),
            (x * 0.97, L * 0.37, 0.10),
            (x * 0.94, L * 0.44, 0.32),
            (x * 0.90, L * 0.49, 0.66),
        ]
        t = tube('tine', pts, 0.21, mat, 10, lambda q: 1 - 0.55 * q**2.2, 8)
        t.scale = (1, 1, 1)


def chair(wood_mat, cane=None):
    "farmhouse chair, back towards +y"
    for sx in (-1, 1):
        tube('leg', [(sx * 20, -20, 0), (sx * 19, -19, 45)], 1.9, wood_mat, 10, None, 0)
        tube('back', [(sx * 20, 22, 0), (sx * 19, 19, 45), (sx * 18, 24, 86)], 1.9, wood_mat, 10)
    box('seat', (42, 41, 3), cane or wood_mat, (0, 0, 46), 1.2)
    for z in (58, 70, 82):
        o = grid(
            'slat',
            lambda u, v, z=z: (
                (u - 0.5) * 37,
                20.5 + (z - 45) * 0.085 + 4.5 * (1 - (2 * u - 1) ** 2),
                z + (v - 0.5) * 5.5 + 0.8 * (1 - (2 * u - 1) ** 2),
            ),
            14,
            4,
            wood_mat,
        )
        solid(o, 1.3)
        bevel(o, 0.4)
    for y in (-19, 21):
        tube('rung', [(-19, y, 22), (19, y, 22)], 1.1, wood_mat, 8, None, 0)
    for sx in (-1, 1):
        tube('rung', [(sx * 19.5, -19, 16), (sx * 19.5, 20, 16)], 1.1, wood_mat, 8, None, 0)


def porcelain(col, rough=0.10, line=None):
    m = M('porcelain')
    co = m.co(rand=30)
    n = m.noise(co, 0.6, 4)
    c = m.mix(m.ramp(n, (0.35, 0), (0.65, 1)), col, tuple(x * 0.96 for x in col))
    if line:  # a thin band of colour near the rim, worn in places
        x, y, _ = m.n('SeparateXYZ', Vector=m.co()).outputs[0:3]
        r = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', x, x), m.math('MULTIPLY', y, y)))
        off = m.math('ABSOLUTE', m.math('SUBTRACT', r, line[0]))
        band = m.ramp(m.math('MULTIPLY_ADD', m.noise(co, 3, 4), 0.05, off), (0.07, 1), (0.10, 0))
        c = m.mix(m.math('MULTIPLY', band, 0.85), c, line[1])
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', m.noise(co, 2.5, 5), 0.10, rough - 0.04),
            Normal=m.bump(n, 0.04, 0.3),
            Specular=0.5,
            Subsurface=0.04,
            Subsurface_Color=(1, 0.94, 0.86),
            Subsurface_Radius=(0.4, 0.3, 0.2),
        )
    )


def dish(mat, R, well, h, flat=0.0, t=0.36):
    "plate with a turned foot ring; flat: how far the rim lies down"
    top = catmull(
        [
            (0, 0.62),
            (well * 0.80, 0.60),
            (well * 0.96, 0.78),
            (well * 1.04, h * (0.60 + 0.2 * flat)),
            (R * 0.90, h * 0.92),
            (R * 0.985, h),
        ],
        10,
    )
    under = catmull(
        [
            (R * 0.985, h - t * 0.75),
            (R * 0.90, h * 0.92 - t),
            (well * 1.05, h * (0.60 + 0.2 * flat) - t),
            (well * 0.90, 0.28),
            (well * 0.80, 0.22),
        ],
        8,
    )
    foot = [(well * 0.79, 0.0), (well * 0.76, -0.03), (well * 0.735, 0.02), (well * 0.72, 0.24), (0, 0.26)]
    rim = [(R + t * 0.38 * math.cos(a) - t * 0.2, h - t * 0.37 + t * 0.38 * math.sin(a)) for a in np.linspace(1.4, -1.4, 7)]
    return lathe('dish', np.vstack([top, rim, under, foot]), mat, 160)


def tumble(moving, fixed, frames=160):
    "lets objects fall on fixed ones with Blender's rigid bodies, and leaves them where they come to rest"
    s = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    s.rigidbody_world.substeps_per_frame, s.rigidbody_world.solver_iterations = 6, 20
    s.rigidbody_world.point_cache.frame_end = frames
    s.gravity = (0, 0, -60)
    for group, kind, shape in ((moving, 'ACTIVE', 'CONVEX_HULL'), (fixed, 'PASSIVE', 'MESH')):
        for o in group:
            with bpy.context.temp_override(object=o, active_object=o, selected_objects=[o]):
                bpy.ops.rigidbody.object_add(type=kind)
            b = o.rigid_body
            b.collision_shape, b.use_margin, b.collision_margin = shape, True, 0.01
            b.friction, b.restitution, b.angular_damping, b.linear_damping = 0.5, 0.05, 0.4, 0.15
    for f in range(1, frames + 1):
        s.frame_set(f)
    graph = bpy.context.evaluated_depsgraph_get()
    rest = [o.evaluated_get(graph).matrix_world.copy() for o in moving]
    with bpy.context.temp_override(scene=s):
        bpy.ops.rigidbody.world_remove()
    s.frame_set(1)
    for o, m in zip(moving, rest):
        o.matrix_world = m


# ---------------------------------------------------------------- steam
def steam_card(loc, w, h, strength=0.5, seed=0, turn=0, col=(0.95, 0.96, 1)):
    "wisps of vapour on an upright card that only the camera sees: no volume to sample, so no noise"
    m = M('steam')
    u, v = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['UV']).outputs[0:2]
    pos = m.co('UV', scale=(w * 0.055, h * 0.020, 1))
    off = m.n('VectorMath', operation='ADD', i0=pos, i1=(seed * 7.3, seed * 3.1, 0)).outputs[0]
    warp = m.n('TexNoise', Vector=off, Scale=0.9, Detail=2).outputs['Color']
    bent = m.n('VectorMath', operation='MULTIPLY_ADD', i0=warp, i1=(1.5, 0.9, 0), i2=off).outputs[0]
    n = m.n('TexNoise', Vector=bent, Scale=1.35, Detail=5, Roughness=0.52, Distortion=0.7).outputs['Fac']
    side = m.math('ABSOLUTE', m.math('SUBTRACT', m.math('MULTIPLY_ADD', warp, 0.22, u), 0.61))
    width = m.math('MULTIPLY_ADD', v, 0.16, 0.26)
    edge = m.ramp(m.math('DIVIDE', side, width), (0.25, 1), (1, 0), interp='EASE')
    d = m.math('MULTIPLY', m.ramp(n, (0.40, 0), (0.74, 1), interp='EASE'), edge)
    d = m.math('MULTIPLY', d, m.ramp(v, (0, 0), (0.10, 1), (0.45, 0.65), (0.95, 0), interp='EASE'))
    mx = m.n('MixShader', Fac=m.math('MULTIPLY', d, strength))
    m.set(mx.inputs[1], m.n('BsdfTransparent').outputs[0])
    m.set(mx.inputs[2], m.n('Emission', Color=col, Strength=0.55).outputs[0])
    m.m.cycles.sample_as_light = False
    o = mesh(
        'steam',
        [(-w / 2, 0, 0), (w / 2, 0, 0), (w / 2, 0, h), (-w / 2, 0, h)],
        [(0, 1, 2, 3)],
        m.surf(mx),
        False,
        uv=[(0, 0), (1, 0), (1, 1), (0, 1)],
    )
    o.location, o.rotation_euler = loc, (0, 0, turn)
    o.visible_diffuse = o.visible_glossy = o.visible_transmission = o.visible_shadow = False
    return o


# ---------------------------------------------------------------- light
def window(loc, target, size=(70, 100), panes=(2, 3), bar=5, L=10, col=(1, 0.97, 0.93)):
    "daylight through a window: every pane is a light of its own, so that the bars are seen in what shines"
    loc, target = Vector(loc), Vector(target)
    q = (target - loc).to_track_quat('-Z', 'Y')
    w, h = [(size[k] - bar * (panes[k] - 1)) / panes[k] for k in (0, 1)]
    for i in range(panes[0]):
        for j in range(panes[1]):
            p = q @ Vector(((i - (panes[0] - 1) / 2) * (w + bar), (j - (panes[1] - 1) / 2) * (h + bar), 0))
            area(loc + p, target + p, (w, h), L, col)
