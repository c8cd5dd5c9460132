import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createForgetfulDisk, Killed } from '../testing/forgetful-disk.ts'
import { crc32c } from './crc32c.ts'
import { openQueue } from './queue.ts'

/** Numbers from 0 to 1 that a seed determines. */
function draws(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const MOST = { records: 50, bytes: 100_000 }
const roomy = { mostBytes: 1e9, segmentBytes: 400 }

it('computes the check value of CRC-32C', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283)
})

describe('a queue on the disk', () => {
  it('gives the oldest records first and forgets them after the receipt', async () => {
    const disk = createForgetfulDisk(() => 0)
    const queue = await openQueue(disk, roomy)
    for (let n = 0; n < 40; n += 1) await queue.append({ n })
    const { records, next } = await queue.take({ records: 7, bytes: 1e6 })
    expect(records).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => ({ n })))
    await queue.confirm(next)
    expect(queue.state().waiting).toBe(33)
    expect((await queue.take({ records: 1, bytes: 1e6 })).records).toEqual([{ n: 7 }])
    await queue.confirm((await queue.take({ records: 100, bytes: 1e6 })).next)
    expect(queue.state()).toMatchObject({ waiting: 0, dropped: 0 })
    expect((await disk.list()).filter((name) => name.endsWith('.segment'))).toHaveLength(1)
  })

  it('writes records that come together with one sync', async () => {
    const disk = createForgetfulDisk(() => 0)
    const queue = await openQueue(disk, roomy)
    await queue.append({ n: 0 })
    const before = disk.steps()
    await Promise.all(Array.from({ length: 30 }, (_, n) => queue.append({ n })))
    expect(disk.steps() - before).toBeLessThanOrEqual(4)
  })

  it('drops the oldest segment when it is full, and counts its records', async () => {
    const disk = createForgetfulDisk(() => 0)
    const queue = await openQueue(disk, { mostBytes: 2_000, segmentBytes: 400 })
    for (let n = 0; n < 300; n += 1) await queue.append({ n })
    const { waiting, dropped, bytes } = queue.state()
    expect(bytes).toBeLessThanOrEqual(2_000)
    expect(waiting + dropped).toBe(300)
    const { records } = await queue.take({ records: 1_000, bytes: 1e6 })
    expect(records).toHaveLength(waiting)
    expect(records.at(-1)).toEqual({ n: 299 })
    expect((await openQueue(disk, roomy)).state()).toMatchObject({ waiting, dropped })
  })

  it('keeps thirty days of one device at a minute in 64 MB', async () => {
    const disk = createForgetfulDisk(() => 0)
    const queue = await openQueue(disk, { mostBytes: 64 * 1024 * 1024 })
    const values = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`quantity${n}`, 1234.5 + n]))
    const record = { target: 1, upMs: 1e9, wallMs: 1.7e12, decoded: { values }, words: 'x'.repeat(300) }
    for (let day = 0; day < 30; day += 1) await Promise.all(Array.from({ length: 1_440 }, () => queue.append(record)))
    expect(queue.state()).toMatchObject({ waiting: 43_200, dropped: 0 })
  })

  it('refuses a record that the disk does not take, and goes on', async () => {
    const disk = createForgetfulDisk(() => 0)
    let isFull = false
    const queue = await openQueue(
      {
        ...disk,
        append: async (name, bytes) => {
          if (!isFull) return await disk.append(name, bytes)
          await disk.append(name, bytes.subarray(0, 5))
          throw new Error('ENOSPC')
        },
      },
      roomy,
    )
    await queue.append({ n: 1 })
    isFull = true
    await expect(queue.append({ n: 2 })).rejects.toThrow('ENOSPC')
    isFull = false
    await queue.append({ n: 3 })
    expect((await queue.take(MOST)).records).toEqual([{ n: 1 }, { n: 3 }])
    expect((await (await openQueue(disk, roomy)).take(MOST)).records).toEqual([{ n: 1 }, { n: 3 }])
  })
})

it('loses and doubles nothing that was acknowledged, killed at any step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
      const random = draws(seed)
      const disk = createForgetfulDisk(random)
      const acknowledged = new Set<number>()
      const confirmed = new Set<number>()
      const delivered: number[] = []
      let n = 0
      for (let life = 0; life < 8; life += 1) {
        disk.killAt(1 + Math.floor(random() * 60))
        try {
          const queue = await openQueue(disk, { mostBytes: 1e9, segmentBytes: 200 })
          for (;;) {
            if (random() < 0.6) {
              const own = Array.from({ length: 1 + Math.floor(random() * 4) }, () => n++)
              await Promise.all(own.map((id) => queue.append({ id }).then(() => void acknowledged.add(id))))
            } else {
              const { records, next } = await queue.take({ records: 1 + Math.floor(random() * 9), bytes: 1e6 })
              const ids = records.map((record) => (record as { id: number }).id)
              // The receipt of a record that was confirmed is final: it never comes again.
              expect(ids.filter((id) => confirmed.has(id))).toEqual([])
              expect(ids).toEqual([...ids].sort((a, b) => a - b))
              delivered.push(...ids)
              await queue.confirm(next)
              for (const id of ids) confirmed.add(id)
            }
          }
        } catch (error) {
          if (!(error instanceof Killed)) throw error
        }
        disk.restart(random)
      }
      const queue = await openQueue(disk, { mostBytes: 1e9, segmentBytes: 200 })
      const { waiting } = queue.state()
      const { records } = await queue.take({ records: 1e6, bytes: 1e9 })
      expect(records).toHaveLength(waiting)
      delivered.push(...records.map((record) => (record as { id: number }).id))
      const all = new Set(delivered)
      expect([...acknowledged].filter((id) => !all.has(id))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
