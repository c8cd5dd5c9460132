import { Refusal } from '@heliograph/domain/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isKept, isRecent } from './fleet-sums.ts'
import { keyOf } from './plant-keyword.ts'
import {
  boundOf,
  type FigureOrder,
  fromFirst,
  fromFound,
  fromSought,
  guessBound,
  isNarrowed,
  type Needs,
  plantIdOf,
  type Sought,
} from './sought-plants.ts'

export type PageWanted = Readonly<{
  /** From 1. */
  page: number
  size: number
  order: string
  direction: 'ASC' | 'DESC'
}>

/** The wire's words for what a list can be ordered by: columns of plants, each with an index. */
const records = {
  id: sql`p.id`,
  name: sql`p.name`,
  installedCapacity: sql`p.capacity_wp`,
  createdDate: sql`p.created_at`,
  startOperatingTime: sql`p.started_on`,
  locationAddress: sql`p.address`,
} as const
const isRecord = (name: string): name is keyof typeof records => Object.hasOwn(records, name)

/** Orders by values that change with the samples and may be unknown; plants without the value come last in both directions. */
const figures = {
  generationPower: sql`n.pv_w`,
  generationValue: sql`n.today_wh`,
  batterySoc: sql`n.soc_percent`,
  lastUpdateTime: sql`n.last_at`,
  fullPowerHoursDay: sql`n.today_wh / n.capacity_wp`,
} as const
const isFigure = (name: string): name is keyof typeof figures => Object.hasOwn(figures, name)

/**
 * Twice the rank of a plant's status; that of a fault where a fault's alarm is open, and right after the statuses of trouble
 * where a warning's is. As the index `plant_now_worst` says it.
 */
const worstRank = sql`case when n.alarm_level = 2 then 0 when n.alarm_level = 1 then least(n.status_rank * 2, 7)
  else n.status_rank * 2 end`

function byFigure(figure: RawBuilder<unknown>, id: RawBuilder<unknown>, direction: PageWanted['direction']) {
  const way = direction === 'ASC' ? sql`asc` : sql`desc`
  return sql`${figure} ${way} nulls last, ${id} ${way}`
}

type Order = Readonly<{ needs: Needs; by: (id: RawBuilder<unknown>) => RawBuilder<unknown> }>

function toOrder({ order, direction }: PageWanted): Order {
  const [way, back] = direction === 'ASC' ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  // How bad it is falls: the worst has the lowest rank.
  if (order === 'status') return { needs: { now: true }, by: (id) => sql`${worstRank} ${back}, ${id} ${back}` }
  if (isFigure(order)) return { needs: { now: true }, by: (id) => byFigure(figures[order], id, direction) }
  if (!isRecord(order)) throw new Refusal('PARAM_ERROR', { field: 'order.property' })
  return { needs: { plants: true }, by: () => sql`${records[order]} ${way}, p.id ${way}` }
}

/**
 * Of a large holder, the highest figures are looked through first: words that thousands have are met among them sooner than
 * the figures of all that have them can be compared.
 */
const LOOKED_THROUGH = 2_000
/** So many are guessed to be beyond a bound, and sorted: twice as many as are wanted of them. */
const BOUNDED = 2 * LOOKED_THROUGH
/** So many plants are found first and sorted then; with more the index of the order meets them soon. */
const MOST_SORTED = 30_000
/** Later pages compare all at once. */
const EARLY = 500

/**
 * The ids of a page of the sought plants in their order.
 * @param count how many plants are sought @throws Refusal PARAM_ERROR for an order that does not exist
 */
export async function findPage(
  db: Db,
  sought: Sought,
  wanted: PageWanted,
  count: Promise<number>,
): Promise<readonly number[]> {
  const { needs, by } = toOrder(wanted)
  const before = (wanted.page - 1) * wanted.size
  const id = plantIdOf(sought, needs)
  const read = async (
    from: RawBuilder<unknown>,
    rawBuilder = id,
    order = by(rawBuilder),
  ): Promise<readonly number[]> => {
    const { rows } = await sql<{ id: number }>`select ${rawBuilder} as id ${from} order by ${order}
      limit ${wanted.size} offset ${before}`.execute(db.kysely)
    return rows.map((row) => row.id)
  }
  if (sought.large === undefined) return read(fromSought(sought, needs))
  const first = isFigure(wanted.order) && before + wanted.size <= EARLY ? figureOrder(wanted.order, wanted) : undefined
  const kept = first && isKept(sought) ? await readKept(db, sought, wanted) : undefined
  if (first && kept) {
    const isFirst = sql`n.plant_id = any(${kept.plantIds}::bigint[]) and ${boundOf(first, kept)}`
    const found = await read(sql`${fromSought(sought, needs)} and ${isFirst}`)
    if (found.length === wanted.size) return found
  }
  const bound = first && (await guessBound(db, sought, first, BOUNDED))
  if (!isNarrowed(sought)) {
    const found = bound ? await read(sql`${fromSought(sought, needs)} and ${bound}`) : []
    return found.length === wanted.size ? found : read(fromSought(sought, needs))
  }
  // Words are in names that follow each other: walking the index would pass by most plants before it meets them.
  if (needs.plants && (await count) <= MOST_SORTED) return read(fromFound(sought), sql`p.id`)
  if (first) {
    const from = fromFirst(sought, first, bound ?? sql`true`, LOOKED_THROUGH)
    const found = await read(from, id, first.by(sql`n.figure`, id))
    if (found.length === Math.min(wanted.size, Math.max(0, (await count) - before))) return found
  }
  return read(fromSought(sought, needs))
}

