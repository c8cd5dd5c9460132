import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FoundCode, gridOfCodes } from './grid-of-codes.ts'
import { fieldRectangle, markRectangle, readMark, splitPages, writeMark } from './paper-template.ts'
import { type Corners, fitHomography, type Homography, type Point, project } from './plane-geometry.ts'

/** A camera that looks at a page of this size from somewhere: its corners move by up to a share of its shorter side. */
const cameraOf = (
  width: number,
  height: number,
  { shifts, degrees }: { shifts: readonly number[]; degrees: number },
): Homography => {
  const page = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const angle = (degrees * Math.PI) / 180
  const to = page.map(({ x, y }, i) => {
    const side = Math.min(width, height)
    const p = { x: x + (shifts[2 * i] ?? 0) * side, y: y + (shifts[2 * i + 1] ?? 0) * side }
    return {
      x: 3000 + 8 * (p.x * Math.cos(angle) - p.y * Math.sin(angle)),
      y: 3000 + 8 * (p.x * Math.sin(angle) + p.y * Math.cos(angle)),
    }
  })
  return fitHomography(page.map((from, i) => ({ from, to: to[i] as Point }))) as Homography
}

const codeAt = (
  map: Homography,
  text: string,
  box: { x: number; y: number; width: number; height: number },
  skew = 0,
) => {
  const { x, y, width, height } = box
  const middle = { x: x + width / 2, y: y + height / 2 }
  const turn = (p: Point): Point => ({
    x: middle.x + (p.x - middle.x) * Math.cos(skew) - (p.y - middle.y) * Math.sin(skew),
    y: middle.y + (p.x - middle.x) * Math.sin(skew) + (p.y - middle.y) * Math.cos(skew),
  })
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((p) => project(map, turn(p))) as unknown as Corners
  return { text, kind: 'code128', corners } as const satisfies FoundCode
}

