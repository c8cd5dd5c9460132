import { flows } from '@heliograph/domain/energy-flow.ts'
import type { BilledHours } from '@heliograph/domain/tariff/day-prices.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PlantPeriod } from '../telemetry/telemetry.ts'

/**
 * A day's row in short, and how often the history was recounted: hours kept under another stamp are stale. A late
 * record changes the number of samples, an edit that divides energy otherwise recounts.
 */
const stampOf = ({ energy, samples }: PlantPeriod, recounts: number): string =>
  [...flows.map((flow) => energy[flow] ?? ''), samples, recounts].join(' ')

/** The hours of days that are kept and still true. */
export async function readHours(
  db: Db,
  plantId: number,
  days: readonly PlantPeriod[],
  recounts: number,
): Promise<Map<string, BilledHours>> {
  const rows = await db.kysely
    .selectFrom('plant_hours')
    .select(['day', 'stamp', 'hours'])
    .where('plant_id', '=', plantId)
    .where('day', '>=', days[0]?.period ?? '')
    .where('day', '<=', days.at(-1)?.period ?? '')
    .execute()
  const stamps = new Map(days.map((day) => [day.period, stampOf(day, recounts)]))
  return new Map(rows.flatMap(({ day, stamp, hours }) => (stamps.get(day) === stamp ? [[day, decode(hours)]] : [])))
}

/** Keeps hours as they were read; a row that another call wrote meanwhile is as good. @param days at most some 400 */
export async function writeHours(
  db: Db,
  plantId: number,
  days: readonly PlantPeriod[],
  hours: ReadonlyMap<string, BilledHours>,
  recounts: number,
): Promise<void> {
  if (days.length === 0) return
  const rows = days.flatMap((day) => {
    const own = hours.get(day.period)
    return own ? [{ plant_id: plantId, day: day.period, stamp: stampOf(day, recounts), hours: encode(own) }] : []
  })
  await db.kysely
    .insertInto('plant_hours')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['plant_id', 'day'])
        .doUpdateSet((row) => ({ stamp: row.ref('excluded.stamp'), hours: row.ref('excluded.hours') })),
    )
    .execute()
}

/** Read before the hours: what a recount changes meanwhile must not look true. */
export async function countRecounts(db: Db, plantId: number): Promise<number> {
  const row = await db.kysely
    .selectFrom('recounts')
    .select('counted')
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  return row?.counted ?? 0
}

const parts = ['import', 'export', 'own'] as const

function encode(hours: BilledHours): Buffer {
  const count = hours.import.length
  const bytes = Buffer.alloc(parts.length * count * 8)
  parts.forEach((part, list) => {
    hours[part].forEach((wh, hour) => {
      bytes.writeDoubleLE(wh, (list * count + hour) * 8)
    })
  })
  return bytes
}

function decode(bytes: Buffer): BilledHours {
  const count = bytes.length / 8 / parts.length
  const list = (at: number): number[] =>
    Array.from({ length: count }, (_, hour) => bytes.readDoubleLE((at * count + hour) * 8))
  return { import: list(0), export: list(1), own: list(2) }
}
