import { expect, it } from 'vitest'
import type { Platform, PostedDevice } from './platform.ts'
import { agesOf, createReader } from './reader.ts'

const NOW = Date.parse('2026-06-15T12:00:30Z')

/** A server that refuses the first calls, and keeps what it took. */
function platformOf(refusals: readonly string[]) {
  const taken: (readonly PostedDevice[])[] = []
  const left = [...refusals]
  const platform: Platform = {
    call: async (_name, input) => {
      const refusal = left.shift()
      if (refusal !== undefined) throw new Error(refusal)
      taken.push((input as { body: { devices: PostedDevice[] } }).body.devices)
      return {} as never
    },
  }
  return { platform, taken }
}

const readerOf = (platform: Platform, agesMs: readonly number[], waits: number[] = []) =>
  createReader({
    platform,
    plantId: 1,
    source: 'Reader',
    everyMs: 60_000,
    agesMs,
    readAt: (atMs) =>
      ['a', 'b'].map((serial) => ({ serial, type: 'METER' as const, values: { gridPowerW: atMs / 60_000 } })),
    now: () => NOW,
    wait: async (ms) => waits.push(ms),
  })

it('posts its past in calls of bounded size, the newest first, each call in order', async () => {
  const { platform, taken } = platformOf([])
  await readerOf(platform, agesOf(500, 60_000)).fillPast()
  const counts = taken.map((devices) => devices.reduce((sum, { readings }) => sum + readings.length, 0))
  expect(counts).toEqual([480, 480, 40])
  const first = taken[0]?.[0]?.readings.map(({ at }) => at)
  expect(first).toEqual([...(first ?? [])].sort())
  expect(first?.at(-1)).toBe('2026-06-15T12:00:00.000Z')
  expect(taken.at(-1)?.[1]?.readings[0]?.at).toBe(
    new Date(Date.parse('2026-06-15T12:00Z') - 499 * 60_000).toISOString(),
  )
})

it('waits where the server asks for fewer calls, and gives up on any other refusal', async () => {
  const waits: number[] = []
  const busy = platformOf(['POST: 429 {}', 'POST: 429 {}'])
  await readerOf(busy.platform, [], waits).tick()
  expect([waits.length, busy.taken.length]).toEqual([2, 1])
  await expect(readerOf(platformOf(['POST: 403 {}']).platform, [0], waits).fillPast()).rejects.toThrow('403')
})
