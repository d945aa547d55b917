// 1 x 1 x 2.5: 8 hexahedra, pyramids on them in a volume of tets, prisms on top of these.
// gmsh -3 -format msh22 mixed.geo; gmsh -3 -order 2 -format msh22 -o mixed_second_order.msh mixed.geo
Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {1, 1, 0}; Point(4) = {0, 1, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve{1:4} = 3;
Transfinite Surface{1};
Recombine Surface{1};
low[] = Extrude {0, 0, 1} { Surface{1}; Layers{2}; Recombine; };
middle[] = Extrude {0, 0, 1} { Surface{low[0]}; };
top[] = Extrude {0, 0, 0.5} { Surface{middle[0]}; Layers{1}; Recombine; };
Mesh.MeshSizeMax = 0.6;
Physical Volume("hexahedra") = {low[1]};
Physical Volume("tets") = {middle[1]};
Physical Volume("prisms") = {top[1]};
Physical Surface("wall") = {1, low[2], low[3], low[4], low[5], middle[2], middle[3], middle[4], middle[5],
                            top[0], top[2], top[3], top[4], top[5]};
