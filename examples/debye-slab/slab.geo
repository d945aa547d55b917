// A slab across a line between two plates, millimetres: L of air before it, D of it, L of air
// behind; bricks of h, each cut into tets.
DefineConstant[ h = {1, Name "Parameters/h"} ];
L = 5; D = 10; W = 1;
Point(1) = {0, 0, 0}; Point(2) = {W, 0, 0}; Point(3) = {W, W, 0}; Point(4) = {0, W, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
n = Ceil(W / h);
Transfinite Curve{1:4} = n + 1; Transfinite Surface{1};
a() = Extrude {0, 0, L} { Surface{1}; Layers{Ceil(L / h)}; };
b() = Extrude {0, 0, D} { Surface{a(0)}; Layers{Ceil(D / h)}; };
c() = Extrude {0, 0, L} { Surface{b(0)}; Layers{Ceil(L / h)}; };
Physical Volume("air", 1) = {a(1), c(1)};
Physical Volume("slab", 2) = {b(1)};
Physical Surface("port 1", 3) = {1};
Physical Surface("port 2", 4) = {c(0)};
Physical Surface("plates", 5) = {a(2), a(4), b(2), b(4), c(2), c(4)};
Physical Surface("sides", 6) = {a(3), a(5), b(3), b(5), c(3), c(5)};
Mesh.MshFileVersion = 4.1;
