import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import { rowsOfBlock } from './block.ts'
import { type Neighbours, type Reading, STATE_CAP_MS } from './book.ts'
import { nextUtcDay, utcDay, utcDayStart } from './days.ts'
import type { DeviceState } from './device-state.ts'
import type { Layout } from './layout.ts'
import type { Row } from './sample.ts'
import { msOf, readText, toArray, toBytes, toStamps } from './statement.ts'
import { type DeviceKey, type Direction, mergeRows, toRow, walkRows } from './stored-rows.ts'

/** Late samples of one device, ascending, and its known state. */
export type LateSamples = Readonly<{ key: DeviceKey; layout: Layout; state: DeviceState; rows: readonly Row[] }>

/** A run of late samples close to each other, with the stored rows in it and around it. */
type Cluster = {
  readonly owner: LateSamples
  readonly late: readonly Row[]
  readonly fromMs: number
  readonly toMs: number
  /** Stored rows, ascending; complete from `knownFromMs` to `knownToMs`. */
  rows: readonly Row[]
  knownFromMs: number
  knownToMs: number
}

export type StoredAround = Readonly<{
  /** Instants that are stored already. */
  isStored: (atMs: number) => boolean
  neighboursOf: (column: number, atMs: number) => Neighbours
}>

/** Late samples further apart than this are looked up separately: otherwise all rows between them would be read. */
const CLUSTER_GAP_MS = 2 * HOUR_MS
/** Rows read on each side: more than one, because some devices send their quantities in turns. */
const ROWS_AROUND = 4

/** Reads what is stored around late samples, before these are stored; the devices must be locked. */
export async function readAround(
  client: pg.PoolClient,
  all: readonly LateSamples[],
): Promise<ReadonlyMap<LateSamples, StoredAround>> {
  const clusters = all.flatMap(toClusters)
  await readHot(client, clusters)
  await readSealed(client, clusters)
  const found = new Map<LateSamples, StoredAround>()
  for (const owner of all) {
    const own = clusters.filter((cluster) => cluster.owner === owner)
    const neighbours = new Map<string, Neighbours>()
    for (const cluster of own) await findNeighbours(client, cluster, neighbours)
    const stored = new Set(own.flatMap(({ rows }) => rows.map((row) => row.atMs)))
    found.set(owner, {
      isStored: (atMs) => stored.has(atMs),
      neighboursOf: (column, atMs) => neighbours.get(`${column} ${atMs}`) ?? { unknown: true },
    })
  }
  return found
}

function toClusters(owner: LateSamples): Cluster[] {
  const clusters: Cluster[] = []
  let late: Row[] = []
  const close = (): void => {
    const fromMs = late[0]?.atMs
    const toMs = late.at(-1)?.atMs
    if (fromMs === undefined || toMs === undefined) return
    clusters.push({ owner, late, fromMs, toMs, rows: [], knownFromMs: -Infinity, knownToMs: Infinity })
  }
  for (const row of owner.rows) {
    const before = late.at(-1)
    if (before && row.atMs - before.atMs > CLUSTER_GAP_MS) {
      close()
      late = []
    }
    late.push(row)
  }
  close()
  return clusters
}

const keysOf = (clusters: readonly Cluster[]): string[] => [
  toArray(clusters.map(({ owner }) => owner.key.plantId)),
  toArray(clusters.map(({ owner }) => owner.key.deviceId)),
]

const hotText = `select c.i, ${msOf('r.at')}, r.time_source, r.values, r.side
  from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[]) with ordinality
    as c(plant_id, device_id, from_at, to_at, i)
  cross join lateral (
    (select at, time_source, values, -1 as side from samples s where s.plant_id = c.plant_id
      and s.device_id = c.device_id and s.at < c.from_at order by s.at desc limit ${ROWS_AROUND})
    union all
    (select at, time_source, values, 0 from samples s where s.plant_id = c.plant_id
      and s.device_id = c.device_id and s.at >= c.from_at and s.at <= c.to_at)
    union all
    (select at, time_source, values, 1 from samples s where s.plant_id = c.plant_id
      and s.device_id = c.device_id and s.at > c.to_at order by s.at limit ${ROWS_AROUND})
  ) r
  order by c.i, r.at`

async function readHot(client: pg.PoolClient, clusters: readonly Cluster[]): Promise<void> {
  const values = [
    ...keysOf(clusters),
    toStamps(clusters.map(({ fromMs }) => fromMs)),
    toStamps(clusters.map(({ toMs }) => toMs)),
  ]
  const sides = clusters.map(() => ({ rows: [] as Row[], before: 0, after: 0 }))
  for (const [i, ...rest] of await readText(client, hotText, values, 'telemetry-around')) {
    const found = sides[Number(i) - 1]
    if (!found) continue
    found.rows.push(toRow(rest))
    if (rest[3] === '-1') found.before++
    if (rest[3] === '1') found.after++
  }
  clusters.forEach((cluster, i) => {
    const { rows = [], before = 0, after = 0 } = sides[i] ?? {}
    cluster.rows = rows
    // Fewer than requested: there are no more.
    if (before === ROWS_AROUND) cluster.knownFromMs = (rows[0] as Row).atMs
    if (after === ROWS_AROUND) cluster.knownToMs = (rows.at(-1) as Row).atMs
  })
}

