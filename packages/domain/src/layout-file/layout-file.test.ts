import { describe, expect, it } from 'vitest'
import { gridsOfDrawing } from './grids-of-drawing.ts'
import { readDxf } from './read-dxf.ts'
import { readLayoutSheet } from './read-layout-sheet.ts'

const sn = (n: number): string => `A2210000${String(n).padStart(3, '0')}`
const short = (grids: ReturnType<typeof readLayoutSheet>) =>
  (grids === 'noPlaces' ? [] : grids).map(({ name, rows, columns, cells }) => ({
    ...{ name, size: [rows, columns] },
    cells: cells.map(({ row, column, serial, port, error }) =>
      [`${row}:${column}`, serial, ...(port ? [port] : []), ...(error ? [error] : [])].join(' '),
    ),
  }))

describe('a sheet', () => {
  it('that shows the roof has a module in each filled cell', () => {
    const lines = [
      ['Roof south', '', '', ''],
      ['', 'A', 'B', 'C'],
      ['1', sn(1), sn(2), ''],
      ['2', '1-2-1', 'see photo', `1-2-3 ${sn(3)}`],
    ]
    expect(short(readLayoutSheet(lines, 'South'))).toEqual([
      {
        ...{ name: 'South', size: [2, 3] },
        cells: [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, '1:0 ', '1:1  RECOGNITION_ERROR', `1:2 ${sn(3)}`],
      },
    ])
  })

  it('that lists rows and columns has a group for each name', () => {
    const lines = [
      ['Plane', 'Row', 'Column', 'Serial number', 'Port'],
      ['East', '1', '2', sn(1), '1'],
      ['East', '1', '3', sn(1), '2'],
      ['East', '2', '2', 'illegible', ''],
      ['West', 'B', 'AA', sn(4), ''],
      ['West', '', '', sn(5), ''],
    ]
    expect(short(readLayoutSheet(lines, ''))).toEqual([
      { name: 'East', size: [2, 2], cells: [`0:0 ${sn(1)} 1`, `0:1 ${sn(1)} 2`, '1:0  RECOGNITION_ERROR'] },
      { name: 'West', size: [1, 1], cells: [`0:0 ${sn(4)}`] },
    ])
  })

  it('that lists inverter, string and position has a row for each string', () => {
    const lines = [
      ['Optimizer layout'],
      ['Position', 'Optimizer SN'],
      ['1-1-1', sn(1)],
      ['1-1-2', sn(2)],
      ['1-2-1', sn(3)],
      ['2-1-1', sn(4)],
      ['2-1-2', sn(4)],
    ]
    expect(short(readLayoutSheet(lines, ''))).toEqual([
      { name: '1', size: [2, 2], cells: [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `1:0 ${sn(3)}`] },
      { name: '2', size: [1, 2], cells: [`0:0 ${sn(4)} 1`, `0:1 ${sn(4)} 2`] },
    ])
    const columns = [
      ['Inverter number', 'String number', 'Optimizer number', 'Serial number'],
      ['INV1', '1', '2', sn(1)],
      ['INV1', '3', '1', sn(2)],
    ]
    expect(short(readLayoutSheet(columns, ''))).toEqual([
      { name: 'INV1', size: [3, 2], cells: [`0:1 ${sn(1)}`, `2:0 ${sn(2)}`] },
    ])
  })

  it('without serial numbers has no group', () => {
    expect(
      readLayoutSheet(
        [
          ['time', 'power'],
          ['2026-05-01', '5'],
        ],
        'x',
      ),
    ).toEqual([])
    expect(readLayoutSheet([], '')).toEqual([])
  })
})

const pairs = (...all: readonly (readonly [number, string | number])[]): string =>
  all.map(([code, value]) => `  ${code}\n${value}\n`).join('')
const section = (name: string, body: string): string => pairs([0, 'SECTION'], [2, name]) + body + pairs([0, 'ENDSEC'])
const dxf = (entities: string, blocks = ''): string =>
  section('HEADER', pairs([9, '$ACADVER'], [1, 'AC1015'])) +
  section('BLOCKS', blocks) +
  section('ENTITIES', entities) +
  pairs([0, 'EOF'])
const turned = (x: number, y: number, degrees: number): readonly [number, number] => {
  const angle = (degrees * Math.PI) / 180
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}
const outline = (x: number, y: number, width: number, height: number, degrees = 0, layer = 'PV'): string =>
  pairs([0, 'LWPOLYLINE'], [8, layer], [90, 4], [70, 1]) +
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
    .map(([px = 0, py = 0]) => {
      const [tx, ty] = turned(px, py, degrees)
      return pairs([10, tx], [20, ty])
    })
    .join('')