/** Numbers from 0 to 1 (Park and Miller). */
function drawFrom(seed: number): () => number {
  let state = (Math.abs(seed) % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const serialOf = (row: number, column: number): string => `NX2024${String(row * 100 + column + 10_000)}`
const shift = fc.double({ min: -0.16, max: 0.16, noNaN: true })

describe('codes in a picture', () => {
  it('come into their rows and columns from any side, with gaps and crooked labels', () => {
    fc.assert(
      fc.property(
        fc.record({
          rows: fc.integer({ min: 2, max: 12 }),
          columns: fc.integer({ min: 2, max: 14 }),
          shifts: fc.array(shift, { minLength: 8, maxLength: 8 }),
          degrees: fc.integer({ min: 0, max: 359 }),
          seed: fc.integer(),
          cell: fc.integer({ min: 14, max: 40 }),
        }),
        ({ rows, columns, shifts, degrees, seed, cell }) => {
          const next = drawFrom(seed)
          const height = 20
          const map = cameraOf(columns * cell, rows * height, { shifts, degrees })
          const codes: FoundCode[] = []
          const kept: { row: number; column: number }[] = []
          for (let row = 0; row < rows; row += 1)
            for (let column = 0; column < columns; column += 1) {
              // The corners stay, so that the grid's own size is known; so does a neighbor of each gap.
              const isCorner = (row === 0 || row === rows - 1) && (column === 0 || column === columns - 1)
              const isAlone = kept.some((item) => item.row === row && item.column === column - 1) || column === 0
              if (next() < 0.15 && !isCorner && isAlone && row !== 0) continue
              kept.push({ row, column })
              const x = column * cell + 0.2 * cell + (next() - 0.5) * 0.1 * cell
              const y = row * height + 0.35 * height + (next() - 0.5) * 0.1 * height
              const box = { x, y, width: 0.6 * cell, height: 0.3 * height }
              codes.push(codeAt(map, serialOf(row, column), box, (next() - 0.5) * 0.14))
            }
          const grid = gridOfCodes([...codes].sort(() => next() - 0.5))
          expect([grid?.rows, grid?.columns, grid?.beside]).toEqual([rows, columns, []])
          const found = grid?.cells.filter(({ serial }) => serial !== null)
          expect(found?.map(({ row, column, serial }) => [row, column, serial])).toEqual(
            kept.map(({ row, column }) => [row, column, serialOf(row, column)]),
          )
          expect(grid?.cells.filter(({ error }) => error === 'RECOGNITION_ERROR')).toHaveLength(
            rows * columns - kept.length,
          )
        },
      ),
      { numRuns: 40 },
    )
  })

  it('of one row, one column and a single label have their places', () => {
    const map = cameraOf(400, 100, { shifts: [0, 0, 0, 0.1, 0, 0, 0, 0], degrees: 12 })
    const line = [0, 1, 3].map((n) => codeAt(map, serialOf(0, n), { x: n * 100, y: 20, width: 60, height: 12 }))
    const places = (codes: readonly FoundCode[]) =>
      gridOfCodes(codes)?.cells.map(({ row, column, serial }) => [row, column, serial])
    expect(places(line)).toEqual([
      [0, 0, serialOf(0, 0)],
      [0, 1, serialOf(0, 1)],
      [0, 2, null],
      [0, 3, serialOf(0, 3)],
    ])
    const stack = [0, 1].map((n) => codeAt(map, serialOf(n, 0), { x: 10, y: n * 40, width: 60, height: 12 }))
    expect(places(stack)).toEqual([
      [0, 0, serialOf(0, 0)],
      [1, 0, serialOf(1, 0)],
    ])
    expect(places(line.slice(0, 1))).toEqual([[0, 0, serialOf(0, 0)]])
    expect(gridOfCodes([])).toBeUndefined()
  })

  it('read twice, as barcode and QR code, or with the model beside them, are one label', () => {
    const map = cameraOf(300, 100, { shifts: [], degrees: 0 })
    const codes = [0, 1, 2].flatMap((column) => {
      const own = codeAt(map, serialOf(0, column), { x: column * 100, y: 0, width: 50, height: 12 })
      const model = codeAt(map, 'IQ8PLUS-72', { x: column * 100, y: 30, width: 50, height: 12 })
      return [own, own, { ...own, kind: 'qr' as const }, model]
    })
    const grid = gridOfCodes(codes)
    expect([grid?.rows, grid?.columns, grid?.cells.map(({ serial }) => serial)]).toEqual([
      ...[1, 3],
      [serialOf(0, 0), serialOf(0, 1), serialOf(0, 2)],
    ])
  })

  it('are doubted where too few neighbors say how rows and columns lie', () => {
    const map = cameraOf(400, 200, { shifts: [], degrees: 0 })
    const put = (places: readonly (readonly [number, number])[]) =>
      gridOfCodes(
        places.map(([row, column]) =>
          codeAt(map, serialOf(row, column), { x: column * 40, y: row * 20, width: 24, height: 6 }),
        ),
      )
    const full = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column] as const))
    expect(put(full)).toMatchObject({ isSparse: false, cells: [{ confidence: 0.97 }, {}, {}, {}, {}, {}, {}, {}, {}] })
    // Five of twenty: a row between them may be missing, and nothing shows it.
    const few = put([[0, 0], [0, 1], [2, 1], [2, 2], [4, 3]]) // biome-ignore format: places
    expect(few?.isSparse).toBe(true)
    expect(few?.cells.every(({ confidence }) => confidence < 0.7)).toBe(true)
    // Many, but its halves hang together by a single pair.
    const left = full.map(([row, column]) => [row, column] as const)
    const right = full.map(([row, column]) => [row + 2, column + 3] as const)
    expect(put([...left, ...right])?.isSparse).toBe(false)
    expect(put([...left.slice(0, 3), ...right.slice(6)])?.isSparse).toBe(true)
  })

  it('mark a serial that stands in two cells, and doubt it', () => {
    const map = cameraOf(300, 100, { shifts: [], degrees: 0 })
    const box = (column: number) => ({ x: column * 100, y: 0, width: 50, height: 12 })
    const grid = gridOfCodes([
      codeAt(map, 'A1000001', box(0)),
      codeAt(map, 'A1000001', box(1)),
      codeAt(map, 'A1000003', box(2)),
    ])
    expect(grid?.cells.map(({ repeats }) => repeats ?? false)).toEqual([true, true, false])
    const [first, , third] = grid?.cells ?? []
    expect(first?.confidence).toBeLessThan(third?.confidence ?? 0)
  })
})

