import { describe, expect, it } from 'vitest'
import { gridsOfDrawing } from './grids-of-drawing.ts'
import { readDxf } from './read-dxf.ts'

const sn = (n: number): string => `A2210000${String(n).padStart(3, '0')}`
const pairs = (...all: readonly (readonly [number, string | number])[]): string =>
  all.map(([code, value]) => `${code}\n${value}\n`).join('')
const section = (name: string, body: string): string => pairs([0, 'SECTION'], [2, name]) + body + pairs([0, 'ENDSEC'])
const read = (entities: string, { tables = '', blocks = '' } = {}) =>
  readDxf(section('TABLES', tables) + section('BLOCKS', blocks) + section('ENTITIES', entities) + pairs([0, 'EOF']))
const gridsOf = (entities: string, more: { tables?: string; blocks?: string } = {}) => {
  const drawing = read(entities, more)
  if (typeof drawing === 'string') throw new Error(drawing)
  return gridsOfDrawing(drawing)
}
const points = (all: readonly (readonly [number, number])[]): string =>
  all.map(([x, y]) => pairs([10, x], [20, y])).join('')
const box = (x: number, y: number, width: number, height: number, layer = 'PV', more = ''): string =>
  pairs([0, 'LWPOLYLINE'], [8, layer], [70, 1]) +
  more +
  points([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]) // biome-ignore format: corners
const text = (words: string, x: number, y: number): string =>
  pairs([0, 'TEXT'], [8, 'SN'], [10, x], [20, y], [1, words])
/** Two rows of three modules. */
const roof = (module: (x: number, y: number, n: number) => string, unit = 1): string =>
  [0, 1, 2, 3, 4, 5].map((n) => module((n % 3) * 1.15 * unit, -Math.floor(n / 3) * 1.8 * unit, n)).join('')
const placed = [0, 1, 2, 3, 4, 5].map((n) => `${Math.floor(n / 3)}:${n % 3} ${sn(n)}`)
const cellsOf = (grids: ReturnType<typeof gridsOf>) =>
  grids.map(({ cells }) => cells.map(({ row, column, serial }) => `${row}:${column} ${serial}`))

describe('a drawing from elsewhere', () => {
  it.each([
    ['m', 1],
    ['mm', 1000],
    ['inches', 39.37],
  ])('has its groups in any unit: %s', (_, unit) => {
    const label = (x: number, y: number, n: number) => text(sn(n), x + 0.3 * unit, y + 0.9 * unit)
    const modules = roof((x, y, n) => box(x, y, 1.13 * unit, 1.76 * unit) + label(x, y, n), unit)
    expect(cellsOf(gridsOf(modules))).toEqual([placed])
  })

  it('has modules whose line ends a little beside its beginning', () => {
    const modules = roof((x, y, n) => {
      const ring = [[x, y], [x + 1130, y], [x + 1130, y + 1760], [x, y + 1760], [x + 0.01, y - 0.004]] as const // biome-ignore format: corners
      return pairs([0, 'LWPOLYLINE'], [8, 'PV'], [70, 0]) + points(ring) + text(sn(n), x + 300, y + 900)
    }, 1000)
    expect(cellsOf(gridsOf(modules))).toEqual([placed])
  })

  it.each([
    ['below', 0.05, -0.12],
    ['above', 0.05, 1.6],
  ])('has serial numbers that stand %s each module', (_, right, up) => {
    const modules = roof((x, y, n) => box(x, y, 1, 1.5) + text(sn(n), x + right, y + up) + text('P01', x, y + 20))
    expect(cellsOf(gridsOf(modules))).toEqual([placed])
  })

  it('does not take the model for a serial number, and names those of no module', () => {
    const modules = roof(
      (x, y, n) => box(x, y, 1.13, 1.76) + text('JKM440N-54HL4', x + 0.1, y + 1.5) + text(sn(n), x + 0.3, y + 0.9),
    )
    const [grid] = gridsOf(modules + text(sn(99), 40, 40))
    expect(grid && cellsOf([grid])).toEqual([placed])
    expect(grid?.beside).toEqual([sn(99)])
  })

  it('leaves out what nobody sees: layers frozen or off, entities that are hidden', () => {
    const old = (layer: string, more = '') =>
      [0, 1, 2, 3].map((n) => box(n * 1.3 + 0.4, 0.5, 1.13, 1.76, layer, more)).join('')
    const layer = (name: string, flags: number, color: number) =>
      pairs([0, 'LAYER'], [2, name], [70, flags], [62, color])
    const tables = layer('PV', 0, 7) + layer('Frozen', 1, 7) + layer('Off', 0, -7)
    const drawn = roof((x, y) => box(x, y, 1.13, 1.76)) + old('FROZEN') + old('Off') + old('PV', pairs([60, 1]))
    expect(gridsOf(drawn, { tables }).map(({ rows, columns, cells }) => [rows, columns, cells.length])).toEqual([
      [2, 3, 6],
    ])
  })

  it('has each module once, framed or not, and modules of another make', () => {
    const framed = roof((x, y) => box(x, y, 1.13, 1.76) + box(x + 0.02, y + 0.02, 1.09, 1.72))
    const others = [0, 1].map((n) => box(n * 1.02, 10, 1, 1.65)).join('')
    expect(gridsOf(framed + others).map(({ rows, columns, cells }) => [rows, columns, cells.length])).toEqual([
      [2, 3, 6],
      [1, 2, 2],
    ])
  })

  it('has free positions where rows are laid like bricks', () => {
    const row = (shift: number, y: number) => [0, 1, 2].map((n) => box(n * 1.15 + shift, y, 1.13, 1.76)).join('')
    const [grid] = gridsOf(row(0, 0) + row(0.57, 1.8))
    expect(grid?.cells.map(({ column }) => column)).toEqual([0.49, 1.49, 2.49, 0, 1, 2])
  })

  it('has blocks scaled, turned and in rows, on the layer of their insert', () => {
    const blocks =
      pairs([0, 'BLOCK'], [8, '0'], [2, 'M'], [10, 0], [20, 0]) + box(0, 0, 1, 1, '0') + pairs([0, 'ENDBLK'])
    const array = (columns: number, across: number) =>
      pairs([0, 'INSERT'], [8, 'PV'], [2, 'M'], [10, 5], [20, 5], [41, across], [42, 1.7], [50, 30]) +
      pairs([70, columns], [71, 3], [44, 1.2], [45, 1.8])
    for (const across of [1.1, -1.1])
      expect(gridsOf(array(4, across), { blocks })).toMatchObject([
        { name: 'PV', rows: 3, columns: 4, rotationDeg: 330, orientation: 'portrait' },
      ])
    expect(read(array(20_000, 1.1), { blocks })).toBe('tooLarge')
  })
})
