// 4 x 4 strip dipoles in the plane z = 0, along x, 0.46 m long and 10 mm wide, 0.6 m apart, fed in their middles;
// port 4 (j - 1) + i is the i-th along x in row j along y.
DefineConstant[ n = {12, Name "Parameters/squares along a dipole"} ];
w = 0.01; l = 0.46; pitch = 0.6;
For j In {0:3}
  For i In {0:3}
    k = 4*j + i; p = 6*k; c = 7*k;
    x = (i - 1.5) * pitch; y = (j - 1.5) * pitch;
    For m In {0:2}
      Point(p + 1 + 2*m) = {x + (m - 1) * l/2, y - w/2, 0};
      Point(p + 2 + 2*m) = {x + (m - 1) * l/2, y + w/2, 0};
      Line(c + 1 + m) = {p + 1 + 2*m, p + 2 + 2*m};
    EndFor
    Line(c + 4) = {p + 1, p + 3}; Line(c + 5) = {p + 2, p + 4};
    Line(c + 6) = {p + 3, p + 5}; Line(c + 7) = {p + 4, p + 6};
    Curve Loop(2*k + 1) = {c + 1, c + 5, -(c + 2), -(c + 4)}; Plane Surface(2*k + 1) = {2*k + 1};
    Curve Loop(2*k + 2) = {c + 2, c + 7, -(c + 3), -(c + 6)}; Plane Surface(2*k + 2) = {2*k + 2};
    Transfinite Curve{c + 1, c + 2, c + 3} = 2;
    Transfinite Curve{c + 4, c + 5, c + 6, c + 7} = n/2 + 1;
    Transfinite Surface{2*k + 1} = {p + 1, p + 2, p + 4, p + 3};
    Transfinite Surface{2*k + 2} = {p + 3, p + 4, p + 6, p + 5};
    Physical Curve(Sprintf("port%g", k + 1), 2 + k) = {c + 2};
  EndFor
EndFor
Physical Surface("dipoles", 1) = {1:32};
