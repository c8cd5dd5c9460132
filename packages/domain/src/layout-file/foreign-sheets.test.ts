import { describe, expect, it } from 'vitest'
import { readLayoutSheet } from './read-layout-sheet.ts'

const sn = (n: number): string => `A2210000${String(n).padStart(3, '0')}`
const gridsOf = (lines: readonly (readonly string[])[]) => {
  const grids = readLayoutSheet(lines, '')
  if (grids === 'noPlaces') throw new Error(grids)
  return grids.map(({ name, cells, beside }) => ({
    name,
    beside,
    cells: cells.map(({ row, column, serial, error }) => `${row}:${column} ${serial ?? error ?? ''}`.trim()),
  }))
}

describe('a list from elsewhere', () => {
  it('has the places that it says, from 0 or 1, with or without letters', () => {
    const cells = [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `1:0 ${sn(3)}`]
    for (const [a, b, one, two] of [
      ['0', '1', '0', '1'],
      ['R1', 'R2', 'C1', 'C2'],
      ['Row 1', 'Row 2', 'A', 'B'],
    ] as const) {
      const lines = [
        ['Row', 'Column', 'Serial'],
        [a, one, sn(1)],
        [a, two, sn(2)],
        [b, one, sn(3)],
      ]
      expect(gridsOf(lines)).toEqual([{ name: '', cells, beside: [] }])
    }
  })

  it('names the serial numbers whose place is missing, unreadable or taken', () => {
    const lines = [
      ['Row', 'Column', 'Serial'],
      ['1', '1', sn(1)],
      ['1', '1', sn(2)],
      ['-1', '2', sn(3)],
      ['1.5', '2', sn(4)],
      ['II', '2', sn(5)],
      ['', '', sn(6)],
      ['Total', '', '6'],
    ]
    const [grid] = gridsOf(lines)
    expect(grid?.cells).toEqual([`0:0 ${sn(1)}`])
    expect(grid?.beside.toSorted()).toEqual([sn(2), sn(3), sn(4), sn(5), sn(6)])
  })

  it('takes the device behind the module, not its inverter', () => {
    const lines = [
      ['Inverter SN', 'Optimizer SN', 'Row', 'Column'],
      ['INV000123', sn(1), '1', '1'],
      ['INV000123', sn(2), '1', '2'],
    ]
    expect(gridsOf(lines)).toEqual([{ name: '', cells: [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`], beside: [] }])
  })

  it('may follow another one on its sheet', () => {
    const heading = ['Row', 'Column', 'Serial']
    const lines = [['East'], heading, ['1', '1', sn(1)], [], ['West'], heading, ['1', '1', sn(2)]]
    expect(gridsOf(lines).map(({ name, cells }) => [name, cells])).toEqual([
      ['East', [`0:0 ${sn(1)}`]],
      ['West', [`0:0 ${sn(2)}`]],
    ])
  })

  it.each([
    ['of serial numbers alone', [['Serial'], [sn(1)], [sn(2)]]],
    [
      'with models',
      [
        ['Serial', 'Model'],
        [sn(1), 'JKM440N-54HL4'],
        [sn(2), 'JKM440N-54HL4'],
      ],
    ],
    [
      'in an unknown language',
      [
        ['Rida', 'Veerg', 'X'],
        ['1', '1', sn(1)],
        ['1', '2', sn(2)],
        ['2', '1', sn(3)],
      ],
    ],
    [
      'in meters',
      [
        ['Serial', 'X (m)', 'Y (m)'],
        [sn(1), '0.0', '0.0'],
        [sn(2), '1.13', '0.0'],
      ],
    ],
    [
      'of rows that are none',
      [
        ['Row', 'Column', 'Serial'],
        ['1000', '1', sn(1)],
        ['1001', '2', sn(2)],
      ],
    ],
  ])('without places is no picture of a roof: %s', (_, lines) => {
    expect(readLayoutSheet(lines, '')).toBe('noPlaces')
  })
})

describe('a picture of a roof from elsewhere', () => {
  it('keeps empty rows, and leaves out comments and notes', () => {
    const lines = [['# plan of A2024001'], [sn(1), sn(2)], [''], [sn(3), sn(4)], ['call Mr Smith at 030 1234567']]
    expect(gridsOf(lines)[0]?.cells).toEqual([`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `2:0 ${sn(3)}`, `2:1 ${sn(4)}`])
  })

  it('has no serial number where a table program cut its digits', () => {
    const lines = [
      ['1,22005E+11', '1.22005e+16'],
      ['1.22005E11', '122005001235'],
    ]
    const unread = 'RECOGNITION_ERROR'
    expect(gridsOf(lines)[0]?.cells).toEqual([`0:0 ${unread}`, `0:1 ${unread}`, `1:0 ${unread}`, '1:1 122005001235'])
  })

  it('has no free column between modules of two joined cells', () => {
    const lines = [0, 3].map((n) => [sn(n), '', sn(n + 1), '', sn(n + 2)])
    expect(gridsOf(lines)[0]?.cells).toEqual([0, 1, 2, 3, 4, 5].map((n) => `${Math.floor(n / 3)}:${n % 3} ${sn(n)}`))
  })
})
