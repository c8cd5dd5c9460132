import type { Alarm } from '@heliograph/domain/alarms/alarm.ts'
import type { AlarmChange } from '@heliograph/domain/alarms/change.ts'
import { type FoundEpisode, findingKey, overlaps, toEpisodes } from '@heliograph/domain/alarms/episodes.ts'
import type { DeviceFinding, Watches } from '@heliograph/domain/alarms/judge-samples.ts'
import { rules } from '@heliograph/domain/alarms/rules.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import { lockDevices } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { type AlarmRow, alarmColumns, toAlarm } from './alarm-row.ts'
import { applyAlarmChanges } from './apply-changes.ts'
import { countOpenAlarms } from './count-open.ts'
import { changeOf, type DeviceKey, writeWatches } from './device-watches.ts'
import { judgeRange } from './judge-range.ts'
import { readWatched, type Watched } from './watched-devices.ts'

const BATCH = 100
/** Older data raises no alarm any more. */
const MOST_DAYS = 35
/** So far before the first changed sample the rules start, that their runs are whole. */
const WARM_MS = DAY_MS
/** And so far before that they know what was there: a sensor that is lost in the evening is missed in the morning. */
const KNOWN_MS = DAY_MS

/**
 * Judges devices again whose samples came late or several at once: afterwards their alarms are those that the same
 * samples give one by one. Safe on several nodes at once, and after a node died between. @returns how many devices
 */
export async function lookAgain(
  db: Db,
  nowMs: number,
  { signal, mostMs = 8_000 }: Readonly<{ signal?: AbortSignal; mostMs?: number }> = {},
): Promise<number> {
  const endMs = performance.now() + mostMs
  const failed: number[] = []
  let failure: unknown
  let looked = 0
  while (!signal?.aborted && performance.now() < endMs) {
    const { rows } = await db.pool.query<{ plant_id: number; device_id: number }>(
      'select plant_id, device_id from alarm_looks where device_id <> all($2::bigint[]) order by from_at limit $1',
      [BATCH, failed],
    )
    for (const row of rows) {
      if (signal?.aborted || performance.now() > endMs) break
      try {
        await lookAt(db, { plantId: row.plant_id, deviceId: row.device_id }, nowMs)
        looked++
      } catch (error) {
        failure ??= error
        failed.push(row.device_id)
      }
    }
    if (rows.length < BATCH) break
  }
  if (failure !== undefined) throw failure
  return looked
}

async function lookAt(db: Db, key: DeviceKey, nowMs: number): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    // The device's samples wait meanwhile: what is read is all that there is.
    await lockDevices(client, [key.deviceId])
    const { rows } = await client.query<{ ms: number }>(
      `delete from alarm_looks where plant_id = $1 and device_id = $2
       returning (date_part('epoch', from_at) * 1000)::float8 as ms`,
      [key.plantId, key.deviceId],
    )
    const [look] = rows
    const resting = await client.query('select from alarm_plants where plant_id = $1 and dormant_since is not null', [
      key.plantId,
    ])
    if (resting.rows.length > 0) return
    const watched = (await readWatched(client, [key.plantId])).get(key.deviceId)
    if (look === undefined || watched === undefined) return
    const fromMs = Math.max(look.ms, nowMs - MOST_DAYS * DAY_MS) - WARM_MS
    await judgeAnew(db, client, watched, fromMs, nowMs)
  })
}

