import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsOf } from './block.ts'
import { byteReader, byteWriter, writtenBytes } from './bytes.ts'
import { readCoded, writeCoded } from './coded-numbers.ts'
import { decodePieces, encodeMonth, MOST_ROWS, type MonthBlock } from './month-block.ts'
import type { Row } from './sample.ts'

const START = Date.parse('2026-05-01T00:00:00Z')
const noPause = async (): Promise<void> => {}

const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 10),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.integer({ min: -(2 ** 49), max: 2 ** 49 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
)
const rowsOfMonth = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 3_000_000 }),
      values: fc.array(value, { maxLength: 6 }),
      origin: fc.integer({ min: 0, max: 0x7fff }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((parts) => {
    let atMs = START
    return parts.map(({ gap, values, origin }): Row => {
      atMs += gap
      return { atMs, origin, values }
    })
  })

const padded = (rows: readonly Row[], columns: number): Row[] =>
  rows.map((row) => ({ ...row, values: Array.from({ length: columns }, (_, i) => row.values[i] ?? null) }))

/** As the database picks them: pieces that the month lacks are left out. */
const pick = ({ starts, bytes }: MonthBlock, columns: readonly number[]): Buffer =>
  Buffer.concat(
    [0, ...columns.map((column) => column + 1)].flatMap((piece) => {
      const [from, to] = [starts[piece], starts[piece + 1]]
      return from === undefined || to === undefined ? [] : [bytes.subarray(from, to)]
    }),
  )

describe('a sealed month', () => {
  it('returns every row exactly', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfMonth, async (rows) => {
        const { starts, bytes } = await encodeMonth(rows, 6, noPause)
        expect(rowsOf(decodePieces(starts, bytes, [0, 1, 2, 3, 4, 5]))).toEqual(padded(rows, 6))
      }),
      { numRuns: 300 },
    )
  })

  it('returns selected columns of a span', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOfMonth,
        fc.uniqueArray(fc.integer({ min: 0, max: 8 })),
        fc.nat({ max: 180_000_000 }),
        fc.nat({ max: 90_000_000 }),
        async (rows, columns, afterMs, lengthMs) => {
          const block = await encodeMonth(rows, 6, noPause)
          const span = { fromMs: START + afterMs, toMs: START + afterMs + lengthMs }
          const older = padded(rows, 9).filter(({ atMs }) => atMs >= span.fromMs && atMs < span.toMs)
          const read = decodePieces(block.starts, pick(block, columns), columns, span)
          expect(rowsOf(read)).toEqual(
            older.map((row) => ({ ...row, values: columns.map((column) => row.values[column] ?? null) })),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  it('holds whole numbers of any size and multiple', () => {
    const size = fc.integer({ min: 0, max: 49 }).chain((bits) => fc.integer({ min: -(2 ** bits), max: 2 ** bits }))
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 400 }), fc.integer({ min: 1, max: 3 }), (whole, times) => {
        const numbers = whole.map((number) => (number === 0 ? 0 : number) * (times === 3 ? 1 : times))
        const w = byteWriter(16)
        writeCoded(w, numbers)
        const bytes = writtenBytes(w)
        expect([...readCoded(byteReader(bytes), numbers.length, 0, numbers.length, 1)]).toEqual(numbers)
      }),
      { numRuns: 500 },
    )
  })

  it('holds a month of smooth, random, rising, constant and missing values', async () => {
    let seed = 7
    const random = (): number => {
      seed = (seed * 48_271) % 0x7fffffff
      return seed / 0x7fffffff
    }
    const rows = Array.from({ length: 8_928 }, (_, i): Row => {
      const day = Math.sin((i / 144) * Math.PI)
      return {
        atMs: START + i * 300_000 + (i % 97 === 0 ? 1_000 : 0),
        origin: i % 500 === 0 ? 3 : 0,
        values: [Math.round(Math.max(0, day) * 5_000), random(), i * 100, 50, i % 288 < 60 ? null : i / 10, -1e15 - i],
      }
    })
    const { starts, bytes } = await encodeMonth(rows, 6, noPause)
    expect(rowsOf(decodePieces(starts, bytes, [0, 1, 2, 3, 4, 5]))).toEqual(rows)
    // Each part of it alone, across the bounds of segments.
    for (const [first, length] of [
      [0, 1],
      [2_047, 2],
      [2_048, 288],
      [3_900, 400],
      [4_095, 2_050],
      [8_927, 1],
      [8_928, 5],
    ]) {
      const [from = 0, to = from] = [first, (first ?? 0) + (length ?? 0)]
      const span = { fromMs: rows[from]?.atMs ?? Infinity, toMs: rows[to]?.atMs ?? Infinity }
      expect(rowsOf(decodePieces(starts, bytes, [0, 1, 2, 3, 4, 5], span))).toEqual(rows.slice(from, to))
    }
    // What always rises alike, or stays, takes nothing.
    expect([2, 3].map((column) => (starts[column + 2] as number) - (starts[column + 1] as number))).toEqual(
      [2, 3].map(() => expect.toSatisfy((length: number) => length < 90)),
    )
  })

  it('refuses data that is not a month, or too large', () => {
    expect(() => decodePieces([0, 3], Uint8Array.of(9, 1, 2), [])).toThrow(/version 9/)
    const w = byteWriter(16)
    w.bytes.set([1, 0xff, 0xff, 0xff, 0x7f])
    w.length = 5
    expect(() => decodePieces([0, 5], writtenBytes(w), [])).toThrow(`${2 ** 28 - 1} samples`)
    expect(MOST_ROWS).toBeLessThan(2 ** 28)
  })
})
