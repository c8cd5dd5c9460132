import type pg from 'pg'
import { emptyAccumulator } from './accumulator.ts'
import { utcMonth } from './days.ts'
import { decodeHours, encodeHours, type Hour, hoursOfBlock } from './hours-block.ts'
import type { Layout } from './layout.ts'
import { samplesOfMonth } from './sealed-months.ts'
import { readText, type TextRow, toBytes } from './statement.ts'
import type { DeviceKey } from './stored-rows.ts'

/** In SQL, what a row of sealed_hours, s, is read from: its block, and the month's samples where its hours are derived. */
export const HOURS_COLUMNS = 's.block, case when s.derived then m.starts end, case when s.derived then m.block end'
export const hoursFrom = (schema = ''): string =>
  `${schema}sealed_hours s left join ${schema}sealed_months m using (plant_id, device_id, month)`

/** @param row the columns above */
export const readHours = ([block, starts, bytes]: TextRow, layout: Layout): Hour[] =>
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

/** Removes a device's hours from an instant on. The device is locked. */
export async function cutSealedHours(
  client: pg.ClientBase,
  { plantId, deviceId }: DeviceKey,
  layout: Layout,
  fromMs: number,
): Promise<void> {
  const key = [plantId, deviceId, utcMonth(fromMs)]
  const own = 'plant_id = $1 and device_id = $2'
  const [row] = await readText(
    client,
    `select ${HOURS_COLUMNS} from ${hoursFrom('public.')} where ${own} and month = $3`,
    key,
  )
  await client.query(`delete from public.sealed_hours where ${own} and month >= $3`, key)
  const left = row ? readHours(row, layout).filter(({ startMs }) => startMs < fromMs) : []
  if (left.length === 0) return
  // With all that they hold: the job leaves out what is derived.
  await client.query(
    'insert into public.sealed_hours (plant_id, device_id, month, hours, block) values ($1, $2, $3, $4, $5)',
    [...key, left.length, encodeHours(left, layout)],
  )
}
