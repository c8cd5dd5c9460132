import type { CallName } from '@heliograph/contract/calls.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { expect } from 'vitest'
import type { DeviceMeta } from '../fleet/telemetry/telemetry.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from './app.ts'
import { type CallParts, inject } from './call.ts'

export const hour = HOUR_MS
export const ZONE = 'Europe/Berlin'
/** The clocks go forward: 23 hours. */
export const shortDay = dayBounds('2026-03-29', ZONE)
export const dayBefore = dayBounds('2026-03-28', ZONE)
export const noon = shortDay.fromMs + 11 * hour

const hybridQuantities: readonly QuantityId[] = [
  'pvPowerW',
  'batteryPowerW',
  'batterySocPercent',
  'gridPowerW',
  'loadPowerW',
  'generationTotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'batteryChargeTotalWh',
  'batteryDischargeTotalWh',
]

/** Six hours of sun a day, from 9 to 15 h after midnight; the rest from battery and grid. */
function hybridAt(atMs: number) {
  const isShort = atMs >= shortDay.fromMs
  const day = isShort ? shortDay : dayBefore
  const sinceMs = atMs - day.fromMs
  const sunHours = Math.min(6, Math.max(0, sinceMs / hour - 9)) + (isShort ? 6 : 0)
  const nightHours = (atMs - dayBefore.fromMs) / hour - sunHours
  const isDay = sinceMs >= 9 * hour && sinceMs < 15 * hour
  return {
    ...(isDay
      ? { pvPowerW: 2400, batteryPowerW: -600, gridPowerW: -720, loadPowerW: 1080 }
      : { pvPowerW: 0, batteryPowerW: 360, gridPowerW: 120, loadPowerW: 480 }),
    batterySocPercent: isDay ? 80 : 40,
    // Whole watt-hours every five minutes.
    generationTotalWh: Math.round(5_000_000 + sunHours * 2400),
    gridExportTotalWh: Math.round(1_000 + sunHours * 720),
    batteryChargeTotalWh: Math.round(2_000 + sunHours * 600),
    gridImportTotalWh: Math.round(3_000 + nightHours * 120),
    batteryDischargeTotalWh: Math.round(4_000 + nightHours * 360),
  }
}

export type SamplePlants = Readonly<{
  test: TestApp
  owner: Readonly<{ userId: number; token: string }>
  /** Two days of a storage plant and an hour of the third. */
  storage: number
  /** The same plant without data after noon. */
  midday: number
  /** A plant with a string inverter only. */
  simple: number
  simpleInverter: DeviceMeta
  /** Makes a call as the owner. */
  get: <T>(name: CallName, parts: CallParts, atMs?: number) => Promise<T>
}>

/** Three plants of one owner around a day on which clocks go forward; the server's clock is two hours after it. */
export async function createSamplePlants(): Promise<SamplePlants> {
  const test = await createTestApp(shortDay.toMs + 2 * hour)
  const owner = await addTestUser(test, 'owner')
  const storage = await addTestPlant(test.db, owner.userId, {
    name: 'Storage 100%',
    address: 'Am Deich 7',
    startedOn: '2026-03-01',
  })
  const hybrid = await addTestDevice(test.db, storage, { quantities: hybridQuantities, flows })
  await appendSamples(test.db, hybrid, { fromMs: dayBefore.fromMs, toMs: shortDay.toMs + hour }, hybridAt)
  const midday = await addTestPlant(test.db, owner.userId, { name: 'Midday', startedOn: '2026-03-01' })
  const twin = await addTestDevice(test.db, midday, { quantities: hybridQuantities, flows })
  await appendSamples(test.db, twin, { fromMs: dayBefore.fromMs, toMs: noon + 1 }, hybridAt)

  const simple = await addTestPlant(test.db, owner.userId, {
    name: 'Barn',
    gridType: 'DISTRIBUTED_FULLY',
    pricePerKwh: null,
  })
  const simpleInverter = await addTestDevice(test.db, simple, { quantities: ['acPowerW', 'generationTotalWh'] })
  await appendSamples(
    test.db,
    simpleInverter,
    { fromMs: shortDay.fromMs + 6 * hour, toMs: shortDay.fromMs + 17 * hour },
    // No data arrived between 10 and 12 h after midnight.
    (atMs) => {
      const hours = (atMs - shortDay.fromMs) / hour
      return hours >= 10 && hours < 12 ? undefined : { acPowerW: 1000, generationTotalWh: hours * 1000 }
    },
  )

  const get = async <T>(name: CallName, parts: CallParts, atMs?: number): Promise<T> => {
    const was = test.clock.nowMs
    test.clock.nowMs = atMs ?? was
    await settleAll(test.db, test.clock.nowMs)
    const reply = await inject(test.app, name, parts, bearer(owner.token))
    test.clock.nowMs = was
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
    return reply.json()
  }
  return { test, owner, storage, midday, simple, simpleInverter, get }
}
