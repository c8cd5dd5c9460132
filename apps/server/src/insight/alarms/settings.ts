import type { AlarmChange } from '@heliograph/domain/alarms/change.ts'
import { type AlarmSettings, ordinarySettings } from '@heliograph/domain/alarms/sample-facts.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { applyAlarmChanges } from './apply-changes.ts'
import { touchRules } from './watched-devices.ts'

type Client = Parameters<typeof applyAlarmChanges>[0]

/** The bounds that people set for the alarms of a plant. */
export const getAlarmSettings = (db: Db, plantId: number): Promise<AlarmSettings> => readSettings(db.pool, plantId)

async function readSettings(client: Pick<Client, 'query'>, plantId: number): Promise<AlarmSettings> {
  const { rows } = await client.query<{ settings: Partial<AlarmSettings> }>(
    'select settings from alarm_plants where plant_id = $1',
    [plantId],
  )
  return { ...ordinarySettings, ...rows[0]?.settings }
}

/**
 * Sets the bounds; every node judges the next sample of the plant by them.
 * @returns the bounds before
 */
export async function setAlarmSettings(
  db: Db,
  plantId: number,
  settings: AlarmSettings,
  nowMs: number,
): Promise<AlarmSettings> {
  return runClientTransaction(db.pool, async (client) => {
    // Locks the row: a plant that no rule has seen has none yet.
    await touchRules(client, [plantId])
    const before = await readSettings(client, plantId)
    await client.query('update alarm_plants set settings = $2 where plant_id = $1', [plantId, JSON.stringify(settings)])
    if (settings.exportLimitW === null) await endExportAlarms(client, plantId, nowMs)
    return before
  })
}

/** Without a limit nothing looks at the rule again, so its open alarms would stay for good. */
async function endExportAlarms(client: Client, plantId: number, nowMs: number): Promise<void> {
  const { rows } = await client.query<{ device_id: number | null; part: string }>(
    `select device_id, part from alarms where plant_id = $1 and rule = 'exportHigh' and closed_at is null`,
    [plantId],
  )
  const changes = rows.map(
    ({ device_id, part }): AlarmChange => ({
      kind: 'close',
      target: { plantId, loggerId: null, deviceId: device_id, part },
      rule: 'exportHigh',
      userRuleId: null,
      atMs: nowMs,
      reason: 'gone',
    }),
  )
  await applyAlarmChanges(client, changes, nowMs)
  // Else a new limit would find it open already.
  await client.query(`update alarm_watches set watches = watches - 'exportHigh' where plant_id = $1`, [plantId])
}
