import { chargeFromGrid } from '@heliograph/domain/energy-flow.ts'
import { hourStarts } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { type FlowHours, flowHours, shapeHours, spansOfDays } from './flow-hours.ts'
import { readText, toArray } from './statement.ts'

/** A call reads at most so many days, and so many roll-ups; of a large plant the hours of a week. */
const MOST_DAYS = 400
const MOST_ROLLUPS = 50_000
const LEAST_DAYS = 7

const sources = ['generation', 'import', 'export', 'charge'] as const
type Source = (typeof sources)[number]
const columns = sources.map((flow) => `${flow}_wh`)

// The newest first: they are on screen.
const dueText = `with most as (
    select greatest(${LEAST_DAYS}, least(${MOST_DAYS}, ${MOST_ROLLUPS} / 24 / greatest(1, count(*)))) as days
    from devices where plant_id = $1 and flows <> '{}')
  select d.day::text, p.zone, d.samples, d.others_estimated_wh, most.days, ${columns.map((name) => `d.${name}`).join(', ')}
  from plant_days d join plants p on p.id = d.plant_id cross join most
  where d.plant_id = $1 and d.day >= $2 and d.day <= $3
    and d.charge_wh > 0 and d.import_wh > 0 and d.grid_charge_samples is distinct from d.samples
  order by d.day desc limit (select days from most)`

// Rows are locked in the order in which records lock them. A day that was counted anew meanwhile stays due.
const writeText = `with days as (
    select * from unnest($2::date[], $3::float8[], $4::int[], ${columns.map((_, at) => `$${at + 5}::float8[]`).join(', ')})
      as g (day, wh, samples, ${columns.join(', ')})),
  locked as materialized (
    select day from plant_days where plant_id = $1 and day = any($2::date[]) order by day for no key update)
  update plant_days d set grid_charge_wh = g.wh, grid_charge_samples = g.samples from locked join days g using (day)
  where d.plant_id = $1 and d.day = g.day
    and ${columns.map((name) => `d.${name} is not distinct from g.${name}`).join(' and ')}`

type DueDay = Readonly<{
  day: string
  zone: string
  samples: number
  isDivided: boolean
  energy: Readonly<Record<Source, number | null>>
}>

/**
 * Counts what the battery took from the grid, by hours, on the days between two dates, both included, that do not know it
 * or have had records since.
 * @returns whether none is left; else the next call goes on
 */
export async function countGridCharge(
  db: Db,
  plantId: number,
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<boolean> {
  const rows = await readText(db.pool, dueText, [plantId, from, to], 'telemetry-grid-charge-due')
  if (rows.length === 0) return true
  const due = rows
    .map(([day = '', zone = '', samples, divided, , ...wh]): DueDay => {
      const energy = Object.fromEntries(sources.map((flow, at) => [flow, wh[at] == null ? null : Number(wh[at])]))
      return {
        day: day ?? '',
        zone: zone ?? '',
        samples: Number(samples),
        isDivided: Number(divided) > 0,
        energy: energy as DueDay['energy'],
      }
    })
    .reverse()
  const spans = spansOfDays(
    plantId,
    due[0]?.zone ?? 'UTC',
    due.map(({ day }) => day),
  )
  const found = (await flowHours(db, spans)).get(plantId)
  await db.pool.query(writeText, [
    plantId,
    toArray(due.map(({ day }) => day)),
    due.map((day) => gridChargeOf(day, found)),
    toArray(due.map(({ samples }) => samples)),
    ...sources.map((flow) => due.map(({ energy }) => energy[flow])),
  ])
  return rows.length < Number(rows[0]?.[4])
}

/** Wh; null where the hours of a flow are not known: imported sums of days, or a gap over midnight. */
function gridChargeOf({ day, zone, isDivided, energy }: DueDay, found: FlowHours | undefined): number | null {
  if (isDivided) return null
  const starts = hourStarts(day, zone)
  const [generation, bought, fed, charged] = sources.map((flow) => shapeHours(found, flow, starts, energy[flow] ?? 0))
  if (!generation || !bought || !fed || !charged) return null
  const sum = starts.reduce(
    (all, _, hour) =>
      all +
      chargeFromGrid({
        generation: generation[hour] ?? 0,
        import: bought[hour] ?? 0,
        export: fed[hour] ?? 0,
        charge: charged[hour] ?? 0,
      }),
    0,
  )
  return Math.round(sum * 10_000) / 10_000
}
