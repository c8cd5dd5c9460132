import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countDuePerformance } from '../../insight/performance/performance.ts'
import { createImportApp, type ImportApp } from '../../intake/imports/testing/import-app.ts'
import { addTestPlant, bearer } from '../../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const PRICE = 0.3
let app: ImportApp
let plant: number

const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
  const reply = await app.test.app.inject({
    method,
    url: `/maintain-s/${path}`,
    headers: bearer(app.owner.token),
    ...(payload && { payload }),
  })
  expect([path, reply.statusCode]).toEqual([path, 200])
  return reply.json()
}

/** Quarter hours of a bell from 5 to 19 o'clock. */
function bell(dates: readonly string[]): string {
  const lines = ['time,power W']
  for (const date of dates)
    for (let minutes = 0; minutes < 1_440; minutes += 15) {
      const watts = Math.max(0, Math.sin(((minutes / 60 - 5) / 14) * Math.PI)) * 4_000
      const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      lines.push(`${date} ${clock},${watts.toFixed(0)}`)
    }
  return lines.join('\n')
}
const dates = Array.from({ length: 10 }, (_, n) => `2026-06-${String(n + 1).padStart(2, '0')}`)
let kwh = 0

beforeAll(async () => {
  app = await createImportApp(nowMs)
  plant = await addTestPlant(app.test.db, app.owner.userId, { zone: 'UTC', capacityWp: 6_000 })
  app.use(plant)
  await call('POST', `station/${plant}/finance/tariff`, {
    validFrom: '2020-01-01',
    incomeRule: 'production',
    mergeElectricPrice: PRICE,
    benchmarkPrice: null,
    nationalSubsidy: 0,
    provincialSubsidy: 0,
    prefecturalSubsidy: 0,
    countySubsidy: 0,
    purchasePrices: null,
    feedInPrices: null,
    standingCharge: 0,
  })
  const { preview } = await app.store([(await app.upload(bell(dates))).json()])
  kwh = preview.totalsWh.generation / 1000
  expect(kwh).toBeGreaterThan(300)
})
afterAll(() => app.test.close())

describe('imported days are in', () => {
  it('the income of the plant', async () => {
    const { statistics } = await call('GET', `history/power/${plant}/stats/month?date=2026-06`)
    expect(statistics.generationValue).toBeCloseTo(kwh, 3)
    expect(statistics.incomeValue).toBeCloseTo(kwh * PRICE, 1)
  })
  it('comparisons of periods', async () => {
    const { ranges } = await call('GET', `history/power/${plant}/range?from=2026-06-01&to=2026-06-05&with=2026-06-06`)
    expect(ranges).toHaveLength(2)
    for (const { whole, known } of ranges)
      expect([known, whole.generationValue]).toEqual([5, expect.closeTo(kwh / 2, 2)])
  })
  it('the judgment of performance', async () => {
    while ((await countDuePerformance(app.test.db, nowMs)) > 0);
    const { parts } = await call('GET', `history/power/${plant}/performance/month?date=2026-06`)
    expect(parts.length).toBeGreaterThanOrEqual(dates.length)
  })
})
