// Strip along z on the plane z = 0, 0.235 m long and 4 mm wide, fed by its lower edge. n squeezed squares along it.
DefineConstant[ n = {16, Name "Parameters/n"}, w = {4e-3, Name "Parameters/width"} ];
l = 0.235;
Point(1) = {-w/2, 0, 0}; Point(2) = {w/2, 0, 0};
Point(3) = {-w/2, 0, l}; Point(4) = {w/2, 0, l};
Line(1) = {1, 2}; Line(2) = {3, 4}; Line(3) = {1, 3}; Line(4) = {2, 4};
Curve Loop(1) = {1, 4, -2, -3}; Plane Surface(1) = {1};
Transfinite Curve{1, 2} = 2;
Transfinite Curve{3, 4} = n + 1;
Transfinite Surface{1} = {1, 2, 4, 3};
Mesh.MshFileVersion = 4.1;
Physical Surface("strip", 1) = {1};
Physical Curve("foot", 2) = {1};
