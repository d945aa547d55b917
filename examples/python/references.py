"""Independent numbers of the examples: formulas and series that share nothing with the program."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import spherical_jn, spherical_yn

Array = NDArray[np.float64]


def mie_coefficients(x: float, m: complex | None) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Returns a_n and b_n of a sphere of size x = k r and relative index m (None: a perfect conductor),
    e^{+jwt}.

    Bohren and Huffman, Absorption and Scattering of Light by Small Particles, 1983, Eqs. 4.52 and 4.53.
    """
    n = np.arange(1, int(x + 4 * x ** (1 / 3) + 12))
    psi, dpsi = x * spherical_jn(n, x), spherical_jn(n, x) + x * spherical_jn(n, x, True)
    chi, dchi = x * spherical_yn(n, x), spherical_yn(n, x) + x * spherical_yn(n, x, True)
    xi, dxi = psi - 1j * chi, dpsi - 1j * dchi
    if m is None:
        return dpsi / dxi, psi / xi
    z = m * x
    inner, dinner = z * spherical_jn(n, z), spherical_jn(n, z) + z * spherical_jn(n, z, True)
    a = (m * inner * dpsi - psi * dinner) / (m * inner * dxi - xi * dinner)
    b = (inner * dpsi - m * psi * dinner) / (inner * dxi - m * xi * dinner)
    return a, b


def mie_rcs(radius: float, frequency: float, theta: Array, m: complex | None = None) -> tuple[Array, Array]:
    """Returns the bistatic cross sections (m^2) of a sphere (m, Hz) in the E-plane and in the H-plane at
    angles theta
    (deg) from the direction of the wave."""
    k = 2 * np.pi * frequency / 299792458.0
    a, b = mie_coefficients(k * radius, m)
    mu = np.cos(np.radians(theta))
    pi, before = np.ones_like(mu), np.zeros_like(mu)
    s1, s2 = np.zeros(mu.shape, complex), np.zeros(mu.shape, complex)
    for n in range(1, len(a) + 1):
        tau = n * mu * pi - (n + 1) * before
        factor = (2 * n + 1) / (n * (n + 1))
        s1 += factor * (a[n - 1] * pi + b[n - 1] * tau)
        s2 += factor * (a[n - 1] * tau + b[n - 1] * pi)
        pi, before = ((2 * n + 1) * mu * pi - (n + 1) * before) / n, pi
    return 4 * np.pi / k**2 * abs(s2) ** 2, 4 * np.pi / k**2 * abs(s1) ** 2


def mie_areas(radius: float, frequency: float, m: complex | None) -> tuple[float, float]:
    """Returns the cross sections of extinction and of scattering, m^2."""
    k = 2 * np.pi * frequency / 299792458.0
    a, b = mie_coefficients(k * radius, m)
    n = 2 * np.arange(1, len(a) + 1) + 1
    extinction = 2 * np.pi / k**2 * float((n * (a + b).real).sum())
    return extinction, 2 * np.pi / k**2 * float((n * (abs(a) ** 2 + abs(b) ** 2)).sum())


def permittivity(keys: dict[str, Any], frequency: Array) -> NDArray[np.complex128]:
    """Returns eps of the poles of a material's keys at frequencies (Hz), e^{+jwt}."""
    eps = np.full(np.shape(frequency), complex(keys["eps_inf"]))
    for pole in keys.get("drude", []):
        eps -= pole["f_p"] ** 2 / (frequency**2 - 1j * frequency * pole["gamma"])
    for pole in keys.get("lorentz", []):
        square = pole["f0"] ** 2
        eps += pole["delta_eps"] * square / (square - frequency**2 + 1j * frequency * pole["gamma"])
    return eps


def optical_table(file: str, keys: dict[str, Any]) -> str:
    """Writes n and k of a material's keys from 390 to 810 nm, every 5 nm, and returns the file."""
    nm = np.arange(390, 811, 5.0)
    n = np.sqrt(permittivity(keys, 299792458.0 / (nm * 1e-9)))
    rows = np.transpose([nm, n.real, -n.imag])
    np.savetxt(file, rows, "%.6f", ",", header="wavelength (nm),n,k", comments="")
    return file


def iris_filter(
    frequencies: Array, width: float, sections: list[tuple[float, float]], modes: int = 60
) -> Array:
    """Returns |S11| and |S21| (2, n) of symmetric inductive irises in a rectangular guide, by mode matching.

    `sections` are the openings and lengths (m) of the guide from end to end, those of the guide itself
    included; all
    are centred. Modes TE_m0 of odd m, as many in a section as its width has of the guide's.
    Marcuvitz, Waveguide Handbook, 1951; Itoh (ed.), Numerical Techniques for Microwave and Millimeter-Wave
    Passive
    Structures, 1989, ch. 9.
    """
    result = np.zeros((2, len(frequencies)))
    for i, frequency in enumerate(frequencies):
        k = 2 * np.pi * frequency / 299792458.0
        total = None
        for (a, length), (b, _) in zip(sections, [*sections[1:], sections[-1]], strict=True):
            counts = [max(1, round(modes * w / width)) for w in (a, b)]
            step = junction(k, a, b, *counts) if a != b else None
            m = np.arange(1, 2 * counts[0], 2)
            delay = np.exp(-np.sqrt(((m * np.pi / a) ** 2 - k**2).astype(complex)) * length)
            line = tuple(np.diag(x) for x in (0 * delay, delay, delay, 0 * delay))
            total = line if total is None else cascade(total, line)
            total = cascade(total, step) if step else total
        assert total is not None
        result[:, i] = abs(total[0][0, 0]), abs(total[2][0, 0])
    return result


