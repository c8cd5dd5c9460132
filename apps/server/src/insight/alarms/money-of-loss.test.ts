import { plainTariff, type Tariff } from '@heliograph/domain/tariff/tariff.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIRST_DAY, saveVersion } from '../../fleet/finance/finance.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { readPlantAlarms } from './read-period.ts'
import { addAlarm } from './testing/add-alarm.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let token: string
let userId: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  ;({ userId, token } = await addTestUser(test, 'owner'))
})
afterAll(() => test.close())

/** Two kWh lost before and after the first of June by the plant's clock, as the list and as a file tell of them. */
async function lossesOf(
  name: string,
  pricePerKwh: number | null,
  versions: readonly { from: string; tariff: Tariff }[],
) {
  const plantId = await addTestPlant(test.db, userId, { name, pricePerKwh })
  for (const version of versions) await saveVersion(test.db, plantId, version)
  for (const openedAt of ['2026-05-31T21:59:00Z', '2026-05-31T22:01:00Z'])
    await addAlarm(test.db, { plantId, part: openedAt, openedAtMs: Date.parse(openedAt), lostWh: 2_000 })
  const body = { grouping: 'alert', plantId }
  const reply = await inject(test.app, 'POST /maintain-s/operating/alert/search', { body }, bearer(token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  const listed = (reply.json().data as { lostIncome: number | null }[]).map(({ lostIncome }) => lostIncome).reverse()
  const days = { from: '2026-05-30', to: '2026-06-02' }
  const filed = (await readPlantAlarms(test.db, plantId, { ...days, size: 10 })).map(({ lostIncome }) => lostIncome)
  // A reply leaves out what only binary fractions add.
  expect(filed.map((money) => money?.toFixed(9))).toEqual(listed.map((money) => money?.toFixed(9)))
  return filed
}

it('counts a loss by the tariff of the day on which its alarm opened', async () => {
  const june = { from: '2026-06-01', tariff: plainTariff(0.3) }
  expect(await lossesOf('Dated', 0.1, [june])).toEqual([0.2, 0.6])
})

it('counts subsidies of a kWh', async () => {
  const first = {
    from: FIRST_DAY,
    tariff: { ...plainTariff(0.1), subsidies: { national: 0.05, provincial: 0, prefectural: 0, county: 0 } },
  }
  expect((await lossesOf('Subsidized', 0.9, [first])).map((money) => money?.toFixed(4))).toEqual(['0.3000', '0.3000'])
})

it('names no money where the bill decides what a kWh is worth', async () => {
  const bill = { from: FIRST_DAY, tariff: { ...plainTariff(null), rule: 'bill' as const } }
  expect(await lossesOf('Billed', 0.1, [bill])).toEqual([null, null])
})
