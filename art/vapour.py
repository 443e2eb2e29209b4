"""Steam: a small flow of warm air carries motes upwards, and cards show their density to the camera.

A card of plain noise looks like fog in a box; a flow has the strands and curls of vapour that rises.
"""

import os
import numpy as np
from studio import TMP, M, bpy, grid


def plume(seed, w=128, h=176, steps=430, motes=3000, fine=4):
    "density (rows from below, 0 to 1) of one plume; about a minute, kept in .cache"
    path = os.path.join(TMP, f'plume_{seed}.npy')
    if os.path.exists(path):
        return np.load(path)
    r = np.random.RandomState(seed)
    u, v, heat = np.zeros((h, w)), np.zeros((h, w)), np.zeros((h, w))
    kx = np.fft.fftfreq(w)[None] * 2 * np.pi
    ky = np.fft.fftfreq(h)[:, None] * 2 * np.pi
    k2 = kx * kx + ky * ky
    k2[0, 0] = 1
    Y, X = np.mgrid[0:h, 0:w].astype(float)
    across = (np.arange(w) / w - 0.5) / 0.23
    phase = r.rand(4) * 6.28
    rise = 0.35

    def sample(a, y, x):
        y, x = np.clip(y, 0, h - 1.001), x % w
        j, i = y.astype(int), x.astype(int)
        fy, fx, right = y - j, x - i, (i + 1) % w
        lower = a[j, i] * (1 - fx) + a[j, right] * fx
        upper = a[j + 1, i] * (1 - fx) + a[j + 1, right] * fx
        return lower * (1 - fy) + upper * fy

    px = py = weight = np.empty(0)
    density = np.zeros((h * fine, w * fine))
    for t in range(steps):
        gust = sum(np.sin(across * (2.0 + 1.7 * k) + phase[k] + t * (0.05 + 0.031 * k)) for k in range(4)) / 4
        source = np.clip(1 - across**2, 0, 1) * np.clip(0.25 + 1.5 * gust, 0, 1.4) + 1e-6
        heat[-12:] = 0
        heat[2:5] = np.maximum(heat[2:5], source[None])
        v += 0.084 * heat
        u -= u.mean(1, keepdims=True)
        # vorticity confinement: the curls that a coarse grid would smooth away
        curl = np.roll(v, -1, 1) - np.roll(v, 1, 1) - np.roll(u, -1, 0) + np.roll(u, 1, 0)
        size = np.abs(curl)
        gx, gy = np.roll(size, -1, 1) - np.roll(size, 1, 1), np.roll(size, -1, 0) - np.roll(size, 1, 0)
        norm = np.sqrt(gx * gx + gy * gy) + 1e-5
        u, v = (u + 0.06 * gy / norm * curl) * 0.985, (v - 0.06 * gx / norm * curl) * 0.985
        x, y = X - u, Y - v - rise
        u, v, heat = sample(u, y, x), sample(v, y, x), sample(heat, y, x) * 0.988
        # projection: air is not compressed
        U, V = np.fft.fft2(u), np.fft.fft2(v)
        d = (kx * U + ky * V) / k2
        u, v = np.fft.ifft2(U - kx * d).real, np.fft.ifft2(V - ky * d).real
        px = np.append(px, r.choice(w, motes, p=source / source.sum()) + r.rand(motes))
        py = np.append(py, 3 + r.rand(motes) * 2)
        weight = np.append(weight, np.ones(motes)) * 0.990
        mu, mv = sample(u, py, px), sample(v, py, px)
        px, py = (px + mu + r.randn(px.size) * 0.06) % w, py + mv + rise + r.randn(px.size) * 0.06
        keep = (py < h - 2) & (weight > 0.05)
        px, py, weight = px[keep], py[keep], weight[keep]
        if t >= steps - 7:  # as long as the shutter is open
            density += np.histogram2d(py, px, (h * fine, w * fine), ((0, h), (0, w)), weights=weight)[0]
    for axis in (0, 1):
        for _ in range(3):
            density = sum(np.roll(density, k, axis) for k in range(-3, 4)) / 7
    density = 1 - np.exp(-density / np.percentile(density[density > 0.01], 80) * 0.8)
    density = density[h * fine // 9 : -h * fine // 7]  # without the pool at the foot and the edge above
    np.save(path, density.astype(np.float32))
    return density


def vapour(loc, w, h, strength, seed, flip=False, turn=0, lean=0, col=(0.95, 0.96, 1), light=0.55):
    "one plume on an upright card that only the camera sees; thins out upwards; lean: where its top drifts to, in cm"
    a = plume(seed)
    a = a[:, ::-1] if flip else a
    rows = np.linspace(0, 1, a.shape[0])[:, None]
    wide = a
    for _ in range(3):  # strands dissolve as they rise
        wide = sum(np.roll(wide, k, 1) for k in range(-13, 14)) / 27
        wide = sum(np.roll(wide, k, 0) for k in range(-5, 6)) / 11
    a = a * 0.35 * (1 - rows) + wide * (0.9 + 0.4 * rows)
    a = a * np.clip(rows / 0.10, 0, 1) * np.clip((1 - rows) / 0.75, 0, 1) ** 1.2
    image = bpy.data.images.new('plume', a.shape[1], a.shape[0], float_buffer=True)
    image.colorspace_settings.name = 'Non-Color'
    image.pixels.foreach_set(np.repeat(a[..., None], 4, -1).astype(np.float32).ravel())
    image.update()
    image.pack()
    m = M('vapour')
    t = m.n('TexImage', Vector=m.n('TexCoord').outputs['UV'])
    t.image, t.extension, t.interpolation = image, 'CLIP', 'Cubic'
    mx = m.n('MixShader', Fac=m.math('MULTIPLY', t.outputs['Color'], strength))
    m.set(mx.inputs[1], m.n('BsdfTransparent').outputs[0])
    m.set(mx.inputs[2], m.n('Emission', Color=col, Strength=light).outputs[0])
    m.m.cycles.sample_as_light = False

    def card(u, v):
        drift = lean * v**1.6 + 0.06 * w * np.sin(v * 5 + seed + lean)
        return ((u - 0.5) * w * (1 + 0.5 * v) + drift, 0, v * h)

    o = grid('vapour', card, 8, 40, m.surf(mx))
    o.location, o.rotation_euler = loc, (0, 0, turn)
    o.visible_diffuse = o.visible_glossy = o.visible_transmission = o.visible_shadow = False
    return o