const figureOrder = (order: keyof typeof figures, { direction }: PageWanted): FigureOrder => ({
  figure: figures[order],
  by: (figure, id) => byFigure(figure, id, direction),
  isFalling: direction === 'DESC',
})

const nameOf = ({ order, direction }: Pick<PageWanted, 'order' | 'direction'>): string => `${order} ${direction}`

type Kept = Readonly<{ plantIds: readonly number[]; bound: string; id: number }>

/** The plants that the clock found last at the head of this order, and the last of them. */
async function readKept(db: Db, { filter: { holder }, nowMs }: Sought, wanted: PageWanted): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select f.plant_ids as "plantIds", f.last_figure as bound, f.last_id::float8 as id
    from fleet_firsts f join fleet_holders h using (holder)
    where f.holder = ${keyOf(holder)} and f.sorted = ${nameOf(wanted)} and ${isRecent(sql`h.looked_at`, nowMs)}`.execute(
    db.kysely,
  )
  return rows[0]
}

/** Each record makes its plant the newest: the others are first for a while. */
const isFleeting = ({ order, direction }: Pick<PageWanted, 'order' | 'direction'>): boolean =>
  order === 'lastUpdateTime' && direction === 'DESC'

/**
 * Keeps the plants at the head of every order by a figure, of a holder of so many that each page would read all their rows:
 * one pass over the rows of now for all orders.
 * @param most plants of each order
 */
export async function keepFirsts(db: Db, sought: Sought, most = LOOKED_THROUGH): Promise<void> {
  const wanted = Object.keys(figures)
    .filter(isFigure)
    .flatMap((order) => [
      { order, direction: 'ASC', page: 1, size: most } as const,
      { order, direction: 'DESC', page: 1, size: most } as const,
    ])
  if (sought.large === undefined) {
    await sql`delete from fleet_firsts where holder = ${keyOf(sought.filter.holder)}`.execute(db.kysely)
    return
  }
  const orders: Readonly<{ name: string; first: FigureOrder; bound: RawBuilder<unknown> }>[] = []
  for (const item of wanted) {
    if (isFleeting(item)) continue
    const first = figureOrder(item.order, item)
    const bound = await guessBound(db, sought, first, 2 * most)
    if (bound) orders.push({ name: nameOf(item), first, bound })
  }
  const key = keyOf(sought.filter.holder)
  const names = orders.map(({ name }) => name)
  await sql`delete from fleet_firsts where holder = ${key} and sorted <> all(${names}::text[])`.execute(db.kysely)
  if (orders.length === 0) return
  const isNear = sql.join(
    orders.map(({ bound }) => sql`(${bound})`),
    sql` or `,
  )
  const heads = orders.map(
    ({ name, first: { figure, by }, bound }) =>
      sql`(select ${name}::text as sorted, array_agg(h.id order by h.place) as plant_ids,
        (array_agg(h.figure order by h.place desc))[1] as last_figure, (array_agg(h.id order by h.place desc))[1] as last_id
      from (select n.plant_id as id, (${figure})::text as figure, row_number() over (order by ${by(figure, sql`n.plant_id`)}) as place
        from near n where ${bound}) h where h.place <= ${most} having count(*) > 0)`,
  )
  await sql`with near as materialized (select n.plant_id, n.pv_w, n.today_wh, n.capacity_wp, n.soc_percent, n.last_at
      ${fromSought(sought, { now: true })} and (${isNear}))
    insert into fleet_firsts (holder, sorted, plant_ids, last_figure, last_id)
    select ${key}::bigint, v.* from (${sql.join(heads, sql` union all `)}) v join fleet_holders f on f.holder = ${key}
    on conflict (holder, sorted) do update
      set plant_ids = excluded.plant_ids, last_figure = excluded.last_figure, last_id = excluded.last_id`.execute(
    db.kysely,
  )
}
