// Bow-tie in the plane z = 0, arms along x, 0.5 m from end to end, flare angle 60 deg, fed across its neck of 10 mm.
DefineConstant[ size = {0.038, Name "Parameters/largest edge"} ];
a = 0.25; neck = 0.01;
h = neck/2 + a * Tan(Pi/6);
fine = neck/2;
Point(1) = {0, -neck/2, 0, fine};  Point(2) = {0, neck/2, 0, fine};
Point(3) = {a, h, 0, size};        Point(4) = {a, -h, 0, size};
Point(5) = {-a, h, 0, size};       Point(6) = {-a, -h, 0, size};
Line(1) = {1, 2};
Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Line(5) = {2, 5}; Line(6) = {5, 6}; Line(7) = {6, 1};
Curve Loop(1) = {1, 2, 3, 4};  Plane Surface(1) = {1};
Curve Loop(2) = {1, 5, 6, 7};  Plane Surface(2) = {2};
Transfinite Curve{1} = 3;
Physical Surface("arms", 1) = {1, 2};
Physical Curve("feed", 2) = {1};
