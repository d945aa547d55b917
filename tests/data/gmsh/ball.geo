// A ball of radius 1 in tets of second order; the meshes beside it are made by
//   gmsh -3 ball.geo -format msh41 -o ball_41_ascii.msh            (and -format msh22)
//   gmsh -3 ball.geo -format msh41 -bin -o ball_41_binary.msh      (and -format msh22)
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
Mesh.MeshSizeMin = 1;
Mesh.MeshSizeMax = 1;
Mesh.ElementOrder = 2;
Physical Volume("ball", 1) = {1};
Physical Surface("wall", 2) = {1};
