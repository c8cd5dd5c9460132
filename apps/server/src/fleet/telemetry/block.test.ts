import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBlock, encodeBlock, rowsOfBlock } from './block.ts'
import type { Row } from './sample.ts'

const START = Date.parse('2026-05-01T00:00:00Z')

const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 10),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
)

const days = fc
  .record({
    gaps: fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1, maxLength: 40 }),
    columns: fc.integer({ min: 0, max: 6 }),
  })
  .chain(({ gaps, columns }) =>
    fc.record({
      gaps: fc.constant(gaps),
      columns: fc.constant(columns),
      rows: fc.array(
        // Shorter rows are older than the last columns of the list.
        fc.tuple(fc.array(value, { maxLength: columns }), fc.integer({ min: 0, max: 0x7fff })),
        { minLength: gaps.length, maxLength: gaps.length },
      ),
    }),
  )

function toRows(gaps: readonly number[], told: readonly (readonly [readonly (number | null)[], number])[]): Row[] {
  let atMs = START
  return told.map(([values, origin], i) => {
    atMs += gaps[i] as number
    return { atMs, origin, values }
  })
}

const padded = (rows: readonly Row[], columns: number): Row[] =>
  rows.map((row) => ({ ...row, values: Array.from({ length: columns }, (_, i) => row.values[i] ?? null) }))

describe('a sealed day', () => {
  it('returns every row exactly', () => {
    fc.assert(
      fc.property(days, ({ gaps, columns, rows: told }) => {
        const rows = toRows(gaps, told)
        expect(rowsOfBlock(encodeBlock(rows, columns))).toEqual(padded(rows, columns))
      }),
      { numRuns: 300 },
    )
  })

  it('returns selected columns, also one unknown to the day', () => {
    const rows = toRows(
      [1_000, 300_000, 299_987],
      [
        [[1.5, null, 7], 0],
        [[2.5, null, null], 2],
        [[2.4, null, 1 / 3], 0],
      ],
    )
    const { atMs, origin, columns } = decodeBlock(encodeBlock(rows, 3), [2, 0, 1, 9])
    expect(atMs).toEqual(rows.map((row) => row.atMs))
    expect([...origin]).toEqual([0, 2, 0])
    expect(columns.map((column) => column && [...column])).toEqual([
      [7, Number.NaN, 1 / 3],
      [1.5, 2.5, 2.4],
      undefined,
      undefined,
    ])
  })

  it('holds a single row and a row every minute', () => {
    for (const count of [1, 1440]) {
      const rows = Array.from(
        { length: count },
        (_, i): Row => ({
          atMs: START + i * 60_000,
          origin: 0,
          values: [230 + (i % 7) / 10, i * 1000, null, 700 - i],
        }),
      )
      expect(rowsOfBlock(encodeBlock(rows, 4))).toEqual(rows)
    }
  })

  it('reads what the version before wrote', () => {
    const rows = toRows(
      [1_000, 300_000],
      [
        [[1], 3],
        [[2], 0],
      ],
    )
    const block = encodeBlock(rows, 1)
    block[0] = 1
    expect(rowsOfBlock(block)).toEqual(rows)
  })

  it('refuses data that is not a block', () => {
    expect(() => decodeBlock(Uint8Array.of(9, 1, 2), [])).toThrow(/version 9/)
    expect(() => decodeBlock(Uint8Array.of(1, 0xff, 0xff, 0xff), [])).toThrow()
  })
})
