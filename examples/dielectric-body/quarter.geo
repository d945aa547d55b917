// A quarter of a sphere, x > 0 and y > 0, radius 7.2 cm; h: edges, m
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.011, Name "Parameters/h"} ];
Sphere(1) = {0, 0, 0, 0.072, -Pi/2, Pi/2, Pi/2};
Physical Surface("sphere", 1) = {1};
Mesh.MeshSizeMin = h; Mesh.MeshSizeMax = h; Mesh.Algorithm = 6;
Delete { Volume{1}; }
