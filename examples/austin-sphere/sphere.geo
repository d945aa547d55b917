// Conducting sphere, diameter 0.6 m; h: edges, m
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.0555, Name "Parameters/h"} ];
Sphere(1) = {0, 0, 0, 0.3};
Physical Surface("sphere", 1) = Surface{:};
Mesh.MeshSizeMin = h; Mesh.MeshSizeMax = h; Mesh.Algorithm = 6;
Delete { Volume{1}; }
