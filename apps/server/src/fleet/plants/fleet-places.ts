import { type Status, statuses } from '@heliograph/domain/status.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import {
  COARSE_LEVEL,
  countInTiles,
  FINE_LEVEL,
  groupTiles,
  isKept,
  type TileGroup,
  tileSizeDeg,
} from './fleet-sums.ts'
import type { PlantFilter } from './plant-filter.ts'
import { keyOf } from './plant-keyword.ts'
import { fromSought, hasStatus, isOneOf, type Sought, seek } from './sought-plants.ts'

export type FleetPlace = Readonly<{
  latitudeDeg: number
  longitudeDeg: number
  count: number
  status: Status
  plantId: number | null
  name: string | null
}>
export type Bounds = Readonly<{ west: number; south: number; east: number; north: number }>
export type FleetPlaces = Readonly<{ total: number; isMerged: boolean; places: readonly FleetPlace[] }>

/** Up to this number each plant is a separate place; more are grouped on a grid of 24 x 24. */
const MOST_SINGLE = 500
const GRID = 24
/** So many plants of a large holder are read one by one, among those of others; of more its kept tiles are. */
const MOST_READ = 2_000
/** So many are read within bounds too close for tiles: a holder without kept sums has as many. */
const MOST_NEAR = 20_000

const world: Bounds = { west: -180, south: -90, east: 180, north: 90 }

type Cell = { latitude: number; longitude: number; count: number; rank: number; id: number }
type Single = { id: number; name: string; latitude: number; longitude: number; status: string }

/** Where plants stand. */
export async function listPlaces(
  db: Db,
  filter: PlantFilter & Readonly<{ bounds?: Bounds | undefined }>,
  nowMs: number,
  mostRead = MOST_READ,
  mostNear = MOST_NEAR,
): Promise<FleetPlaces> {
  const { bounds = world } = filter
  const sought = await seek(db, filter, nowMs)
  if (!isKept(sought)) return listRead(db, sought, bounds, false)
  const isRead =
    (await countInTiles(db, sought, bounds)) <= mostRead || (isClose(bounds) && (await hasAtMost(db, bounds, mostNear)))
  return isRead ? listRead(db, sought, bounds, true) : listTiles(db, sought, bounds)
}

/** Bounds that may hold no whole tile: the middle of a tile that they touch may be outside of them. */
const isClose = ({ west, south, east, north }: Bounds): boolean =>
  Math.min(east - west, north - south) < 2 * tileSizeDeg(FINE_LEVEL)

/** Plants of all holders are counted: as many are looked at. */
async function hasAtMost(db: Db, bounds: Bounds, most: number): Promise<boolean> {
  const { rows } = await sql<{ plants: number }>`select count(*)::int as plants
    from (select from plants p where ${isInBox(bounds)} limit ${most + 1}) few`.execute(db.kysely)
  return (rows[0]?.plants ?? 0) <= most
}

/** By the index of places. */
const isInBox = ({ west, south, east, north }: Bounds) =>
  sql`point(p.longitude, p.latitude) <@ box(point(${west}, ${south}), point(${east}, ${north}))`

/** @param isFew few of a large holder's plants are inside: the index of places leads to them */
async function listRead(db: Db, sought: Sought, bounds: Bounds, isFew: boolean): Promise<FleetPlaces> {
  const { west, south, east, north } = bounds
  const isInside = sql`n.longitude between ${west} and ${east} and n.latitude between ${south} and ${north}
    ${isFew ? sql`and ${isInBox(bounds)}` : sql``}`
  const inside = (plants: boolean) => sql`${fromSought(sought, { now: true, plants })} and ${isInside}`
  // Points on the outer edge belong to the last cell.
  const column = sql`least(${GRID - 1}, floor((n.longitude - ${west}) / ${Math.max(1e-9, (east - west) / GRID)}))`
  const row = sql`least(${GRID - 1}, floor((n.latitude - ${south}) / ${Math.max(1e-9, (north - south) / GRID)}))`
  const { rows } = await sql<Cell>`select avg(n.latitude) as latitude, avg(n.longitude) as longitude,
      count(*)::int as count, min(n.status_rank)::int as rank, min(n.plant_id) as id
    ${inside(isFew)} group by ${column}, ${row} order by rank`.execute(db.kysely)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total > MOST_SINGLE) return { total, isMerged: true, places: await toPlaces(db, rows) }
  const single = await sql<Single>`select p.id, p.name, n.latitude, n.longitude, n.status
    ${inside(true)} order by n.status_rank, p.id`.execute(db.kysely)
  const places = single.rows.map(({ id, name, latitude, longitude, status }) => ({
    latitudeDeg: latitude,
    longitudeDeg: longitude,
    count: 1,
    status: status as Status,
    plantId: id,
    name,
  }))
  return { total, isMerged: false, places }
}

