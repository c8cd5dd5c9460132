import type pg from 'pg'
import { emptyAccumulator } from './accumulator.ts'
import { utcMonth } from './days.ts'
import { decodeHours, encodeHours, type Hour, hoursOfBlock } from './hours-block.ts'
import type { Layout } from './layout.ts'
import type { RollupChange } from './ledger.ts'
import { readText, toBytes } from './statement.ts'
import type { DeviceKey } from './stored-rows.ts'

/** @param block of the month of the change @returns the hour as it was sealed; undefined: it was not */
export function findHour(block: Buffer, { layout, startMs }: RollupChange): Hour | undefined {
  const hours = decodeHours(block, layout, 'all')
  const index = hours.startMs.indexOf(startMs)
  if (index < 0) return undefined
  const acc = emptyAccumulator(layout.ids.length)
  hours.fill(index, acc)
  return { startMs, acc }
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
  const [row] = await readText(client, `select block from public.sealed_hours where ${own} and month = $3`, key)
  await client.query(`delete from public.sealed_hours where ${own} and month >= $3`, key)
  const left = row ? hoursOfBlock(toBytes(row[0] ?? ''), layout).filter(({ startMs }) => startMs < fromMs) : []
  if (left.length === 0) return
  const values = [...key, left.length, encodeHours(left, layout)]
  await client.query('insert into public.sealed_hours values ($1, $2, $3, $4, $5)', values)
}
