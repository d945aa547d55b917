#!/usr/bin/env python3
"""Makes head.vti: a head of ellipsoids on 2.2 x 2.2 x 2.8 mm voxels. Needs Python alone.

Labels: 1 skin, 2 skull (cortical bone), 3 cerebrospinal fluid, 4 brain; 0 outside. The head faces
+x, z is up. Sizes are those of an adult's head; the layers are 5 (skin), 7 (skull) and 3 mm thick.
"""
import base64
import pathlib
import struct
import zlib

CELLS = (128, 128, 64)
CELL_MM = (2.2, 2.2, 2.8)
# Label -> half axes in mm, from the outside inwards.
LAYERS = ((1, (97, 77, 84)), (2, (92, 72, 79)), (3, (85, 65, 72)), (4, (82, 62, 69)))


def labels():
    data = bytearray()
    for k in range(CELLS[2]):
        for j in range(CELLS[1]):
            for i in range(CELLS[0]):
                place = [(n + 0.5 - cells / 2) * edge
                         for n, cells, edge in zip((i, j, k), CELLS, CELL_MM)]
                label = 0
                for layer, axes in LAYERS:
                    if sum((x / a) ** 2 for x, a in zip(place, axes)) <= 1:
                        label = layer
                data.append(label)
    return bytes(data)


def main():
    raw = labels()
    packed = zlib.compress(raw, 9)
    # VTK's header of compressed data: blocks, size of a block, of the last one, compressed sizes.
    header = struct.pack("<4I", 1, len(raw), 0, len(packed))
    text = base64.b64encode(header).decode() + base64.b64encode(packed).decode()
    origin = " ".join(f"{-cells * edge / 2e3:.10g}" for cells, edge in zip(CELLS, CELL_MM))
    spacing = " ".join(f"{edge / 1e3:.10g}" for edge in CELL_MM)
    extent = " ".join(f"0 {cells}" for cells in CELLS)
    pathlib.Path(__file__).with_name("head.vti").write_text(
        '<?xml version="1.0"?>\n'
        '<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" header_type="UInt32" '
        'compressor="vtkZLibDataCompressor">\n'
        f'  <ImageData WholeExtent="{extent}" Origin="{origin}" Spacing="{spacing}">\n'
        f'    <Piece Extent="{extent}">\n'
        '      <CellData Scalars="material">\n'
        f'        <DataArray type="UInt8" Name="material" format="binary">{text}</DataArray>\n'
        '      </CellData>\n'
        '    </Piece>\n'
        '  </ImageData>\n'
        '</VTKFile>\n')


if __name__ == "__main__":
    main()
