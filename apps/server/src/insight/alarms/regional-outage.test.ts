import type { AlarmChange } from '@heliograph/domain/alarms/change.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { applyAlarmChanges, countAlarms, tellAlarms } from './alarms.ts'

let database: TestDatabase
let userId: number
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await addUser(database.db, { account: 'owner', email: 'owner@example.org', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())

const noon = Date.parse('2026-06-01T12:00Z')
const PLANTS = 2_000

it('thousands of plants that fall silent together are one message', async () => {
  const { db } = database
  await db.pool.query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 48, 10, 'UTC', 'EUR', 180, 20 from generate_series(1, $1::int) n`,
    [PLANTS],
  )
  await db.pool.query(
    `insert into plant_members (plant_id, user_id, role, rights) select id, $1, 'owner', '{viewPlantAlert}' from plants`,
    [userId],
  )
  // A server that lives has statistics.
  await db.pool.query('analyze')
  const { rows } = await db.pool.query<{ id: number }>('select id from plants')
  const changes = rows.map(
    ({ id }): AlarmChange => ({
      kind: 'open',
      target: { plantId: id, loggerId: null, deviceId: null, part: '' },
      rule: 'loggerSilent',
      userRuleId: null,
      level: 1,
      influence: 1,
      openedAtMs: noon,
      lastSeenMs: noon,
      lostWh: null,
      parameters: {},
      evidence: {},
      groupKey: 'loggerSilent',
    }),
  )
  const events = await runClientTransaction(db.pool, (client) => applyAlarmChanges(client, changes, noon))
  expect(events).toHaveLength(PLANTS)
  expect(await tellAlarms(db, noon + MINUTE_MS)).toBe(PLANTS)
  const messages = await db.pool.query<{ event_count: number }>('select event_count from messages')
  expect(messages.rows).toEqual([{ event_count: PLANTS }])
  const counts = await countAlarms(db, { holder: { userId, organizationId: null } }, noon + MINUTE_MS)
  expect(counts).toMatchObject({ ongoing: PLANTS, warnings: PLANTS })
})