describe('a paper template', () => {
  it('puts labels into its fields by two to four of its marks', () => {
    fc.assert(
      fc.property(
        fc.record({
          rows: fc.integer({ min: 1, max: 20 }),
          columns: fc.integer({ min: 1, max: 20 }),
          shifts: fc.array(shift, { minLength: 8, maxLength: 8 }),
          degrees: fc.integer({ min: 0, max: 359 }),
          pick: fc.nat(),
          lost: fc.integer({ min: 0, max: 2 }),
          missing: fc.nat(),
        }),
        ({ rows, columns, shifts, degrees, pick, lost, missing }) => {
          const pages = splitPages(rows, columns)
          const page = pages[pick % pages.length]
          if (page === undefined) throw new Error('no page')
          const map = cameraOf(240, 190, { shifts, degrees })
          const marks = ([0, 1, 2, 3] as const)
            .map((mark) => ({ ...codeAt(map, writeMark(page, mark), markRectangle(page, mark)), kind: 'qr' as const }))
            .filter((_, i) => lost === 0 || (i + missing) % 4 >= lost)
          const fields = Array.from({ length: page.pageRows * page.pageColumns }, (_, i) => ({
            row: Math.floor(i / page.pageColumns),
            column: i % page.pageColumns,
          }))
          const empty = missing % fields.length
          const labels = fields
            .filter((_, i) => i !== empty)
            .map(({ row, column }) => {
              const field = fieldRectangle(page, row, column)
              const box = { x: field.x + 3, y: field.y + 8, width: 25, height: 6 }
              return codeAt(map, serialOf(row + page.firstRow, column + page.firstColumn), box)
            })
          const grid = gridOfCodes([...labels, ...marks])
          expect([grid?.rows, grid?.columns, grid?.page]).toEqual([rows, columns, page])
          expect(grid?.cells.map(({ row, column, serial }) => [row, column, serial])).toEqual(
            fields.map(({ row, column }, i) => {
              const place = [row + page.firstRow, column + page.firstColumn] as const
              return [...place, i === empty ? null : serialOf(...place)]
            }),
          )
        },
      ),
      { numRuns: 40 },
    )
  })

  it('shows each module of a group on exactly one page', () => {
    for (const [rows, columns] of [
      [1, 1],
      [7, 6],
      [8, 7],
      [20, 13],
    ] as const) {
      const seen = splitPages(rows, columns).flatMap((page) =>
        Array.from({ length: page.pageRows * page.pageColumns }, (_, i) =>
          [page.firstRow + Math.floor(i / page.pageColumns), page.firstColumn + (i % page.pageColumns)].join(),
        ),
      )
      expect([seen.length, new Set(seen).size]).toEqual([rows * columns, rows * columns])
    }
  })

  it('believes no mark that says what no page shows', () => {
    const [page] = splitPages(9, 9)
    if (page === undefined) throw new Error('no page')
    expect(readMark(writeMark(page, 2))).toEqual({ page, mark: 2 })
    for (const text of ['HGL1/0/9/6/0/0/9/9', 'HGL1/0/5/5/7/0/9/9', 'HGL1/4/5/5/0/0/9/9', 'HGL1/0/5/5/0/0/99/99', ''])
      expect(readMark(text)).toBeUndefined()
  })
})