const label = (text: string, x: number, y: number, degrees = 0, type = 'TEXT'): string => {
  const [tx, ty] = turned(x, y, degrees)
  return pairs([0, type], [8, 'SN'], [10, tx], [20, ty], [40, 0.1], [1, text])
}
const gridsOf = (text: string) => {
  const drawing = readDxf(text)
  if (typeof drawing === 'string') throw new Error(drawing)
  return gridsOfDrawing(drawing)
}

describe('a list with other headings', () => {
  it.each([
    [['Seriennr.', 'Reihe', 'Spalte']],
    [['N° de série', 'Rangée', 'Colonne']],
    [['Número de serie', 'Fila', 'Columna']],
    [['Numer seryjny', 'Rząd', 'Kolumna']],
    [['Seri no', 'Satır', 'Sütun']],
    [['Серійний номер', 'Ряд', 'Стовпець']],
    [['シリアル番号', '行', '列']],
    [['일련번호', '행', '열']],
    [['Số sê-ri', 'Hàng', 'Cột']],
    [['Module SN', 'String', 'Panel #']],
  ])('reads %s', (heading) => {
    const lines = [heading, [sn(1), '1', '1'], [sn(2), '1.0', '2'], [`'${sn(3)}`, '2', '1']]
    expect(short(readLayoutSheet(lines, ''))).toEqual([
      { name: '', size: [2, 2], cells: [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `1:0 ${sn(3)}`] },
    ])
  })

  it('takes what joined cells say once for the lines below', () => {
    const lines = [
      ['Inverter', 'String', 'Position', 'Serial'],
      ['Inv 1', '1', '1', sn(1)],
      ['', '', '2', sn(2)],
      ['', '2', '1', sn(3)],
      ['Inv 2', '1', '1', sn(4)],
    ]
    expect(short(readLayoutSheet(lines, '')).map(({ name, cells }) => [name, cells])).toEqual([
      ['Inv 1', [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `1:0 ${sn(3)}`]],
      ['Inv 2', [`0:0 ${sn(4)}`]],
    ])
  })
})

