// A right-angled corner of two square plates, 1.2 m wide and high, which meet on the z axis, and a strip dipole
// along z, 0.45 m long and 10 mm wide, 0.5 m from that edge on the x axis.
DefineConstant[ n = {14, Name "Parameters/squares"} ];
s = 1.2; c = s * Cos(Pi/4);
For i In {0:1}
  z = (i - 0.5) * s;
  Point(1 + 3*i) = {0, 0, z}; Point(2 + 3*i) = {c, c, z}; Point(3 + 3*i) = {c, -c, z};
EndFor
Line(1) = {1, 2}; Line(2) = {1, 3}; Line(3) = {4, 5}; Line(4) = {4, 6};
Line(5) = {1, 4}; Line(6) = {2, 5}; Line(7) = {3, 6};
Curve Loop(1) = {1, 6, -3, -5}; Plane Surface(1) = {1};
Curve Loop(2) = {2, 7, -4, -5}; Plane Surface(2) = {2};
Transfinite Curve{1:7} = n + 1;
Transfinite Surface{1} = {1, 2, 5, 4}; Transfinite Surface{2} = {1, 3, 6, 4};
w = 0.01; l = 0.45; x = 0.5;
For i In {0:2}
  Point(7 + 2*i) = {x, -w/2, (i - 1) * l/2}; Point(8 + 2*i) = {x, w/2, (i - 1) * l/2};
  Line(8 + i) = {7 + 2*i, 8 + 2*i};
EndFor
Line(11) = {7, 9}; Line(12) = {8, 10}; Line(13) = {9, 11}; Line(14) = {10, 12};
Curve Loop(3) = {8, 12, -9, -11}; Plane Surface(3) = {3};
Curve Loop(4) = {9, 14, -10, -13}; Plane Surface(4) = {4};
Transfinite Curve{8:10} = 2; Transfinite Curve{11:14} = 9;
Transfinite Surface{3} = {7, 8, 10, 9}; Transfinite Surface{4} = {9, 10, 12, 11};
Physical Surface("reflector", 1) = {1, 2};
Physical Surface("dipole", 2) = {3, 4};
Physical Curve("feed", 3) = {9};