async function judgeAnew(
  db: Db,
  client: pg.PoolClient,
  watched: Watched,
  fromMs: number,
  nowMs: number,
): Promise<void> {
  const stored = await readStored(client, watched.deviceId, fromMs)
  const covering = stored.filter(({ openedAtMs }) => openedAtMs < fromMs)
  const open = new Map(covering.map((item) => [keyOf(item), item.openedAtMs]))
  const judged = await judgeRange(
    db,
    watched,
    { fromMs, toMs: nowMs + DAY_MS, knownFromMs: fromMs - KNOWN_MS },
    openWatches(watched, covering),
  )
  await writeWatches(client, [{ plantId: watched.plantId, deviceId: watched.deviceId, watches: judged.watches }])
  const episodes = toEpisodes(judged.findings, open)
  const kept = new Map<string, FoundEpisode>()
  const ownerOf = new Map<FoundEpisode, Alarm>()
  const withdrawn: AlarmChange[] = []
  for (const alarm of stored) {
    // Two alarms whose gap late samples filled are one: the first.
    const found = episodes
      .get(keyOf(alarm))
      ?.find((foundEpisode) => !ownerOf.has(foundEpisode) && overlaps(foundEpisode, alarm))
    if (found !== undefined) {
      kept.set(alarm.id, found)
      ownerOf.set(found, alarm)
    } else if (alarm.closedAtMs === null)
      withdrawn.push({ ...alarm, kind: 'close', atMs: alarm.openedAtMs, reason: 'withdrawn' })
  }
  // Before another one goes on: one of a key can be open.
  await applyAlarmChanges(client, withdrawn, nowMs)
  await correct(client, stored, kept)
  for (const [key, list] of episodes) {
    const held = stored.find((alarm) => keyOf(alarm) === key && alarm.closedAtMs === null && kept.has(alarm.id))
    for (const episode of list) {
      const { opening, closedAtMs } = episode
      const finding = judged.findings.find((item) => findingKey(item) === key)
      if (finding === undefined) continue
      const changeTo = (change: DeviceFinding['change']) => [
        changeOf(watched, { ...finding, change }, watched.userRules),
      ]
      const owner = ownerOf.get(episode)
      const ends = closedAtMs === null ? [] : changeTo({ kind: 'close', atMs: closedAtMs })
      // The end of an alarm that is over already would end the one that is open now.
      if (owner?.closedAtMs === null) await applyAlarmChanges(client, ends, nowMs)
      if (owner !== undefined || opening === undefined) continue
      const isLater = held !== undefined && held.openedAtMs > opening.openedAtMs
      await aside(client, isLater ? held : undefined, async () => {
        await applyAlarmChanges(client, changeTo(opening), nowMs)
        await applyAlarmChanges(client, ends, nowMs)
      })
    }
  }
  const seen = judged.findings.filter(({ change }) => change.kind === 'seen')
  const newest = new Map(seen.map((item) => [findingKey(item), item]))
  await applyAlarmChanges(
    client,
    [...newest.values()].map((item) => changeOf(watched, item, watched.userRules)),
    nowMs,
  )
}

/**
 * Puts an open alarm aside while an alarm that ended before it is processed: only one of both can be open at a time.
 */
async function aside(client: pg.PoolClient, held: Alarm | undefined, work: () => Promise<void>): Promise<void> {
  if (held === undefined) return work()
  await client.query('update alarms set closed_at = opened_at where id = $1', [held.id])
  await work()
  await client.query('update alarms set closed_at = null, end_reason = null where id = $1', [held.id])
  await countOpenAlarms(client, [held.target.plantId])
}

const keyOf = ({ rule, userRuleId, target: { part } }: Alarm): string => findingKey({ rule, userRuleId, part })

/** Alarms of the rules on samples that held at any time since an instant. */
async function readStored(client: pg.PoolClient, deviceId: number, fromMs: number): Promise<readonly Alarm[]> {
  const { rows } = await client.query<AlarmRow>(
    `select ${alarmColumns('a')} from alarms a
     where a.device_id = $1 and (a.closed_at is null or a.closed_at > $2)
       and a.end_reason is distinct from 'withdrawn' order by a.opened_at`,
    [deviceId, new Date(fromMs)],
  )
  return rows.map(toAlarm).filter(({ rule }) => rule === 'userRule' || rules[rule].looksAt === 'sample')
}

const openWatches = ({ lookouts }: Watched, open: readonly Alarm[]): Watches =>
  Object.fromEntries(
    lookouts.flatMap((lookout) => {
      const found = open.find((alarm) => keyOf(alarm) === findingKey(lookout))
      if (found === undefined) return []
      const sinceMs = found.openedAtMs
      const run = { sinceMs, lastBadMs: sinceMs, count: 0, heldMs: 0, goodCount: 0, goodSinceMs: 0, mark: null }
      return [[lookout.key, { ...run, isOpen: true }]]
    }),
  )

/** Moves beginnings and ends of stored alarms to what the samples say, and withdraws what they do not show. */
async function correct(
  client: pg.PoolClient,
  stored: readonly Alarm[],
  kept: ReadonlyMap<string, FoundEpisode>,
): Promise<void> {
  for (const { id, openedAtMs, closedAtMs } of stored) {
    const found = kept.get(id)
    if (found === undefined) {
      if (closedAtMs !== null) await client.query("update alarms set end_reason = 'withdrawn' where id = $1", [id])
    } else if (closedAtMs !== null && found.closedAtMs === null)
      await client.query('update alarms set opened_at = $2, closed_at = null, end_reason = null where id = $1', [
        id,
        new Date(found.openedAtMs),
      ])
    else if (found.openedAtMs !== openedAtMs || (closedAtMs !== null && found.closedAtMs !== closedAtMs))
      await client.query(
        'update alarms set opened_at = $2, closed_at = case when closed_at is null then null else $3::timestamptz end where id = $1',
        [id, new Date(found.openedAtMs), found.closedAtMs === null ? null : new Date(found.closedAtMs)],
      )
  }
}
