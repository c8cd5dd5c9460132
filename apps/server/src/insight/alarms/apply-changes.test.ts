import type { AlarmChange, AlarmKey } from '@heliograph/domain/alarms/change.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { applyAlarmChanges } from './alarms.ts'

let database: TestDatabase
let plantId: number
let deviceId: number
beforeAll(async () => {
  database = await createTestDatabase()
  const ownerId = await addUser(database.db, { account: 'owner', password: 'Walrus-27-tusks' })
  plantId = await addTestPlant(database.db, ownerId)
  const device = await addTestDevice(database.db, plantId, { quantities: ['acPowerW'] })
  deviceId = device.deviceId
})
afterAll(() => database.drop())

const noon = Date.parse('2026-06-01T12:00Z')
const key = (part: string): AlarmKey => ({
  target: { plantId, loggerId: null, deviceId, part },
  rule: 'stringDead',
  userRuleId: null,
})
const opening = (part: string, openedAtMs = noon): AlarmChange => ({
  ...key(part),
  kind: 'open',
  level: 2,
  influence: 1,
  openedAtMs,
  lastSeenMs: openedAtMs + 10 * MINUTE_MS,
  parameters: { string: 3 },
  evidence: {},
  lostWh: null,
  groupKey: '',
})
const closing = (part: string, atMs: number): AlarmChange => ({
  ...key(part),
  kind: 'close',
  atMs,
  reason: 'recovered',
})
const apply = (changes: readonly AlarmChange[], nowMs = noon) =>
  runClientTransaction(database.db.pool, (client) => applyAlarmChanges(client, changes, nowMs))
const openCount = async () =>
  (await database.db.pool.query('select open_alarms, alarm_level from plant_now where plant_id = $1', [plantId]))
    .rows[0]

describe('changes of alarms', () => {
  it('open an alarm once and count it', async () => {
    const [event] = await apply([opening('pv1')])
    expect(event).toMatchObject({ kind: 'opened', atMs: noon, alarm: { openedAtMs: noon, parameters: { string: 3 } } })
    expect(await apply([opening('pv1')])).toEqual([])
    expect(await apply([opening('pv1', noon + HOUR_MS)])).toEqual([])
    expect(await openCount()).toEqual({ open_alarms: 1, alarm_level: 2 })
  })

  it('open it once when two nodes find it at once', async () => {
    const both = await Promise.all([apply([opening('pv4')]), apply([opening('pv4')])])
    expect(both.flat()).toHaveLength(1)
    await apply([closing('pv4', noon + HOUR_MS)])
  })

  it('close it once', async () => {
    const change = closing('pv1', noon + HOUR_MS)
    expect(await apply([change])).toMatchObject([{ kind: 'closed', atMs: noon + HOUR_MS }])
    expect(await apply([change])).toEqual([])
    expect(await openCount()).toEqual({ open_alarms: 0, alarm_level: null })
    // The beginning that ended already, once more.
    expect(await apply([opening('pv1')])).toEqual([])
  })

  it('reopen what comes back soon, and open anew what comes back late', async () => {
    const soon = await apply([opening('pv1', noon + 3 * HOUR_MS)])
    expect(soon).toMatchObject([{ kind: 'reopened', alarm: { openedAtMs: noon, reopened: 1 } }])
    await apply([closing('pv1', noon + 4 * HOUR_MS)])
    expect(await apply([opening('pv1', noon + 40 * HOUR_MS)])).toMatchObject([{ kind: 'opened' }])
  })

  it('of a plant that was removed meanwhile do nothing', async () => {
    const gone = { ...opening('pv1'), target: { plantId: 999_999, loggerId: null, deviceId: null, part: '' } }
    expect(await apply([gone])).toEqual([])
  })

  it('hold thousands of one cause', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({ ...opening(`part${index}`), groupKey: 'outage' }))
    const events = await apply(many)
    expect(events).toHaveLength(1_200)
    expect(events.every(({ groupKey }) => groupKey === 'outage')).toBe(true)
  })
})
