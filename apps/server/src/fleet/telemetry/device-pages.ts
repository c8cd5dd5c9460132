import type { Db } from '../../platform/db/database.ts'
import { readText, toArray } from './statement.ts'

const PAGE = 100

/**
 * Few devices at a time: a first run over years must not hold locks and write log for minutes. The keys lead to their
 * rows.
 */
export async function pagesOfDevices(db: Db): Promise<[string, string][]> {
  const rows = await readText(db.pool, 'select plant_id, device_id from device_latest order by 1, 2', [])
  const pages: [string, string][] = []
  for (let i = 0; i < rows.length; i += PAGE) {
    const page = rows.slice(i, i + PAGE)
    pages.push([toArray(page.map(([plantId]) => plantId ?? '')), toArray(page.map(([, deviceId]) => deviceId ?? ''))])
  }
  return pages
}
