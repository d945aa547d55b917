// Three WR-90 waveguides (22.86 mm wide) that meet at 120 degrees, with a post of ferrite of full
// height in the middle. Nothing changes along the height, so that 2 mm of it are enough. In mm:
//   gmsh -3 circulator.geo
width = 22.86;
height = 2;
radius = 3.5;
reach = 26; // of the ports from the middle
size = 3.5;
size_in_post = 1.2;

corner = width / Sqrt(3); // of the triangle where the guides meet
Point(1) = {0, 0, 0, size_in_post};
For k In {0 : 2}
  // The guide along `angle` has its port at 10 + 2 k and 11 + 2 k; its left wall ends at corner 20 + k.
  angle = 2 * Pi / 3 * k;
  c = Cos(angle);
  s = Sin(angle);
  Point(10 + 2 * k) = {reach * c + width / 2 * s, reach * s - width / 2 * c, 0, size};
  Point(11 + 2 * k) = {reach * c - width / 2 * s, reach * s + width / 2 * c, 0, size};
  Point(20 + k) = {corner * Cos(angle + Pi / 3), corner * Sin(angle + Pi / 3), 0, size};
  Point(30 + k) = {radius * c, radius * s, 0, size_in_post};
EndFor
For k In {0 : 2}
  Line(10 + k) = {10 + 2 * k, 11 + 2 * k};                  // port
  Line(20 + k) = {11 + 2 * k, 20 + k};                      // to the corner
  Line(30 + k) = {20 + k, 10 + 2 * ((k + 1) % 3)};          // and to the next port
  Circle(40 + k) = {30 + k, 1, 30 + (k + 1) % 3};
EndFor
Curve Loop(1) = {10, 20, 30, 11, 21, 31, 12, 22, 32};
Curve Loop(2) = {40, 41, 42};
Plane Surface(1) = {1, 2};
Plane Surface(2) = {2};
guide[] = Extrude {0, 0, height} { Surface{1}; Layers{1}; };
post[] = Extrude {0, 0, height} { Surface{2}; Layers{1}; };

Physical Volume("air") = {guide[1]};
Physical Volume("ferrite") = {post[1]};
// guide[2] and on: the sides along the loop, in its order.
Physical Surface("port1") = {guide[2]};
Physical Surface("port2") = {guide[5]};
Physical Surface("port3") = {guide[8]};

Mesh.ElementOrder = 2;
Mesh.MshFileVersion = 2.2;