def junction(k: float, a: float, b: float, na: int, nb: int) -> tuple[NDArray[np.complex128], ...]:
    """Returns S11, S12, S21, S22 of a step between centred guides of widths a and b, in power waves of each
    mode."""
    if a < b:
        s11, s12, s21, s22 = junction(k, b, a, nb, na)
        return s22, s21, s12, s11
    p, q = np.arange(1, 2 * na, 2)[:, None] * np.pi / a, np.arange(1, 2 * nb, 2)[None, :] * np.pi / b
    near = np.where(np.isclose(p, q), b / 2, np.sin((p - q) * b / 2) / np.where(np.isclose(p, q), 1, p - q))
    overlap = 2 / np.sqrt(a * b) * (near + np.sin((p + q) * b / 2) / (p + q))
    x = (
        overlap
        * np.sqrt(np.sqrt((p**2 - k**2).astype(complex)))
        / np.sqrt(np.sqrt((q**2 - k**2).astype(complex)))
    )
    inner = 2 * np.linalg.inv(np.eye(nb) + x.T @ x)
    return x @ inner @ x.T - np.eye(na), x @ inner, inner @ x.T, inner - np.eye(nb)


def cascade(
    a: tuple[NDArray[np.complex128], ...], b: tuple[NDArray[np.complex128], ...]
) -> tuple[NDArray[np.complex128], ...]:
    """Returns S11, S12, S21, S22 of two networks one after the other."""
    eye = np.eye(a[3].shape[0])
    front, back = np.linalg.inv(eye - a[3] @ b[0]), np.linalg.inv(eye - b[0] @ a[3])
    return (
        a[0] + a[1] @ b[0] @ front @ a[2],
        a[1] @ back @ b[1],
        b[2] @ front @ a[2],
        b[3] + b[2] @ a[3] @ back @ b[1],
    )


def robinson(frequency: float, a: float, b: float, d: float, slot: float, gap: float) -> float:
    """Returns the shielding (dB) at the centre of a box a x b x d with a slot in its front, all in mm, of
    thin walls.

    Robinson et al., Analytical formulation for the shielding effectiveness of enclosures with apertures,
    IEEE Trans.
    Electromagn. Compat. 40 (1998) 240. The formula is for one mode of the box.
    """
    k, p = 2 * np.pi * frequency / 299792458.0 * 1e-3, d / 2
    z0, root = 376.730313668, (1 - (gap / b) ** 2) ** 0.25
    strip = 120 * np.pi**2 / np.log(2 * (1 + root) / (1 - root))
    aperture = 0.5j * slot / a * strip * np.tan(k * slot / 2)
    below = np.sqrt(complex(1 - (np.pi / (k * a)) ** 2))
    kg, zg = k * below, z0 / below
    v1, z1 = aperture / (z0 + aperture), z0 * aperture / (z0 + aperture)
    v2 = v1 / (np.cos(kg * p) + 1j * z1 / zg * np.sin(kg * p))
    z2 = (z1 + 1j * zg * np.tan(kg * p)) / (1 + 1j * z1 / zg * np.tan(kg * p))
    z3 = 1j * zg * np.tan(kg * (d - p))
    return float(-20 * np.log10(abs(2 * v2 * z3 / (z2 + z3))))


def film(n: float, thickness: float, wavelength: float) -> complex:
    """Returns the amplitude behind a film of index n over that without it, e^{+jwt} (Airy)."""
    k, r = 2 * np.pi / wavelength, (1 - n) / (1 + n)
    through = np.exp(-1j * n * k * thickness)
    return complex((1 - r**2) * through / (1 - r**2 * through**2) * np.exp(1j * k * thickness))


def open_stub(width: float, height: float, eps: float, length: float) -> float:
    """Returns the frequency (Hz) at which an open microstrip stub (mm) is a quarter of a wavelength.

    Permittivity of the line by Hammerstad and Jensen, MTT-S Digest 1980, 407; length of the open end by
    Hammerstad,
    European Microwave Conference 1975, 268.
    """
    u = width / height
    a = 1 + np.log((u**4 + (u / 52) ** 2) / (u**4 + 0.432)) / 49 + np.log(1 + (u / 18.1) ** 3) / 18.7
    b = 0.564 * ((eps - 0.9) / (eps + 3)) ** 0.053
    effective = (eps + 1) / 2 + (eps - 1) / 2 * (1 + 10 / u) ** (-a * b)
    end = 0.412 * (effective + 0.3) / (effective - 0.258) * (u + 0.264) / (u + 0.8) * height
    return float(299792458.0e3 / (4 * (length + end) * np.sqrt(effective)))
