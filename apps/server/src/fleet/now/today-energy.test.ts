import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { append, type NewSample } from '../telemetry/telemetry.ts'
import { createNowReaction, moveClock } from './now.ts'

const MINUTE = 60_000
/** Midnight in Berlin. */
const midnight = Date.parse('2026-04-09T22:00:00Z')
const quantities: readonly QuantityId[] = ['acPowerW', 'generationTodayWh', 'generationTotalWh']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it.each([1, 2, 3])('says the energy of the day after each batch, late or repeated: seed %i', async (seed) => {
  const { db } = database
  const userId = await addUser(db, { account: `owner${seed}`, password: 'Walrus-27-tusks' })
  let nowMs = midnight
  // Two nodes, which take turns with the same plants.
  const nodes = [createNowReaction(() => nowMs), createNowReaction(() => nowMs)]
  let drawn = 0
  const draw = (below: number): number => Math.floor(randomAt(seed, drawn++) * below)
  const plants: number[] = []
  const devices = []
  for (let n = 0; n < 3; n++) {
    const plantId = await addTestPlant(db, userId, { gridType: 'DISTRIBUTED_FULLY' })
    plants.push(plantId)
    for (let d = 0; d <= n % 2; d++)
      devices.push(
        await addTestDevice(db, plantId, { serial: `${seed}-${n}-${d}`, quantities, profileId: 'sofar-2701' }),
      )
  }
  const differing = async () =>
    (
      await db.pool.query(
        `select n.plant_id, n.today, n.today_wh, d.generation_wh from plant_now n
         left join plant_days d on d.plant_id = n.plant_id and d.day = n.today
         where n.plant_id = any($1::bigint[]) and d.generation_wh is distinct from n.today_wh
           and (d.generation_wh is not null or n.today_wh <> 0)`,
        [plants],
      )
    ).rows
  let usual = 0
  for (let round = 0; round < 150; round++) {
    // From ten in the morning on, over the next midnight.
    nowMs = midnight + 10 * 60 * MINUTE + round * 6 * MINUTE
    const batch: NewSample[] = []
    for (const device of devices) {
      if (draw(4) === 0) continue
      const late = draw(6) === 0 ? draw(40) * 5 * MINUTE : 0
      const atMs = nowMs - late - draw(3) * 1000
      const sinceMs = Math.max(0, atMs - midnight)
      const total = 1_000_000 + Math.floor(sinceMs / MINUTE) * 50.3
      const values = draw(9) === 0 ? { acPowerW: draw(3000) } : { acPowerW: draw(3000), generationTotalWh: total }
      batch.push({ device, atMs, timeSource: 'frame', values })
      if (draw(10) === 0) batch.push({ device, atMs, timeSource: 'frame', values })
    }
    const chosen = draw(2) === 0 ? batch : batch.slice(0, 1)
    if (chosen.length === 0) continue
    usual += chosen.length
    await append(db, chosen, nodes[draw(5) === 0 ? 1 : 0])
    expect(await differing(), `round ${round}`).toEqual([])
    if (draw(20) === 0) await moveClock(db, nowMs)
  }
  expect(usual).toBeGreaterThan(200)
  const { rows } = await db.pool.query<{ wh: number }>(
    'select sum(today_wh)::float8 as wh from plant_now where plant_id = any($1::bigint[])',
    [plants],
  )
  expect(rows[0]?.wh).toBeGreaterThan(0)
})
