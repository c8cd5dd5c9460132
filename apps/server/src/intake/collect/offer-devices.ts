import type { Candidate } from '@heliograph/collect/way.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Offer, sealOffer } from './offers.ts'

export type FoundDevice = Readonly<{
  maker: string
  model: string
  serial: string
  firmware: string
  confidence: number
  why: string
  role: string | null
  /** The plant has a device with this serial already. */
  isKnown: boolean
  /** Adds it. */
  offer: string
}>

/** Devices that were found at an address, each with the offer that adds it. */
export async function offerDevices(
  db: Db,
  found: readonly Candidate[],
  place: Omit<Offer, 'candidate'>,
  nowMs: number,
): Promise<readonly FoundDevice[]> {
  const serials = found.map(({ serial }) => serial)
  const known = await readKnown(db, place.plantId, serials)
  return found.map((candidate) => ({
    maker: candidate.maker,
    model: candidate.model,
    serial: candidate.serial,
    firmware: candidate.firmware ?? '',
    confidence: candidate.confidence,
    why: candidate.why,
    role: candidate.role ?? null,
    isKnown: known.has(candidate.serial),
    offer: sealOffer({ ...place, candidate }, nowMs),
  }))
}

async function readKnown(db: Db, plantId: number, serials: readonly string[]): Promise<ReadonlySet<string>> {
  if (serials.length === 0) return new Set()
  const rows = await db.kysely
    .selectFrom('devices')
    .select('serial')
    .where('plant_id', '=', plantId)
    .where('serial', 'in', serials)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ serial }) => serial))
}
