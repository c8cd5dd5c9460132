/** The payloads of a device as they came, in our words. */
import type { RawFrame as WireFrame } from '@heliograph/contract/device-s/frames.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type FramePart = Readonly<{ at: number; bytes: number; name: string; raw: number | null; value: number | null }>
export type Frame = Readonly<{
  /** Of its reading; null: none was read. */
  atMs: number | null
  receivedAtMs: number
  wire: string
  kind: string
  hex: string
  /** Why nothing reads it; null: it became values. */
  unread: string | null
  parts: readonly FramePart[]
}>

const toFrame = (row: WireFrame): Frame => ({
  atMs: toMs(row.time),
  receivedAtMs: toMs(row.receivedAt),
  wire: row.wire,
  kind: row.kind,
  hex: row.hex,
  unread: row.undecoded,
  parts: row.fields.map(({ at, bytes, storageName, orgValue, value }) => ({
    at,
    bytes,
    name: storageName,
    raw: orgValue,
    value,
  })),
})

export async function fetchFrames(
  deviceId: number,
  query: Readonly<{ page: number; size: number }>,
  signal?: AbortSignal,
): Promise<Readonly<{ total: number; frames: readonly Frame[]; keptSinceMs: number }>> {
  const reply = await call('GET /device-s/device/{id}/frames', { params: { id: deviceId }, query }, { signal })
  return { total: reply.total, frames: reply.data.map(toFrame), keptSinceMs: toMs(reply.keptSince) }
}
