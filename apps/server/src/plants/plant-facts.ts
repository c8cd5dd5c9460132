import { Refusal } from '@heliograph/domain/errors.ts'
import type { PlantRight, PlantRole } from '@heliograph/domain/permissions.ts'
import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PlantsTable } from '../db/tables.ts'

/** What people said about a plant. */
export type PlantFacts = Readonly<{
  plantId: number
  name: string
  type: PlantType
  gridType: GridType
  capacityWp: number
  latitudeDeg: number
  longitudeDeg: number
  altitudeM: number
  address: string
  country: string
  zone: string
  currency: string
  pricePerKwh: number | null
  azimuthDeg: number
  tiltDeg: number
  /** YYYY-MM-DD at the plant. */
  startedOn: string | null
  createdAtMs: number
}>
/** What the one who looks may do with it. support: the owner let the platform's support look. */
export type Member = Readonly<{ role: PlantRole | 'support'; rights: readonly PlantRight[] }>

export const toFacts = (row: Selectable<PlantsTable>): PlantFacts => ({
  plantId: row.id,
  name: row.name,
  type: row.type as PlantType,
  gridType: row.grid_type as GridType,
  capacityWp: row.capacity_wp,
  latitudeDeg: row.latitude,
  longitudeDeg: row.longitude,
  altitudeM: row.altitude_m,
  address: row.address,
  country: row.country,
  zone: row.zone,
  currency: row.currency,
  pricePerKwh: row.price_per_kwh,
  azimuthDeg: row.azimuth_deg,
  tiltDeg: row.tilt_deg,
  startedOn: row.started_on,
  createdAtMs: row.created_at.getTime(),
})

/** @throws Refusal NOT_FOUND */
export async function getFacts(db: Db, plantId: number): Promise<PlantFacts> {
  const row = await db.kysely.selectFrom('plants').selectAll().where('id', '=', plantId).executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return toFacts(row)
}
