import { describe, expect, it } from 'vitest'
import { createKnownLoggers } from './known-loggers.ts'
import type { SourceId } from './source.ts'

const sourceOf = (n: number): SourceId => `solarman-v5:${n}`

/** Answers without a database, and counts the sources that it was asked for. */
function countingPool() {
  let asked = 0
  const query = async (_: string, [wires, addresses]: [string[], string[]]) => {
    asked += addresses.length
    return {
      rows: addresses.map((address, i) => ({
        wire: wires[i],
        address,
        last_data_at: null,
        places: null,
        seen_at: null,
        earlier: null,
      })),
    }
  }
  return { pool: { query } as never, asked: () => asked }
}

describe('the loggers that ingest knows', () => {
  it('are all there for a batch that goes beyond their room', async () => {
    const { pool } = countingPool()
    const known = createKnownLoggers(pool, 4)
    await known.load([1, 2].map(sourceOf))
    await known.load([1, 2, 3, 4].map(sourceOf))
    await known.load([1, 5, 2].map(sourceOf))
    for (const n of [1, 5, 2]) expect(known.get(sourceOf(n)).source).toBe(sourceOf(n))
  })

  it('are 150,000 in turns, each read once', async () => {
    const { pool, asked } = countingPool()
    const known = createKnownLoggers(pool)
    for (let round = 0; round < 2; round++)
      for (let n = 0; n < 150_000; n += 500) await known.load(Array.from({ length: 500 }, (_, i) => sourceOf(n + i)))
    expect(asked()).toBe(150_000)
  })
})