const sealedText = `select c.i, s.day, s.side, s.block
  from unnest($1::bigint[], $2::bigint[], $3::date[], $4::date[]) with ordinality
    as c(plant_id, device_id, from_day, to_day, i)
  cross join lateral (
    (select day, -1 as side, null::bytea as block from sealed_days s where s.plant_id = c.plant_id
      and s.device_id = c.device_id and s.day < c.from_day order by s.day desc limit 1)
    union all
    (select day, 0, block from sealed_days s where s.plant_id = c.plant_id
      and s.device_id = c.device_id and s.day >= c.from_day and s.day <= c.to_day)
    union all
    (select day, 1, null from sealed_days s where s.plant_id = c.plant_id
      and s.device_id = c.device_id and s.day > c.to_day order by s.day limit 1)
  ) s`

async function readSealed(client: pg.PoolClient, clusters: readonly Cluster[]): Promise<void> {
  const values = [
    ...keysOf(clusters),
    toArray(clusters.map(({ fromMs }) => utcDay(fromMs))),
    toArray(clusters.map(({ toMs }) => utcDay(toMs))),
  ]
  for (const [i, day, side, block] of await readText(client, sealedText, values, 'telemetry-around-sealed')) {
    const cluster = clusters[Number(i) - 1]
    if (!cluster || day == null) continue
    if (side === '0') cluster.rows = mergeRows(cluster.rows, rowsOfBlock(toBytes(block ?? '')))
    else if (side === '-1') cluster.knownFromMs = Math.max(cluster.knownFromMs, utcDayStart(nextUtcDay(day)))
    else cluster.knownToMs = Math.min(cluster.knownToMs, utcDayStart(day) - 1)
  }
}

async function findNeighbours(client: pg.PoolClient, cluster: Cluster, into: Map<string, Neighbours>): Promise<void> {
  const { owner, late } = cluster
  const far = { before: new Map<number, Reading>(), after: new Map<number, Reading>() }
  const wanted = { before: new Set<number>(), after: new Set<number>() }
  const each = (visit: (column: number, atMs: number) => void): void =>
    owner.layout.columns.forEach(({ rollUp }, column) => {
      if (rollUp !== 'share') return
      for (const row of late)
        if (row.values[column] != null && row.atMs < (owner.state.valueAtMs[column] as number)) visit(column, row.atMs)
    })
  each((column, atMs) => {
    for (const direction of ['before', 'after'] as const)
      if (!findNear(cluster, column, atMs, direction) && mayExist(owner, column, atMs, direction))
        wanted[direction].add(column)
  })
  for (const direction of ['before', 'after'] as const)
    if (wanted[direction].size > 0) await findFar(client, cluster, direction, wanted[direction], far[direction])
  each((column, atMs) => {
    const before = findNear(cluster, column, atMs, 'before') ?? far.before.get(column)
    const after = findNear(cluster, column, atMs, 'after') ?? far.after.get(column)
    // After its newest reading a state lasts for its maximum time.
    into.set(`${column} ${atMs}`, { before, after: after ?? { atMs: Infinity, value: 0 } })
  })
}

/** The next reading among the loaded rows, unless a nearer one may exist elsewhere. */
function findNear(cluster: Cluster, column: number, atMs: number, direction: Direction): Reading | undefined {
  const { rows, knownFromMs, knownToMs } = cluster
  const hasIt = (row: Row): boolean => row.values[column] != null
  const row =
    direction === 'before'
      ? rows.findLast((one) => one.atMs < atMs && hasIt(one))
      : rows.find((one) => one.atMs > atMs && hasIt(one))
  return row && row.atMs >= knownFromMs && row.atMs <= knownToMs ? readingIn(row, column) : undefined
}

const readingIn = (row: Row, column: number): Reading => ({ atMs: row.atMs, value: row.values[column] as number })

/** A late reading always has one after it, and one before it unless it is the first of its column. */
const mayExist = ({ state }: LateSamples, column: number, atMs: number, direction: Direction): boolean =>
  direction === 'after' || (state.firstAtMs[column] as number) < atMs

async function findFar(
  client: pg.PoolClient,
  { owner, fromMs, toMs }: Cluster,
  direction: Direction,
  wanted: ReadonlySet<number>,
  found: Map<number, Reading>,
): Promise<void> {
  const open = new Set(wanted)
  const edgeMs = direction === 'before' ? fromMs : toMs
  for await (const row of walkRows(client, owner.key, edgeMs, direction)) {
    for (const column of open) {
      // A state counts only through a short gap: readings beyond it change nothing.
      const isBeyond = Math.abs(row.atMs - edgeMs) > STATE_CAP_MS
      if (row.values[column] != null) found.set(column, readingIn(row, column))
      if (isBeyond || row.values[column] != null) open.delete(column)
    }
    if (open.size === 0) return
  }
}
