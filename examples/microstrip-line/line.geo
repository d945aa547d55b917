// Half of a microstrip line in a box, cut along its middle plane x = 0, in mm: a strip of 2 mm on a
// substrate of 1 mm, walls ten heights away.
//   gmsh -3 line.geo -format msh22 -bin -o line.msh
SetFactory("OpenCASCADE");
DefineConstant[ fine = 0.12, coarse = 2.5 ]; // sizes at the strip's edge and at the walls
w = 2; h = 1; box = 10; length = 10;
Point(1) = {0,0,0, fine*4};    Point(2) = {w/2,0,0, fine*4};  Point(3) = {box,0,0, coarse};
Point(4) = {0,h,0, fine*2};    Point(5) = {w/2,h,0, fine};    Point(6) = {box,h,0, coarse};
Point(7) = {0,box,0, coarse};  Point(8) = {box,box,0, coarse};
Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,6}; Line(4) = {6,5}; Line(5) = {5,4}; Line(6) = {4,1};
Line(7) = {6,8}; Line(8) = {8,7}; Line(9) = {7,4};
Curve Loop(1) = {1,2,3,4,5,6}; Plane Surface(1) = {1};
Curve Loop(2) = {-5,-4,7,8,9}; Plane Surface(2) = {2};
v[] = Extrude {0,0,length} { Surface{1,2}; Layers{4}; };
Coherence;
e = 1e-3;
Physical Volume("substrate") = {1};
Physical Volume("air") = {2};
Physical Surface("near") = Surface In BoundingBox {-e,-e,-e, box+e,box+e,e};
Physical Surface("far") = Surface In BoundingBox {-e,-e,length-e, box+e,box+e,length+e};
Physical Surface("strip") = Surface In BoundingBox {-e,h-e,-e, w/2+e,h+e,length+e};
Physical Surface("middle") = Surface In BoundingBox {-e,-e,-e, e,box+e,length+e};
Physical Surface("ground") = Surface In BoundingBox {-e,-e,-e, box+e,e,length+e};
Physical Surface("side") = Surface In BoundingBox {box-e,-e,-e, box+e,box+e,length+e};
Physical Surface("cover") = Surface In BoundingBox {-e,box-e,-e, box+e,box+e,length+e};
