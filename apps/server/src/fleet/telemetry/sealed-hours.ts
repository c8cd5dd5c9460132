import type pg from 'pg'
import { emptyAccumulator } from './accumulator.ts'
import { utcDay, utcMonth } from './days.ts'
import { decodeHours, encodeHours, type Hour, hoursOfBlock } from './hours-block.ts'
import type { Layout } from './layout.ts'
import { samplesOfMonth } from './sealed-months.ts'
import { readText, type TextRow, toArray, toBytes } from './statement.ts'
import type { DeviceKey } from './stored-rows.ts'

/** Hours are sealed by months, days by years (UTC). */
export type DevicePeriods = DeviceKey & Readonly<{ resolution: 'h' | 'd'; since: string }>

export const sinceOf = (resolution: 'h' | 'd', atMs: number): string =>
  resolution === 'h' ? utcMonth(atMs) : `${utcDay(atMs).slice(0, 4)}-01-01`

export const periodsOf = (all: readonly DevicePeriods[]): [string, string, string, string] => [
  toArray(all.map(({ plantId }) => plantId)),
  toArray(all.map(({ deviceId }) => deviceId)),
  toArray(all.map(({ resolution }) => resolution)),
  toArray(all.map(({ since }) => since)),
]

/** In SQL, what a row of sealed_periods, s, is read from: its block, and the month's samples where its hours are derived. */
export const HOURS_COLUMNS = 's.block, case when s.derived then m.starts end, case when s.derived then m.block end'
export const hoursFrom = (schema = ''): string =>
  `${schema}sealed_periods s left join ${schema}sealed_months m
    on s.derived and m.plant_id = s.plant_id and m.device_id = s.device_id and m.month = s.since`

/** @param row the columns above */
const readHours = ([block, starts, bytes]: TextRow, layout: Layout): Hour[] =>
  hoursOfBlock(toBytes(block ?? ''), layout, starts == null ? undefined : samplesOfMonth(starts, bytes ?? ''))

/** Looks an hour of a sealed month up; the month is read once. */
export function hoursByStart([block, starts, bytes]: TextRow, layout: Layout): (startMs: number) => Hour | undefined {
  const samples = starts == null ? undefined : samplesOfMonth(starts, bytes ?? '')
  const hours = decodeHours(toBytes(block ?? ''), layout, 'all', samples)
  const indexOf = new Map(hours.startMs.map((startMs, index) => [startMs, index]))
  return (startMs) => {
    const index = indexOf.get(startMs)
    if (index === undefined) return undefined
    const acc = emptyAccumulator(layout.ids.length)
    hours.fill(index, acc)
    return { startMs, acc }
  }
}

/** Removes a device's sealed hours and days from an instant on. The device is locked. */
export async function cutSealedPeriods(
  client: pg.ClientBase,
  { plantId, deviceId }: DeviceKey,
  layout: Layout,
  fromMs: number,
): Promise<void> {
  for (const resolution of ['h', 'd'] as const)
    await cutSealed(client, { plantId, deviceId, resolution, since: sinceOf(resolution, fromMs) }, layout, fromMs)
}

async function cutSealed(
  client: pg.ClientBase,
  { plantId, deviceId, resolution, since }: DevicePeriods,
  layout: Layout,
  fromMs: number,
): Promise<void> {
  const key = [plantId, deviceId, resolution, since]
  const own = 's.plant_id = $1 and s.device_id = $2 and s.resolution = $3'
  const [row] = await readText(
    client,
    `select ${HOURS_COLUMNS} from ${hoursFrom('public.')} where ${own} and s.since = $4`,
    key,
  )
  await client.query(`delete from public.sealed_periods s where ${own} and s.since >= $4`, key)
  const left = row ? readHours(row, layout).filter(({ startMs }) => startMs < fromMs) : []
  if (left.length === 0) return
  // With all that they hold: the job leaves out what is derived.
  await client.query(
    'insert into public.sealed_periods (plant_id, device_id, resolution, since, periods, block) values ($1, $2, $3, $4, $5, $6)',
    [...key, left.length, encodeHours(left, layout)],
  )
}
