import type { Db } from '../../platform/db/database.ts'

/** Where a device comes from, beside its registration. */
export type DeviceProvenance = Readonly<{
  /** Serial numbers that it replaced, the newest first. */
  formerSerials: readonly Readonly<{ serial: string; untilMs: number }>[]
  /** YYYY-MM-DD, as its owner stated it. */
  warrantyUntil: string | null
  /** How far its own clock ran ahead of this server's, s, and when that was compared; null: it has none. */
  clock: Readonly<{ aheadS: number; atMs: number }> | null
}>

const MOST_SERIALS = 10

export async function readProvenance({ kysely }: Db, deviceId: number): Promise<DeviceProvenance> {
  const [row, serials] = await Promise.all([
    kysely
      .selectFrom('devices')
      .select(['warranty_until', 'clock_offset_s', 'clock_offset_at'])
      .where('id', '=', deviceId)
      .executeTakeFirst(),
    kysely
      .selectFrom('device_serials')
      .select(['serial', 'until'])
      .where('device_id', '=', deviceId)
      .orderBy('until', 'desc')
      .limit(MOST_SERIALS)
      .execute(),
  ])
  const [aheadS, at] = [row?.clock_offset_s ?? null, row?.clock_offset_at ?? null]
  return {
    formerSerials: serials.map(({ serial, until }) => ({ serial, untilMs: until.getTime() })),
    warrantyUntil: row?.warranty_until ?? null,
    clock: aheadS === null || at === null ? null : { aheadS, atMs: at.getTime() },
  }
}
