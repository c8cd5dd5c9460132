import type { AlarmChange } from '@heliograph/domain/alarms/change.ts'
import { judgeSample, type Lookout, type Watches } from '@heliograph/domain/alarms/judge-samples.ts'
import type { SampleFacts } from '@heliograph/domain/alarms/sample-facts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { AppendResult, DeviceChange, DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
import { applyAlarmChanges } from './apply-changes.ts'
import { changeOf, type DeviceKey, readWatches, writeWatches } from './device-watches.ts'
import { factsOf } from './sample-facts.ts'
import { readWatched, type Watched } from './watched-devices.ts'

/** Knowledge of a device is read again after so long, spread over the devices: the usual shares of strings change. */
const KEPT_MS = 6 * HOUR_MS

/** Knowledge that is too old serves until so many devices have some, or one for so long: read together it costs least. */
const MOST_DUE = 100
const DUE_MS = 10 * MINUTE_MS

type Known = Readonly<{ watched: Watched | undefined; version: number; untilMs: number }>

/**
 * Runs the rules on what was just stored, in its transaction. Nearly all samples say that all is well where all was
 * well: that costs one statement for the whole batch, sent while the samples are being stored. Devices with several
 * samples in the batch, or late ones, are judged again from there on (alarms/look-again.ts).
 */
export function createAlarmReaction(now: () => number) {
  // By the object that the writer keeps: it makes another one when the device or its plant changed.
  const known = new WeakMap<DeviceMeta, Known>()
  const due = new Set<DeviceMeta>()
  let dueSinceMs = 0
  return (
    { changes, late }: AppendResult,
    storing: Pick<pg.PoolClient, 'query'>,
  ): ((client: pg.PoolClient) => Promise<void>) => {
    const nowMs = now()
    const counted = changes.filter(({ device }) => !device.isOnHold)
    const single = counted.filter(({ count }) => count === 1)
    const plantIds = [...new Set(counted.map(({ device: { plantId } }) => plantId))]
    const reading = counted.length === 0 ? undefined : readWatches(storing, single.map(keyOf), plantIds)
    // The fault reaches the caller that awaits it; a transaction that ends before that does not see it.
    reading?.catch(() => {})
    const quiet = new Set<DeviceChange>()
    for (const change of single) {
      const { device } = change
      const held = known.get(device)
      if (held === undefined) continue
      if (held.untilMs < nowMs && !due.has(device)) {
        if (due.size === 0) dueSinceMs = nowMs
        due.add(device)
      }
      if (
        held.watched === undefined ||
        isQuiet(held.watched.lookouts, factsOf(held.watched, change.after, change.before))
      )
        quiet.add(change)
    }
    return async (client) => {
      await lookAgain(client, counted, late, nowMs)
      if (reading === undefined) return
      const { watches, versions, dormant } = await reading
      if (dormant.size > 0) await wakeSpeaking(client, counted, dormant)
      const versionOf = ({ plantId }: DeviceMeta): number => versions.get(plantId) ?? 0
      const stale = single.filter(({ device }) => known.get(device)?.version !== versionOf(device))
      for (const change of stale) quiet.delete(change)
      const isDue = due.size >= MOST_DUE || (due.size > 0 && nowMs - dueSinceMs >= DUE_MS)
      await learn(client, new Set([...stale.map(({ device }) => device), ...(isDue ? due : [])]), versionOf, nowMs)
      const written: (DeviceKey & Readonly<{ watches: Watches }>)[] = []
      const found: AlarmChange[] = []
      for (const change of single) {
        const { device, after, before } = change
        // Samples that a dormant plant still delivers from before are out of date.
        if (after.atMs <= (dormant.get(device.plantId) ?? 0)) continue
        const kept = watches.get(device.deviceId)
        const watched = known.get(device)?.watched
        if (watched === undefined || (kept === undefined && quiet.has(change))) continue
        const step = judgeSample(
          watched.lookouts,
          kept ?? nothing,
          factsOf(watched, after, before),
          watched.watched.intervalMs,
        )
        if (step.watches !== (kept ?? nothing)) written.push({ ...keyOf(change), watches: step.watches })
        found.push(...step.findings.map((finding) => changeOf(keyOf(change), finding, watched.userRules)))
      }
      if (written.length > 0) await writeWatches(client, written)
      await applyAlarmChanges(client, found, nowMs)
    }
  }

  async function learn(
    client: pg.PoolClient,
    devices: ReadonlySet<DeviceMeta>,
    versionOf: (device: DeviceMeta) => number,
    nowMs: number,
  ): Promise<void> {
    if (devices.size === 0) return
    const read = await readWatched(client, [...new Set([...devices].map(({ plantId }) => plantId))])
    for (const device of devices) {
      const watched = read.get(device.deviceId)
      known.set(device, {
        watched,
        version: watched?.version ?? versionOf(device),
        untilMs: nowMs + KEPT_MS * (0.5 + Math.random()),
      })
      due.delete(device)
    }
  }
}

