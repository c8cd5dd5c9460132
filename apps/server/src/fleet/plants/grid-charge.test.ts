/** A battery charged from the grid by night: one split on every call, after late records, and after a recount. */
import type { CallName } from '@heliograph/contract/calls.ts'
import type { PeriodStats } from '@heliograph/contract/maintain-s/history.ts'
import type { EnergyFigures, OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countDuePerformance } from '../../insight/performance/count-due.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { append, plantMonths, rangeOfPlants, recount } from '../telemetry/telemetry.ts'

const ZONE = 'Europe/Berlin'
const HOUR_MS = 3_600_000
const DATE = '2026-03-20'
const { fromMs, toMs } = dayBounds(DATE, ZONE)
const plainDay = dayBounds('2026-03-21', ZONE)
const nowMs = plainDay.fromMs + 15 * HOUR_MS
const quantities: readonly QuantityId[] = [
  'generationTotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'batteryChargeTotalWh',
  'batteryDischargeTotalWh',
]

type HourWh = Readonly<{ made?: number; bought?: number; fed?: number; charged?: number; given?: number }>
/**
 * A measured day: 22.253 kWh from the roof, 8.746 into the battery, of which the grid gave 2.0 between two and four;
 * 11.578 fed in, 10.235 purchased.
 */
const nightCharge = (hour: number): HourWh => {
  if (hour === 2 || hour === 3) return { bought: 1_500, charged: 1_000 }
  if (hour === 9) return { made: 2_253, charged: 746, fed: 578 }
  if (hour > 9 && hour < 14) return { made: 5_000, charged: 1_500, fed: 2_750 }
  if (hour === 20) return { given: 2_100 }
  return hour === 22 ? { bought: 7_235 } : {}
}
/** The same without a charge by night. */
const onlySun = (hour: number): HourWh => (hour === 2 || hour === 3 ? { bought: 500 } : nightCharge(hour))

const countersFrom =
  (bounds: readonly Readonly<{ fromMs: number; of: (hour: number) => HourWh }>[]) => (atMs: number) => {
    const sum = { made: 0, bought: 0, fed: 0, charged: 0, given: 0 }
    for (const day of bounds)
      for (let hour = 0; hour < 24; hour++) {
        const share = Math.min(1, Math.max(0, (atMs - day.fromMs - hour * HOUR_MS) / HOUR_MS))
        for (const [name, wh] of Object.entries(day.of(hour))) sum[name as keyof typeof sum] += wh * share
      }
    return {
      generationTotalWh: Math.round(1_000_000 + sum.made),
      gridImportTotalWh: Math.round(2_000_000 + sum.bought),
      gridExportTotalWh: Math.round(3_000_000 + sum.fed),
      batteryChargeTotalWh: Math.round(4_000_000 + sum.charged),
      batteryDischargeTotalWh: Math.round(5_000_000 + sum.given),
    }
  }
const valuesAt = countersFrom([
  { fromMs, of: nightCharge },
  { fromMs: plainDay.fromMs, of: onlySun },
])

let test: TestApp
let token: string
let stranger: string
let ownerId: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  ;({ token, userId: ownerId } = await addTestUser(test, 'owner'))
  ;({ token: stranger } = await addTestUser(test, 'stranger'))
})
afterAll(() => test.close())

