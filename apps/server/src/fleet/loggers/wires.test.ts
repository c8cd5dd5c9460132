import type { Ownership } from '@heliograph/domain/ownership.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveLogger } from '../../intake/moves/moves.ts'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { listPlantLoggers, listUnclaimed, removeLogger, writeOwnerships } from './loggers.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')

let test: TestApp
let userId: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  userId = (await addTestUser(test, 'owner')).userId
  await writeOwnerships(test.db.pool, { labeled: 'claimed', pushed: 'posted', tied: 'paired' })
})
afterAll(() => test.close())

/** One that has sent. */
async function addLogger(wire: string): Promise<{ plantId: number; loggerId: number }> {
  const plantId = await addTestPlant(test.db, userId)
  const { rows } = await test.db.pool.query<{ id: number }>(
    `insert into loggers (wire, address, plant_id, first_seen_at, last_seen_at) values ($1, $2, $3, $4, $4) returning id`,
    [wire, `A${plantId}`, plantId, new Date(nowMs)],
  )
  return { plantId, loggerId: rows[0]?.id ?? 0 }
}
const unclaimed = async () => (await listUnclaimed(test.db, 1, 100)).items.map(({ wire }) => wire)

it.each<[wire: string, ownership: Ownership, isKept: boolean, isMoved: boolean]>([
  ['solarman-v5', 'claimed', true, true],
  ['labeled', 'claimed', true, true],
  ['readings', 'posted', false, false],
  ['pushed', 'posted', false, false],
  ['tied', 'paired', false, true],
  // Of a newer version.
  ['unheard-of', 'posted', false, false],
])('a logger of the wire %s is %s', async (wire, ownership, isKept, isMoved) => {
  const place = await addLogger(wire)
  const [listed] = await listPlantLoggers(test.db, place.plantId, { withNetwork: false, nowMs })
  expect(listed).toMatchObject({ wire, ownership })
  const toPlantId = await addTestPlant(test.db, userId, { name: 'Barn' })
  const holder = { userId, organizationId: null }
  const moving = moveLogger(test.db, { ...place, toPlantId, holder, endAlarms: async () => {}, nowMs })
  if (isMoved) expect(await moving).toMatchObject({ toName: 'Barn' })
  else await expect(moving).rejects.toThrow('ABNORMAL')
  // Without an owner it waits for one, or is gone.
  await removeLogger(test.db, { plantId: isMoved ? toPlantId : place.plantId, loggerId: place.loggerId })
  const { rowCount } = await test.db.pool.query('select from loggers where id = $1', [place.loggerId])
  expect(rowCount).toBe(isKept ? 1 : 0)
  expect((await unclaimed()).includes(wire)).toBe(isKept)
})

it('follows a wire whose loggers come to a plant in another way than before', async () => {
  const { plantId } = await addLogger('pushed')
  await writeOwnerships(test.db.pool, { pushed: 'paired' })
  const [listed] = await listPlantLoggers(test.db, plantId, { withNetwork: false, nowMs })
  expect(listed?.ownership).toBe('paired')
})