/** A plant that speaks again is dormant no more from this sample on. */
async function wakeSpeaking(
  client: pg.PoolClient,
  changes: readonly DeviceChange[],
  dormant: ReadonlyMap<number, number>,
): Promise<void> {
  const awake = changes.flatMap(({ device: { plantId }, after }) =>
    after.atMs > (dormant.get(plantId) ?? Number.POSITIVE_INFINITY) ? [plantId] : [],
  )
  if (awake.length > 0)
    await client.query({
      name: 'alarms-wake',
      text: 'update alarm_plants set dormant_since = null where plant_id = any($1::bigint[]) and dormant_since is not null',
      values: [[...new Set(awake)]],
    })
}

const nothing: Watches = {}
const keyOf = ({ device: { plantId, deviceId } }: DeviceChange): DeviceKey => ({ plantId, deviceId })

const isQuiet = (lookouts: readonly Lookout[], facts: SampleFacts): boolean => {
  for (const { look } of lookouts) if (look(facts, undefined).verdict === 'bad') return false
  return true
}

/**
 * Asks for another judgement of devices whose samples did not come one by one in their order, and of the days of their
 * plants that are over.
 */
async function lookAgain(
  client: pg.PoolClient,
  changes: readonly DeviceChange[],
  late: AppendResult['late'],
  nowMs: number,
): Promise<void> {
  const from = new Map<number, DeviceKey & { fromMs: number }>()
  for (const { plantId, deviceId, fromMs } of late) from.set(deviceId, { plantId, deviceId, fromMs })
  for (const { device, before, after, count } of changes) {
    if (count === 1) continue
    const { plantId, deviceId } = device
    const fromMs = Math.min(
      from.get(deviceId)?.fromMs ?? Number.POSITIVE_INFINITY,
      (before?.atMs ?? after.atMs - FIRST_MS) + 1,
    )
    from.set(deviceId, { plantId, deviceId, fromMs })
  }
  if (from.size === 0) return
  const rows = [...from.values()].sort((a, b) => a.plantId - b.plantId || a.deviceId - b.deviceId)
  await client.query({
    name: 'alarms-look',
    text: `with given as materialized (
        select g.plant_id, g.device_id, to_timestamp(g.ms / 1000) as from_at
        from unnest($1::bigint[], $2::bigint[], $3::float8[]) g (plant_id, device_id, ms)
          join devices d on d.id = g.device_id
      ), looks as (
        insert into alarm_looks (plant_id, device_id, from_at) select plant_id, device_id, from_at from given
        on conflict (plant_id, device_id) do update set from_at = least(alarm_looks.from_at, excluded.from_at)
      )
      update performance_plants q set fed_at = $4::timestamptz
      from given g join plants p on p.id = g.plant_id
      where q.plant_id = g.plant_id and g.from_at < date_trunc('day', $4::timestamptz at time zone p.zone) at time zone p.zone`,
    values: [
      rows.map(({ plantId }) => plantId),
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ fromMs }) => fromMs),
      new Date(nowMs),
    ],
  })
}

/** How far back the first batch of a device is judged. */
const FIRST_MS = 7 * DAY_MS
