// A room of 4 x 3 m with walls of 0.15 m, a doorway and a partition, in open space with an absorbing layer, as a
// thin slice of one layer of cells along z. In m.
//   gmsh -3 room.geo -format msh22 -bin -o room.msh
SetFactory("OpenCASCADE");
DefineConstant[ size = 0.3 ];
X = 4; Y = 3; T = 0.15; M = 0.25; P = 0.5; d = 0.1; e = 1e-4;
// M: air around the walls, P: the layer
o = M + P + T;
Rectangle(1) = {-o, -o, 0, X + 2*o, Y + 2*o};
Rectangle(2) = {-T, -T, 0, X + 2*T, Y + 2*T};
Rectangle(3) = {0, 0, 0, X, Y};
Rectangle(4) = {X - e, 1.9, 0, T + 2*e, 0.9};    // the doorway, in the wall x = X
Rectangle(5) = {2.2, 0, 0, 0.1, 1.7};            // the partition
BooleanDifference(6) = { Surface{2}; Delete; }{ Surface{3,4}; Delete; };
w() = BooleanUnion{ Surface{6}; Delete; }{ Surface{5}; Delete; };
BooleanFragments{ Surface{1}; Delete; }{ Surface{w()}; Delete; }
Mesh.MeshSizeMax = size; Mesh.MeshSizeFromPoints = 0;
s() = Surface{:};
v[] = Extrude {0, 0, d} { Surface{s()}; Layers{1}; };
wall() = Volume In BoundingBox {-T - e, -T - e, -e, X + T + e, Y + T + e, d + e};
air() = Volume{:}; air() -= wall();
Physical Volume("wall") = {wall()};
Physical Volume("air") = {air()};
low() = Surface In BoundingBox {-o - e, -o - e, -e, X + o + e, Y + o + e, e};
high() = Surface In BoundingBox {-o - e, -o - e, d - e, X + o + e, Y + o + e, d + e};
Physical Surface("slice") = {low(), high()};
For i In {0 : 1}
  sx() = Surface In BoundingBox {-o + i*(X + 2*o) - e, -o - e, -e, -o + i*(X + 2*o) + e, Y + o + e, d + e};
  sy() = Surface In BoundingBox {-o - e, -o + i*(Y + 2*o) - e, -e, X + o + e, -o + i*(Y + 2*o) + e, d + e};
  sides() += {sx(), sy()};
EndFor
Physical Surface("outer") = {sides()};
