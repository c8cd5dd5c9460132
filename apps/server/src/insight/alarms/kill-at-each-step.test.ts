import { type AlarmChange, groupKeyOf } from '@heliograph/domain/alarms/change.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { applyAlarmChanges, tellAlarms } from './alarms.ts'

let database: TestDatabase
let db: Db
let ownerId: number
beforeAll(async () => {
  database = await createTestDatabase(6)
  db = database.db
  ownerId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

const noon = Date.parse('2026-06-01T12:00Z')
const plain = pg.Client.prototype.query
afterEach(() => {
  pg.Client.prototype.query = plain
})

/** From here on the nth statement, whoever sends it, finds its connection gone, as after the end of the process. */
function killAt(nth: number): Readonly<{ reached: () => boolean; end: () => void }> {
  let count = 0
  pg.Client.prototype.query = function killed(this: pg.Client, ...options: never[]) {
    count += 1
    if (count < nth) return (plain as (...all: never[]) => never).apply(this, options)
    const { connection } = this as unknown as { connection: { stream: { destroy: () => void } } }
    connection.stream.destroy()
    return Promise.reject(new Error('killed'))
  } as typeof plain
  return {
    reached: () => count >= nth,
    end: () => {
      pg.Client.prototype.query = plain
    },
  }
}

const opening = (plantId: number): AlarmChange => ({
  target: { plantId, loggerId: null, deviceId: null, part: '' },
  rule: 'underPerformance',
  userRuleId: null,
  kind: 'open',
  level: 2,
  influence: 1,
  openedAtMs: noon,
  lastSeenMs: noon,
  parameters: {},
  evidence: {},
  lostWh: null,
  groupKey: groupKeyOf('underPerformance', plantId),
})
/** What a node does with what it found: it stores the alarm, then tells of it. */
const work = async (plantId: number): Promise<void> => {
  await runClientTransaction(db.pool, (client) => applyAlarmChanges(client, [opening(plantId)], noon))
  await tellAlarms(db, noon)
}
/** Once more; the pool of the test may still hand out what was cut. */
async function workAgain(plantId: number, tries = 6): Promise<void> {
  await work(plantId).catch((error: unknown) => {
    if (tries === 0) throw error
    return workAgain(plantId, tries - 1)
  })
}
const kept = async (plantId: number) => {
  const { rows } = await db.pool.query(
    `select (select count(*)::int from alarms where plant_id = $1) as alarms,
       (select count(*)::int from alarm_events where plant_id = $1 and kind = 'opened') as events,
       (select coalesce(sum(event_count), 0)::int from messages where $1 = any(plant_ids)) as told,
       (select open_alarms from plant_now where plant_id = $1) as counted`,
    [plantId],
  )
  return rows[0]
}
const once = { alarms: 1, events: 1, told: 1, counted: 1 }

describe('an alarm is opened once and told once', () => {
  it('at whichever statement its process dies', async () => {
    let deaths = 0
    for (let nth = 1; nth < 60; nth++) {
      const plantId = await addTestPlant(db, ownerId, { name: `Plant ${nth}` })
      const kill = killAt(nth)
      await work(plantId).catch(() => {})
      kill.end()
      // Another process goes on, twice: the second time nothing is left to do.
      await workAgain(plantId)
      await workAgain(plantId)
      expect([nth, await kept(plantId)]).toEqual([nth, once])
      if (!kill.reached()) break
      deaths += 1
    }
    // Both transactions, from their beginning to their commit.
    expect(deaths).toBeGreaterThan(12)
    expect(deaths).toBeLessThan(59)
  })

  it('by five nodes at the same moment', async () => {
    const plantId = await addTestPlant(db, ownerId, { name: 'Shared' })
    await Promise.all([1, 2, 3, 4, 5].map(() => work(plantId)))
    expect(await kept(plantId)).toEqual(once)
  })
})