/** The kept tiles that the bounds touch, side by side in squares. */
async function listTiles(db: Db, sought: Sought, bounds: Bounds): Promise<FleetPlaces> {
  const spansDeg = [bounds.east - bounds.west, bounds.north - bounds.south]
  const level = Math.max(...spansDeg) > GRID * tileSizeDeg(COARSE_LEVEL) ? COARSE_LEVEL : FINE_LEVEL
  const groups = await groupTiles(db, sought, bounds, level, perSquare(spansDeg, tileSizeDeg(level)))
  const ids = await findLone(db, sought, groups)
  const cells = groups.map((group, at) => ({ ...group, id: ids.get(at) ?? 0 })).sort((a, b) => a.rank - b.rank)
  return { total: groups.reduce((sum, { count }) => sum + count, 0), isMerged: true, places: await toPlaces(db, cells) }
}

/** @returns how many tiles wide the smallest squares are of which bounds so wide and high never touch more than the grid has */
function perSquare(spansDeg: readonly number[], tileDeg: number): number {
  const touched = (tiles: number): number =>
    spansDeg.reduce((squares, spanDeg) => squares * (Math.floor(spanDeg / tileDeg / tiles) + 2), 1)
  let tiles = 1
  while (touched(tiles) > GRID * GRID) tiles++
  return tiles
}

/** A tile keeps places in whole microdegrees. */
const MARGIN_DEG = 1e-6

/** The plants that are alone in their squares, by where they stand: others may be in a square whose tiles are not touched. */
async function findLone(db: Db, { filter, large }: Sought, groups: readonly TileGroup[]) {
  const lone = groups.flatMap((group, at) => (group.count === 1 ? [{ ...group, at }] : []))
  if (lone.length === 0) return new Map<number, number>()
  const isHolders = sql`(${keyOf(filter.holder)}::bigint = any(n.holders) or ${isOneOf(large?.endingIds ?? [], sql`p.id`)})`
  const { rows } = await sql<{ at: number; id: number }>`
    select u.at::int as at, f.id from unnest(${lone.map(({ at }) => at)}::int[],
        ${lone.map(({ longitude }) => longitude)}::float8[], ${lone.map(({ latitude }) => latitude)}::float8[]) u (at, x, y)
      cross join lateral (select p.id from plants p join plant_now n on n.plant_id = p.id
        where point(p.longitude, p.latitude) <@ box(point(u.x - ${MARGIN_DEG}::float8, u.y - ${MARGIN_DEG}::float8),
            point(u.x + ${MARGIN_DEG}::float8, u.y + ${MARGIN_DEG}::float8))
          and ${isHolders} and ${hasStatus(filter)} limit 1) f`.execute(db.kysely)
  return new Map(rows.map(({ at, id }) => [at, id]))
}

/** A plant that is alone is named. */
async function toPlaces(db: Db, cells: readonly Cell[]): Promise<readonly FleetPlace[]> {
  const lone = cells.flatMap(({ count, id }) => (count === 1 ? [id] : []))
  const rows =
    lone.length === 0
      ? []
      : await db.kysely.selectFrom('plants').select(['id', 'name']).where('id', 'in', lone).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return cells.map(({ latitude, longitude, count, rank, id }) => {
    const name = count === 1 ? (names.get(id) ?? null) : null
    const status = statuses[rank] ?? 'well'
    return { latitudeDeg: latitude, longitudeDeg: longitude, count, status, plantId: name === null ? null : id, name }
  })
}
