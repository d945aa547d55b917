// Conducting plate of 1 m x 1 m at z = 0, its middle at the origin: n x n squares of two triangles each.
DefineConstant[ n = {24, Name "Parameters/n"} ];
Point(1) = {-.5,-.5,0}; Point(2) = {.5,-.5,0}; Point(3) = {.5,.5,0}; Point(4) = {-.5,.5,0};
Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,1};
Curve Loop(1) = {1,2,3,4}; Plane Surface(1) = {1};
Transfinite Curve{1:4} = n + 1; Transfinite Surface{1} = {1,2,3,4};
Physical Surface("plate", 1) = {1};
