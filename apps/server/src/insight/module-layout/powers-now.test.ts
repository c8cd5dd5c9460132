import { toDaySteps } from '@heliograph/domain/module-layout/day-steps.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { append, type DeviceMeta, seriesOfDevices } from '../../fleet/telemetry/telemetry.ts'
import { addTestDevice, addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { readPowersNow } from './powers-now.ts'

const MINUTE = 60_000
const quantities: readonly QuantityId[] = ['pv1PowerW', 'pv2PowerW', 'pvPowerW']
let test: TestApp
let ownerId: number
beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-03-28T12:00:00Z'))
  ownerId = (await addTestUser(test, 'owner')).userId
})
afterAll(() => test.close())

/** What the day's samples say when all of them are read. */
async function readWhole(plantId: number, devices: readonly DeviceMeta[], date: string, nowMs: number) {
  const bounds = dayBounds(date, 'Europe/Berlin')
  const deviceIds = devices.map(({ deviceId }) => deviceId)
  const read = await seriesOfDevices(test.db, { plantId, deviceIds, quantities, ...bounds, resolution: 'sample' })
  return devices.map(({ deviceId }) =>
    quantities.map((_, i) => {
      const { powersW, energyWh, knownMs } = toDaySteps(read.get(deviceId)?.[i]?.points ?? [], nowMs, 1)
      return { powerW: powersW[0], energyWh, knownMs }
    }),
  )
}

async function readShort(plantId: number, devices: readonly DeviceMeta[], date: string, nowMs: number) {
  const asked = new Map(devices.map(({ deviceId }) => [deviceId, new Set(quantities)]))
  const bounds = dayBounds(date, 'Europe/Berlin')
  const powers = await readPowersNow(test.db, { plantId, devices: asked, ...bounds, nowMs })
  return devices.map(({ deviceId }) => quantities.map((quantity) => powers.of(deviceId, quantity)))
}

const addDevices = async (zone = 'Europe/Berlin') => {
  const plantId = await addTestPlant(test.db, ownerId, { zone })
  const add = (serial: string) =>
    addTestDevice(test.db, plantId, { serial: `${serial}-${plantId}`, type: 'MICRO_INVERTER', quantities })
  return { plantId, devices: [await add('A'), await add('B')] }
}

/** Rounds of samples, each a device, a minute and powers; some are late, ahead of time, or of the day before. */
const rounds = fc.array(
  fc.record({
    sent: fc.array(
      fc.record({
        device: fc.integer({ min: 0, max: 1 }),
        minute: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -90, max: 120 })),
        values: fc.record(
          { pv1PowerW: fc.integer({ min: 0, max: 400 }), pv2PowerW: fc.integer({ min: 0, max: 400 }) },
          { requiredKeys: [] },
        ),
      }),
      { maxLength: 8 },
    ),
    passes: fc.integer({ min: 1, max: 70 }),
  }),
  { minLength: 2, maxLength: 12 },
)

it.each([
  // The clocks go forward at 01:00 UTC of the 29th.
  ['over midnight and a change of the clocks', '2026-03-28T20:30:00Z'],
  ['back at the end of summer', '2026-10-24T20:30:00Z'],
])('are the same as of all samples read anew, %s', async (_, start) => {
  await fc.assert(
    fc.asyncProperty(rounds, async (drawn) => {
      const { plantId, devices } = await addDevices()
      let nowMs = Date.parse(start)
      for (const { sent, passes } of drawn) {
        const batch = sent.map(({ device, minute, values }) => ({
          device: devices[device] as DeviceMeta,
          atMs: nowMs + minute * MINUTE,
          values,
          timeSource: 'frame' as const,
        }))
        if (batch.length > 0) await append(test.db, batch)
        nowMs += passes * MINUTE
        const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(nowMs)
        expect(await readShort(plantId, devices, date, nowMs)).toEqual(await readWhole(plantId, devices, date, nowMs))
      }
    }),
    { numRuns: 25 },
  )
})
