import { describePayload, type PayloadPart } from '@heliograph/devices/catalog/describe-payload.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RecentFrames } from './recent-frames.ts'

/** A payload of the last day. `unread`: why no profile reads it; null: it became values. */
export type KeptFrame = Readonly<{
  atMs: number | null
  receivedAtMs: number
  wire: string
  kind: string
  bytes: Uint8Array
  unread: string | null
  parts: readonly PayloadPart[]
}>

const MOST_UNREAD = 200

type Page = Readonly<{ page: number; size: number }>

/** The payloads of a device of the last day, the newest first: read ones from memory, unread ones from the database. */
export async function listFrames(
  db: Db,
  frames: Pick<RecentFrames, 'list'>,
  device: Readonly<{ deviceId: number; plantId: number; serial: string; profileId: string }>,
  { page, size }: Page,
  nowMs: number,
): Promise<Readonly<{ total: number; items: readonly KeptFrame[] }>> {
  const read = frames.list(device.deviceId, nowMs).map((frame) => ({ ...frame, unread: null }))
  const rows = await db.kysely
    .selectFrom('undecoded_payloads')
    .select(['received_at', 'wire', 'kind', 'payload', 'reason'])
    .where('plant_id', '=', device.plantId)
    .where('device_serial', '=', device.serial)
    .where('received_at', '>', new Date(nowMs - DAY_MS))
    // Such a record became values too.
    .where('reason', '<>', 'experimental')
    .orderBy('received_at', 'desc')
    .limit(MOST_UNREAD)
    .execute()
  const unread = rows.map((row) => ({
    atMs: null,
    receivedAtMs: row.received_at.getTime(),
    wire: row.wire,
    kind: row.kind,
    bytes: row.payload,
    unread: row.reason,
  }))
  const all: readonly Omit<KeptFrame, 'parts'>[] = [...read, ...unread].sort((a, b) => timeOf(b) - timeOf(a))
  const shown = all.slice((page - 1) * size, page * size)
  const items = shown.map((item): KeptFrame => ({ ...item, parts: describePayload(device.profileId, item.bytes) }))
  return { total: all.length, items }
}

/** A logger sends what it buffered in any order. */
const timeOf = ({ atMs, receivedAtMs }: Pick<KeptFrame, 'atMs' | 'receivedAtMs'>): number => atMs ?? receivedAtMs
