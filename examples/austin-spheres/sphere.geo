// Conducting sphere of the Austin suite: D: diameter, m; h: edges, m, a tenth of a wavelength at 320 MHz.
// The suite's spheres: D = 0.6, 1.2, 2.4, 4.8, 9.6, 19.2.
SetFactory("OpenCASCADE");
DefineConstant[
  D = {1.2, Name "Parameters/D"},
  h = {0.0937, Name "Parameters/h"}
];
Sphere(1) = {0, 0, 0, D/2};
Physical Surface("sphere", 1) = Surface{:};
Mesh.MeshSizeMin = h; Mesh.MeshSizeMax = h; Mesh.Algorithm = 6;
Delete { Volume{1}; }
