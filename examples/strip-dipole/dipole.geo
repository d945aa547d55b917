// Strip dipole along z, 0.47 m long, 4 mm wide, fed across its middle. n (even) squeezed squares along it.
DefineConstant[ n = {32, Name "Parameters/n"}, w = {4e-3, Name "Parameters/width"} ];
l = 0.47;
Point(1) = {-w/2, 0, -l/2}; Point(2) = {w/2, 0, -l/2};
Point(3) = {-w/2, 0, 0};    Point(4) = {w/2, 0, 0};
Point(5) = {-w/2, 0, l/2};  Point(6) = {w/2, 0, l/2};
Line(1) = {1, 2}; Line(2) = {3, 4}; Line(3) = {5, 6};
Line(4) = {1, 3}; Line(5) = {2, 4}; Line(6) = {3, 5}; Line(7) = {4, 6};
Curve Loop(1) = {1, 5, -2, -4}; Plane Surface(1) = {1};
Curve Loop(2) = {2, 7, -3, -6}; Plane Surface(2) = {2};
Transfinite Curve{1, 2, 3} = 2;
Transfinite Curve{4, 5, 6, 7} = n/2 + 1;
Transfinite Surface{1} = {1, 2, 4, 3}; Transfinite Surface{2} = {3, 4, 6, 5};
Physical Surface("strip", 1) = {1, 2};
Physical Curve("feed", 2) = {2};