async function addHybrid(
  toEndMs = nowMs,
): Promise<Readonly<{ plant: number; hybrid: Awaited<ReturnType<typeof addTestDevice>> }>> {
  const plant = await addTestPlant(test.db, ownerId)
  const hybrid = await addTestDevice(test.db, plant, { quantities, flows })
  await appendSamples(test.db, hybrid, { fromMs: fromMs - HOUR_MS, toMs: toEndMs }, valuesAt)
  await settleAll(test.db, nowMs)
  return { plant, hybrid }
}
const get = async <T>(name: CallName, parts: CallParts): Promise<T> => {
  const reply = await inject(test.app, name, parts, bearer(token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const statsOf = (plant: number, type: string, of = DATE) =>
  get<PeriodStats>('GET /maintain-s/history/power/{id}/stats/{type}', {
    params: { id: plant, type },
    query: { date: of },
  })
const partsOf = ({ genForUse, genForCharge, useFromBuy, chargeFromBuy }: EnergyFigures) => ({
  genForUse,
  genForCharge,
  useFromBuy,
  chargeFromBuy,
})
const split = { genForUse: 3.929, genForCharge: 6.746, useFromBuy: 8.235, chargeFromBuy: 2 }
/** The split by sums of the day. */
const byDay = { genForUse: 1.929, genForCharge: 8.746, useFromBuy: 10.235 }
const storedOf = async (plant: number): Promise<unknown[]> => {
  const { rows } = await test.db.pool.query(
    'select day::text, grid_charge_wh as wh from plant_days where plant_id = $1 and day >= $2 order by day',
    [plant, DATE],
  )
  return rows.map(({ wh }) => wh)
}

describe('a battery charged from the grid by night', () => {
  it('is split by hours in the day, its curve and its month row', async () => {
    const { plant } = await addHybrid()
    expect(partsOf((await statsOf(plant, 'daily')).statistics)).toEqual(split)
    const month = await statsOf(plant, 'month')
    expect(partsOf(month.records[19] as EnergyFigures)).toEqual(split)
    const record = await get<{ statistics: EnergyFigures }>('GET /maintain-s/history/power/{id}/record', {
      params: { id: plant },
      query: { date: DATE },
    })
    expect(partsOf(record.statistics)).toEqual(split)
  })

  it('adds up over month, year, total, compared days, and lists of plants', async () => {
    const { plant } = await addHybrid()
    const { day, ...longer } = await get<OperatingSystem>('GET /maintain-s/operating/system/{id}', {
      params: { id: plant },
    })
    expect(day.chargeFromBuy).toBe(0)
    const { statistics } = await statsOf(plant, 'month')
    // The day without a charge by night, until 15 h, has no purchase but the night's 1.0.
    expect(statistics).toMatchObject({ chargeValue: 15.492, chargeFromBuy: 2, genForCharge: 13.492 })
    for (const name of ['month', 'year', 'total'] as const)
      expect([name, partsOf(longer[name])]).toEqual([name, partsOf(statistics)])
    const listed = await rangeOfPlants(test.db, [plant], DATE, '2026-03-21')
    expect(listed.get(plant)?.gridChargeWh).toBe(2_000)
  })

  it('follows late records, and is counted anew after a recount', async () => {
    const { plant, hybrid } = await addHybrid(fromMs + 2.5 * HOUR_MS)
    expect((await statsOf(plant, 'daily')).statistics.chargeFromBuy).toBeCloseTo(0.417, 3)
    await appendSamples(test.db, hybrid, { fromMs: fromMs + 2.5 * HOUR_MS, toMs: nowMs }, valuesAt)
    expect(partsOf((await statsOf(plant, 'daily')).statistics)).toEqual(split)
    await recount(test.db, plant, [hybrid], { signal: new AbortController().signal, onProgress: () => {} })
    expect(await storedOf(plant)).toEqual([null, null])
    expect(partsOf((await statsOf(plant, 'daily')).statistics)).toEqual(split)
  })

  it('is counted for lists by the job that judges days, not by the lists', async () => {
    const { plant } = await addHybrid()
    expect((await rangeOfPlants(test.db, [plant], DATE, DATE)).get(plant)?.gridChargeWh).toBeUndefined()
    expect(await storedOf(plant)).toEqual([null, null])
    await countDuePerformance(test.db, nowMs)
    expect(await storedOf(plant)).toEqual([2_000, 0])
    expect((await plantMonths(test.db, plant, '2026-03', '2026-03'))[0]?.gridChargeWh).toBe(2_000)
  })

  it('keeps the sums of the day where no hours are known', async () => {
    const plant = await addTestPlant(test.db, ownerId)
    await test.db.pool.query(
      `insert into plant_days (plant_id, day, generation_wh, import_wh, export_wh, charge_wh, discharge_wh, samples)
       values ($1, $2, 22253, 10235, 11578, 8746, 2100, 1)`,
      [plant, DATE],
    )
    const { statistics } = await statsOf(plant, 'daily')
    expect(partsOf(statistics)).toEqual({ ...byDay, chargeFromBuy: undefined })
    expect(statistics).not.toHaveProperty('chargeFromBuy')
  })

  it("leaves the neighbor's days alone, and shows them to nobody", async () => {
    const [{ plant }, other] = [await addHybrid(), await addHybrid()]
    await statsOf(plant, 'daily')
    expect([(await storedOf(plant))[0], (await storedOf(other.plant))[0]]).toEqual([2_000, null])
    const parts = { params: { id: other.plant, type: 'daily' }, query: { date: DATE } }
    const reply = await inject(test.app, 'GET /maintain-s/history/power/{id}/stats/{type}', parts, bearer(stranger))
    expect(reply.statusCode).toBe(404)
    expect((await storedOf(other.plant))[0]).toBeNull()
  })
})

it('a day whose records come while it is counted stays due', async () => {
  const { plant, hybrid } = await addHybrid(toMs)
  await statsOf(plant, 'daily')
  await append(test.db, [{ device: hybrid, atMs: toMs - 60_000, timeSource: 'frame', values: valuesAt(toMs - 60_000) }])
  const { rows } = await test.db.pool.query(
    'select samples - grid_charge_samples as behind from plant_days where plant_id = $1 and day = $2',
    [plant, DATE],
  )
  expect(rows).toEqual([{ behind: 1 }])
})
