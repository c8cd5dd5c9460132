import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeviceMeta } from './sample.ts'
import { append, decideStep, deviceSeries, latest, plantCurve, recount, refusedPowers, sealDays } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const ZONE = 'Europe/Berlin'
const everything = { fromMs: 0, toMs: 4e12 }
const options = { signal: new AbortController().signal, onProgress: () => {} }
const dayMs = Date.parse('2026-06-01T00:00Z')
const LIMIT_W = 6_500

async function inverter(): Promise<DeviceMeta> {
  const quantities: readonly QuantityId[] = ['acPowerW', 'acFrequencyHz']
  const device = await addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities })
  return { ...device, powerLimitOf: (id) => (id === 'acPowerW' ? LIMIT_W : Number.POSITIVE_INFINITY) }
}
const at = (device: DeviceMeta, time: string, acPowerW: number) =>
  sampleAt(device, `2026-06-01T${time}Z`, { acPowerW, acFrequencyHz: 50 })

async function powers(device: DeviceMeta) {
  const { plantId, deviceId } = device
  const query = { plantId, fromMs: dayMs - 7_200_000, toMs: dayMs + 79_200_000, quantities: ['acPowerW'] as const }
  const series = async (resolution: 'sample' | 'day') =>
    (await deviceSeries(test.db, { ...query, deviceId, resolution }))[0]?.points.map(({ value }) => value)
  const [curve] = await plantCurve(test.db, { ...query, deviceIds: [deviceId] })
  const newest = (await latest(test.db, [deviceId])).get(deviceId)
  return {
    curve: curve?.points.map(({ value }) => value),
    samples: await series('sample'),
    mean: await series('day'),
    newest: newest?.values.acPowerW?.value,
    refused: (await refusedPowers(test.db, plantId, everything)).map(({ peakW, readings, decision }) => [
      peakW,
      readings,
      decision,
    ]),
  }
}
const believed = { curve: [2_000, 4_000], samples: [2_000, 4_000], mean: [3_000], newest: 4_000 }

async function withForged(): Promise<DeviceMeta> {
  const device = await inverter()
  await append(test.db, [at(device, '10:00', 2_000), at(device, '10:05', 50_000)])
  await append(test.db, [at(device, '11:00', 4_000), at(device, '11:05', 90_000)])
  return device
}

it('a power beyond the limit is stored, and in no figure or curve', async () => {
  const device = await withForged()
  expect(await powers(device)).toEqual({ ...believed, refused: [[90_000, 2, null]] })
  const { rows } = await test.db.pool.query('select values[1] as w from samples where device_id = $1 order by at', [
    device.deviceId,
  ])
  expect(rows.map(({ w }) => w)).toEqual([2_000, 50_000, 4_000, 90_000])
  // Other values of the same sample are believed.
  const [hertz] = await deviceSeries(test.db, {
    ...device,
    ...everything,
    quantities: ['acFrequencyHz'],
    resolution: 'sample',
  })
  expect(hertz?.points).toHaveLength(4)
})

it('late records are judged alike, and a recount and sealing change nothing', async () => {
  const device = await withForged()
  await append(test.db, [at(device, '09:00', 70_000)])
  const expected = { ...believed, refused: [[90_000, 3, null]] }
  expect(await powers(device)).toEqual(expected)
  await recount(test.db, device.plantId, [device], options)
  expect(await powers(device)).toEqual(expected)
  await sealDays(test.db, { beforeDay: '2026-06-02' })
  expect(await powers(device)).toEqual(expected)
})

it('accepted powers of a day count, also those that follow', async () => {
  const device = await withForged()
  const step = { ...device, quantity: 'acPowerW', atMs: dayMs } as const
  expect(await decideStep(test.db.kysely, { ...step, atMs: dayMs + 1 }, 'accepted')).toBe(false)
  expect(await decideStep(test.db.kysely, { ...step, plantId: device.plantId + 1 }, 'accepted')).toBe(false)
  expect(await decideStep(test.db.kysely, step, 'accepted')).toBe(true)
  await recount(test.db, device.plantId, [device], options)
  expect(await powers(device)).toMatchObject({ mean: [36_500], newest: 90_000, refused: [] })
  await append(test.db, [at(device, '12:00', 54_000)])
  expect(await powers(device)).toMatchObject({ mean: [40_000], newest: 54_000, refused: [] })
})

it('discarded powers stay out, and say so', async () => {
  const device = await withForged()
  await decideStep(test.db.kysely, { ...device, quantity: 'acPowerW', atMs: dayMs }, 'discarded')
  await recount(test.db, device.plantId, [device], options)
  expect(await powers(device)).toEqual({ ...believed, refused: [[90_000, 2, 'discarded']] })
})

it('a larger rating and a recount bring them back', async () => {
  const device = await withForged()
  await recount(test.db, device.plantId, [{ ...device, powerLimitOf: () => 100_000 }], options)
  expect(await powers(device)).toMatchObject({ mean: [36_500], refused: [] })
})
