import type { Screen } from '@heliograph/contract/maintain-s/screen.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

let test: TestApp
let owner: { userId: number; token: string }
let stranger: { userId: number; token: string }
beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T11:00:00Z'))
  owner = await addTestUser(test, 'owner')
  stranger = await addTestUser(test, 'stranger')
})
afterAll(() => test.close())

const ask = async ({ token }: { token: string }): Promise<Screen> => {
  const reply = await inject(test.app, 'GET /maintain-s/operating/station/screen/search', {}, bearer(token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}

async function plant(
  name: string,
  now: Readonly<{ status: string; today: string; wh: number | null; w: number | null }>,
) {
  const id = await addTestPlant(test.db, owner.userId, { name, pricePerKwh: 0.5 })
  await test.db.pool.query(
    `update plant_now set status = $2, status_rank = array_position('{fault,silent,partSilent,late,waiting,asleep,well}'::text[], $2) - 1,
       today = $3, today_wh = $4, pv_w = $5, next_change_at = 'infinity' where plant_id = $1`,
    [id, now.status, now.today, now.wh, now.w],
  )
  return id
}

it('has nothing to show of nobody, and no zero for what is unknown', async () => {
  expect(await ask(stranger)).toMatchObject({
    counts: { total: 0, generationPower: null },
    installedCapacity: 0,
    today: { known: 0, generationValue: null },
    yesterday: { known: 0, generationValue: null },
    co2Today: null,
    income: [],
    ranking: [],
    troubles: [],
  })
})

it('sums, ranks and names the troubles, each plant by its own date', async () => {
  const well = await plant('Well', { status: 'well', today: '2026-06-15', wh: 40_000, w: 3000 })
  // Across the date line the day is another one.
  const far = await plant('Far', { status: 'silent', today: '2026-06-16', wh: 10_000, w: 1000 })
  await plant('New', { status: 'waiting', today: '2026-06-15', wh: null, w: null })
  await test.db.pool.query(
    `insert into plant_days (plant_id, day, generation_wh)
     values ($1, '2026-06-14', 30000), ($1, '2026-06-15', 40000), ($2, '2026-06-14', 900), ($2, '2026-06-15', 12000)`,
    [well, far],
  )
  const screen = await ask(owner)
  expect(screen).toMatchObject({
    counts: { total: 3, generationPower: 4000, byStatus: { well: 1, silent: 1, waiting: 1, fault: 0 } },
    installedCapacity: 30,
    today: { known: 2, generationValue: 50 },
    yesterday: { known: 2, generationValue: 42 },
    income: [{ currency: 'EUR', amount: 25 }],
    ranking: [
      { name: 'Well', fullPowerHours: 4 },
      { name: 'Far', fullPowerHours: 1 },
    ],
    troubles: [{ id: far, status: 'silent' }],
  })
  expect(screen.co2Today).toBeCloseTo((50 * 0.793) / 1000, 6)
  expect((await ask(stranger)).counts.total).toBe(0)
})
