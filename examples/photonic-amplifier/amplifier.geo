// A quarter of a silicon core of 550 x 300 nm in oxide of 2.55 x 2.3 um, and the conducting guide that feeds it. Lengths in um.
// The section's triangles are drawn along z in layers, so that it is the same everywhere. From section 5.4.2 of [meng2015].
DefineConstant[ size = {0.2, Name "Parameters/Size of tets in the core"} ];
DefineConstant[ rim = {4, Name "Parameters/Size at the oxide's rim over that"} ];
DefineConstant[ length = {3, Name "Parameters/Length of the nonlinear core"} ];
a = 0.275; b = 0.15; A = 1.275; B = 1.15; // halves of the sides
drive = 0.16; guide = 0.24; back = 0.6; end = 0.8; // of the part of the guide with currents, from it to the core, behind it, of an absorbing part
Point(1) = {0, 0, -back - drive - guide, size}; Point(2) = {a, 0, -back - drive - guide, size};
Point(3) = {a, b, -back - drive - guide, size}; Point(4) = {0, b, -back - drive - guide, size};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
e0() = Extrude {0, 0, back} { Surface{1}; Layers{Ceil(back / size - 0.01)}; };
e1() = Extrude {0, 0, drive} { Surface{e0[0]}; Layers{Ceil(drive / size - 0.01)}; };
e2() = Extrude {0, 0, guide} { Surface{e1[0]}; Layers{Ceil(guide / size - 0.01)}; };
// The section at z = 0: the guide's end, and the oxide around it.
s = 1e-4;
p2() = Point In BoundingBox{a - s, -s, -s, a + s, s, s}; p4() = Point In BoundingBox{-s, b - s, -s, s, b + s, s};
far = size * rim;
p5 = newp; Point(p5) = {A, 0, 0, far}; p6 = newp; Point(p6) = {A, B, 0, far}; p7 = newp; Point(p7) = {0, B, 0, far};
l1 = newl; Line(l1) = {p2[0], p5}; l2 = newl; Line(l2) = {p5, p6}; l3 = newl; Line(l3) = {p6, p7}; l4 = newl; Line(l4) = {p7, p4[0]};
c2() = Curve In BoundingBox{a - s, -s, -s, a + s, b + s, s}; c3() = Curve In BoundingBox{-s, b - s, -s, a + s, b + s, s};
loop = newll; Curve Loop(loop) = {l1, l2, l3, l4, -c3[0], -c2[0]}; oxide = news; Plane Surface(oxide) = {loop};
e3() = Extrude {0, 0, length} { Surface{e2[0]}; Layers{Ceil(length / size - 0.01)}; };
e4() = Extrude {0, 0, length} { Surface{oxide}; Layers{Ceil(length / size - 0.01)}; };
e5() = Extrude {0, 0, end} { Surface{e3[0]}; Layers{Ceil(end / size - 0.01)}; };
e6() = Extrude {0, 0, end} { Surface{e4[0]}; Layers{Ceil(end / size - 0.01)}; };
e7() = Extrude {0, 0, end} { Surface{e5[0]}; Layers{Ceil(end / size - 0.01)}; };
e8() = Extrude {0, 0, end} { Surface{e6[0]}; Layers{Ceil(end / size - 0.01)}; };
Physical Volume("back", 1) = {e0[1]}; Physical Volume("drive", 2) = {e1[1]}; Physical Volume("guide", 3) = {e2[1]};
Physical Volume("core", 4) = {e3[1]}; Physical Volume("oxide", 5) = {e4[1]};
Physical Volume("core end 1", 6) = {e5[1]}; Physical Volume("oxide end 1", 7) = {e6[1]};
Physical Volume("core end 2", 8) = {e7[1]}; Physical Volume("oxide end 2", 9) = {e8[1]};
z = length + 2 * end;
x0() = Surface In BoundingBox{-s, -s, -2, s, B + s, z + s};
top() = Surface In BoundingBox{-s, b - s, -2, a + s, b + s, s}; side() = Surface In BoundingBox{a - s, -s, -2, a + s, b + s, s};
Physical Surface("conductor", 10) = {x0(), top(), side()}; // the plane x = 0 and the guide
Physical Surface("magnetic", 11) = Surface In BoundingBox{-s, -s, -2, A + s, s, z + s}; // the plane y = 0
right() = Surface In BoundingBox{A - s, -s, -s, A + s, B + s, z + s}; upper() = Surface In BoundingBox{-s, B - s, -s, A + s, B + s, z + s};
Physical Surface("outer", 12) = {1, oxide, right(), upper(), e7[0], e8[0]};