describe('a drawing', () => {
  it('of outlines with texts has rows and columns, however it is turned', () => {
    for (const degrees of [0, 20, -30]) {
      const modules = [0, 1, 2].flatMap((row) =>
        [0, 1, 2, 3].map((column) =>
          row === 1 && column === 2
            ? ''
            : outline(column * 1.15, -row * 1.8, 1.13, 1.76, degrees) +
              label(sn(row * 4 + column), column * 1.15 + 0.3, -row * 1.8 + 0.9, degrees),
        ),
      )
      const [grid, ...more] = gridsOf(dxf(outline(-2, -6, 12, 9, degrees, 'ROOF') + modules.join('')))
      expect([grid?.name, grid?.rows, grid?.columns, grid?.orientation, more]).toEqual(['PV', 3, 4, 'portrait', []])
      expect(grid?.rotationDeg).toBeCloseTo((360 - degrees) % 360, 1)
      expect(grid?.cells.map(({ row, column, serial }) => [row, column, serial])).toEqual(
        [0, 1, 2].flatMap((row) =>
          [0, 1, 2, 3].flatMap((column) => (row === 1 && column === 2 ? [] : [[row, column, sn(row * 4 + column)]])),
        ),
      )
    }
  })

  it('of blocks and single lines has modules, too; groups apart from each other', () => {
    const block =
      pairs([0, 'BLOCK'], [8, '0'], [2, 'MODULE'], [10, 0], [20, 0]) + outline(0, 0, 2, 1) + pairs([0, 'ENDBLK'])
    const inserts = [0, 1, 2].map(
      (column) =>
        pairs([0, 'INSERT'], [8, 'PV'], [2, 'MODULE'], [10, column * 2.1], [20, 0]) +
        label(`{\\fArial|b0;${sn(column)}}`, column * 2.1 + 1, 0.5, 0, 'MTEXT'),
    )
    const line = (x1: number, y1: number, x2: number, y2: number) =>
      pairs([0, 'LINE'], [8, 'L'], [10, x1], [20, y1], [11, x2], [21, y2])
    const lines = [0, 1].map((n) => {
      const [x, y] = [30 + n * 2.1, 0]
      return line(x, y, x + 2, y) + line(x + 2, y, x + 2, y + 1) + line(x + 2, y + 1, x, y + 1) + line(x, y + 1, x, y)
    })
    const grids = gridsOf(dxf(inserts.join('') + lines.join(''), block))
    expect(grids.map(({ rows, columns, orientation }) => [rows, columns, orientation])).toEqual([
      [1, 3, 'landscape'],
      [1, 2, 'landscape'],
    ])
    expect(grids.map(({ cells }) => cells.map(({ serial }) => serial))).toEqual([
      [sn(0), sn(1), sn(2)],
      [null, null],
    ])
  })

  it('places a block by its base point, and its attributes wherever they are written', () => {
    const block =
      pairs([0, 'BLOCK'], [8, '0'], [2, 'MODULE'], [70, 2], [10, 5], [20, 3]) +
      outline(5, 3, 2, 1) +
      pairs([0, 'ENDBLK'])
    const insert = (column: number, degrees: number): string =>
      pairs([0, 'INSERT'], [8, 'PV'], [66, 1], [2, 'MODULE'], [10, column * 2.1], [20, 0], [50, degrees]) +
      pairs([0, 'ATTRIB'], [8, 'PV'], [10, column * 2.1 + 40], [20, -7], [40, 0.1], [1, sn(column)], [2, 'SERIAL']) +
      pairs([0, 'SEQEND'], [8, 'PV'])
    const [grid, ...more] = gridsOf(dxf([0, 1, 2].map((column) => insert(column, 0)).join(''), block))
    expect([grid?.rows, grid?.columns, more]).toEqual([1, 3, []])
    expect(grid?.cells.map(({ serial }) => serial)).toEqual([sn(0), sn(1), sn(2)])
    // The drawn text of the model beside it lies where the block is.
    const drawing = readDxf(dxf(insert(0, 90), block))
    expect(typeof drawing === 'string' ? drawing : drawing.outlines[0]?.points[2]).toMatchObject({
      x: expect.closeTo(-1),
      y: 2,
    })
  })

  it('copies a block in rows and columns, and leaves out what is on the paper', () => {
    const block = pairs([0, 'BLOCK'], [2, 'M']) + outline(0, 0, 1, 2) + pairs([0, 'ENDBLK'])
    const array = pairs([0, 'INSERT'], [8, 'PV'], [2, 'M'], [10, 0], [20, 0], [70, 4], [71, 2], [44, 1.1], [45, 2.1])
    const paper = [0, 1, 2].map((n) => outline(100 + n * 1.1, 0, 1, 2).replace('LWPOLYLINE\n', 'LWPOLYLINE\n67\n1\n'))
    expect(gridsOf(dxf(array + paper.join(''), block)).map(({ rows, columns }) => [rows, columns])).toEqual([[2, 4]])
  })

  it('of R12 polylines, faces and solids has modules, mirrored where seen from below', () => {
    const corners = (x: number) => [
      [x, 0],
      [x + 1, 0],
      [x + 1, 2],
      [x, 2],
    ]
    const vertices = (x: number) =>
      corners(x).map(([px = 0, py = 0]) => pairs([0, 'VERTEX'], [8, 'PV'], [10, px], [20, py], [30, 0]))
    const polyline = pairs([0, 'POLYLINE'], [8, 'PV'], [66, 1], [70, 1]) + vertices(0).join('') + pairs([0, 'SEQEND'])
    const face = (type: string, x: number, order: readonly number[]): string =>
      pairs([0, type], [8, 'PV']) +
      order
        .map((corner, i) => pairs([10 + i, corners(x)[corner]?.[0] ?? 0], [20 + i, corners(x)[corner]?.[1] ?? 0]))
        .join('')
    const below = outline(-4.3, 0, 1, 2) + pairs([230, -1])
    const drawn = polyline + face('3DFACE', 1.1, [0, 1, 2, 3]) + face('SOLID', 2.2, [0, 1, 3, 2]) + below
    expect(gridsOf(dxf(drawn)).map(({ rows, columns }) => [rows, columns])).toEqual([[1, 4]])
  })

  it('that is hostile or none is refused, and quickly', () => {
    expect(readDxf('AutoCAD Binary DXF\r\n\u001a')).toBe('binaryDxf')
    expect(readDxf('time;power\n1;2\n')).toBe('noDxf')
    expect(readDxf('')).toBe('noDxf')
    // A block that inserts itself, and blocks that double ten times over.
    const own =
      pairs([0, 'BLOCK'], [2, 'A']) + pairs([0, 'INSERT'], [2, 'A']) + outline(0, 0, 1, 2) + pairs([0, 'ENDBLK'])
    expect(gridsOf(dxf(pairs([0, 'INSERT'], [2, 'A']), own))).toHaveLength(1)
    const bombs = Array.from(
      { length: 6 },
      (_, n) =>
        pairs([0, 'BLOCK'], [2, `B${n}`]) + pairs([0, 'INSERT'], [2, `B${n + 1}`]).repeat(400) + pairs([0, 'ENDBLK']),
    )
    expect(readDxf(dxf(pairs([0, 'INSERT'], [2, 'B0']), bombs.join('')))).toBe('tooLarge')
    expect(readDxf(dxf(pairs([0, 'POINT']).repeat(50_000)))).toBe('tooLarge')
    expect(gridsOf(dxf(pairs([0, 'LWPOLYLINE'], [70, 1], [10, 'nan'], [20, '1e999'], [10, '1'])))).toEqual([])
  })
})
