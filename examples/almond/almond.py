"""The NASA almond, 9.936 in long, as triangles: makes almond.msh.  python3 almond.py [EDGE in m]

The surface is that of Woo, Wang, Schuh and Sanders (IEEE Antennas and Propagation Magazine 35(1),
1993): half an ellipsoid, and a tip whose sections are ellipses too. Rings of points, an edge apart
along the surface, are joined by strips of triangles.
"""
import bisect
import math
import sys

LENGTH = 9.936 * 0.0254  # m
BACK = -0.416667
TIP = 2.083350 * math.sqrt(1 - 0.96**2)


def radii(t):
    """Half widths along y and z, in lengths, at x = t lengths."""
    if t < 0:
        root = math.sqrt(max(0.0, 1 - (t / BACK) ** 2))
        return 0.193333 * root, 0.064444 * root
    root = math.sqrt(1 - (t / 2.083350) ** 2) - 0.96
    return 4.833450 * max(0.0, root), 1.611148 * max(0.0, root)


def spaced(curve, steps):
    """`steps` equal pieces along a polyline: the parameter, 0 to 1, of their ends."""
    lengths = [0.0]
    for a, b in zip(curve, curve[1:]):
        lengths.append(lengths[-1] + math.dist(a, b))
    ends = []
    for i in range(steps + 1):
        wanted = lengths[-1] * i / steps
        k = min(max(bisect.bisect_left(lengths, wanted), 1), len(curve) - 1)
        piece = lengths[k] - lengths[k - 1]
        ends.append((k - 1 + (wanted - lengths[k - 1]) / piece) / (len(curve) - 1))
    return ends, lengths[-1]


def profile(s):
    """x = t, y of the widest section, for s from 0 at the back to 1 at the tip."""
    t = BACK + (TIP - BACK) * 0.5 * (1 - math.cos(math.pi * s))
    return t, radii(t)[0]


def rings_of(edge):
    """Points of each ring, from the back to the tip; the first and the last are points."""
    curve = [profile(k / 4000) for k in range(4001)]
    steps = round(spaced(curve, 1)[1] * LENGTH / edge)
    rings = []
    for s in spaced(curve, steps)[0]:
        t = profile(s)[0]
        y, z = radii(t)
        if s in (0.0, 1.0):
            rings.append([(t, 0.0, 0.0)])
            continue
        ellipse = [
            (y * math.cos(2 * math.pi * k / 2000), z * math.sin(2 * math.pi * k / 2000))
            for k in range(2001)
        ]
        count = max(6, 2 * round(spaced(ellipse, 1)[1] * LENGTH / edge / 2))
        angles = [2 * math.pi * u for u in spaced(ellipse, count)[0][:-1]]
        rings.append([(t, y * math.cos(a), z * math.sin(a)) for a in angles])
    return rings


def strip(first, a, second, b):
    """Triangles between two rings of a and b nodes, numbered from `first` and `second`."""
    triangles = []
    i = j = 0
    while (i < a and a > 1) or (j < b and b > 1):
        forward = b == 1 or (a > 1 and i < a and (j >= b or (i + 1) / a <= (j + 1) / b))
        p, q = first + i % a, second + j % b
        if forward:
            triangles.append((p, first + (i + 1) % a, q))
            i += 1
        else:
            triangles.append((p, second + (j + 1) % b, q))
            j += 1
    return triangles


def main():
    edge = float(sys.argv[1]) if len(sys.argv) > 1 else 0.006
    rings = rings_of(edge)
    starts = [1]
    for ring in rings:
        starts.append(starts[-1] + len(ring))
    triangles = []
    for k in range(len(rings) - 1):
        triangles += strip(starts[k], len(rings[k]), starts[k + 1], len(rings[k + 1]))
    points = [p for ring in rings for p in ring]
    with open("almond.msh", "w", encoding="ascii") as file:
        file.write('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n')
        file.write('$PhysicalNames\n1\n2 1 "almond"\n$EndPhysicalNames\n')
        file.write(f"$Nodes\n{len(points)}\n")
        for n, p in enumerate(points, 1):
            file.write(f"{n} {LENGTH * p[0]:.9g} {LENGTH * p[1]:.9g} {LENGTH * p[2]:.9g}\n")
        file.write(f"$EndNodes\n$Elements\n{len(triangles)}\n")
        for n, t in enumerate(triangles, 1):
            file.write(f"{n} 2 2 1 1 {t[0]} {t[1]} {t[2]}\n")
        file.write("$EndElements\n")


main()
