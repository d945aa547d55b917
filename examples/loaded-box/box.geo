// Metal box of 10 x 4 x 8 cm, its lower 3 cm filled with a dielectric. Lengths in cm.
//
// box.msh beside this file was made with
//   gmsh -3 -bin -format msh41 box.geo -o box.msh
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.8, Name "Edge length in air, cm"} ];

Box(1) = {0, 0, 0,  10, 4, 3};
Box(2) = {0, 0, 3,  10, 4, 5};
Coherence;

Physical Volume("dielectric", 1) = {1};
Physical Volume("air", 2) = {2};
// All outer faces: every face but the one that the two volumes share.
Physical Surface("wall", 3) = CombinedBoundary{ Volume{1, 2}; };

// The wave is half as long in the dielectric (eps_r = 4).
MeshSize{ PointsOf{ Volume{2}; } } = h;
MeshSize{ PointsOf{ Volume{1}; } } = h / 2;
Mesh.MeshSizeMax = h;
Mesh.Algorithm3D = 1; // Delaunay
Mesh.ElementOrder = 1;
