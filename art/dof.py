"""smooth(): what lies far out of focus holds no fine detail, so whatever grain or weave the denoiser leaves there may be blurred away."""

import numpy as np


def _erode(a, r):
    for ax in (0, 1):
        p = np.pad(a, [(r, r) if i == ax else (0, 0) for i in range(2)], 'edge')
        n = a.shape[ax]
        m = np.take(p, range(0, n), ax)
        for k in range(1, 2 * r + 1):
            m = np.minimum(m, np.take(p, range(k, k + n), ax))
        a = m
    return a


def coc(F, cam):
    "diameter of the circle of confusion in pixels, from the last guide feature (2/(1+depth/100))"
    w = F.shape[1]
    d = (2 / np.clip(F[..., -1].astype(np.float32), 1e-3, 2) - 1) * 100
    d = np.maximum(d, 1)
    f = cam.dof.focus_distance
    return cam.lens / (1000 * cam.dof.aperture_fstop) * np.abs(d - f) / d * w / (f * 36 / cam.lens)


def smooth(img, F, cam, box, k=0.085, cap=7):
    """Only what is out of focus itself is averaged: a sharp white subject would bleed into the blur behind it as a halo."""
    w = img.shape[1]
    c = _erode(coc(F, cam), max(1, round(w * 0.0022)))
    c = box(c[..., None], max(1, round(w * 0.002)))[..., 0]
    s = np.clip((c - w * 0.004) * k, 0, cap * w / 1920)
    T = np.log1p(np.maximum(img, 0) * 6)
    out_of_focus = s[..., None] ** 2 + 1e-4
    S = [0, 0.8, 1.6, 3.2, 6.4, 12.8]
    L = [T]
    for q in S[1:]:
        r = max(1, round(q * 0.9))
        if q > cap * w / 1920 * 2:
            L.append(L[-1])
            continue
        sums, weights = T * out_of_focus, out_of_focus
        for _ in range(3):
            sums, weights = box(sums, r), box(weights, r)
        L.append(sums / weights)
    out = T.copy()
    for i in range(len(S) - 1):
        m = (s > S[i]) & (s <= S[i + 1])
        t = ((s - S[i]) / (S[i + 1] - S[i]))[m][:, None]
        out[m] = L[i][m] * (1 - t) + L[i + 1][m] * t
    return (np.expm1(out) / 6).astype(np.float32)
