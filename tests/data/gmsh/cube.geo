SetFactory("OpenCASCADE");
// unit cube, lower half "air" (tag 1), upper half "core block" (tag 2); surface tag 1 = "outer walls"
Box(1) = {0,0,0, 1,1,0.5};
Box(2) = {0,0,0.5, 1,1,0.5};
Coherence;
Physical Volume("air", 1) = {1};
Physical Volume("core block", 2) = {2};
i() = Abs(Boundary{ Volume{1}; }); j() = Abs(Boundary{ Volume{2}; });
outer() = i(); outer() += j(); 
both() = {};
For k In {0:#i()-1}
  For l In {0:#j()-1}
    If (i(k) == j(l))
      both() += i(k);
    EndIf
  EndFor
EndFor
outer() -= both(); outer() -= both();
Physical Surface("outer walls", 1) = {outer()};
Physical Surface("the interface", 7) = {both()};
Physical Curve("edges", 1) = {1};
Mesh.MeshSizeMin = 0.25; Mesh.MeshSizeMax = 0.25;
