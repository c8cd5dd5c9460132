import { Refusal } from '@heliograph/domain/errors.ts'
import { isCurrency } from '@heliograph/domain/money.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import { isDate, isZone } from '@heliograph/domain/time.ts'
import type { Holder } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'

export type NewPlant = Readonly<{
  name: string
  type: PlantType
  gridType: GridType
  capacityWp: number
  latitudeDeg: number
  longitudeDeg: number
  /** IANA name. */
  zone: string
  currency: string
  altitudeM?: number
  address?: string
  country?: string
  pricePerKwh?: number | null
  azimuthDeg?: number
  tiltDeg?: number
  /** YYYY-MM-DD at the plant. */
  startedOn?: string | null
}>

/** One line of text that shows as it was typed: no control or direction characters, no line breaks. */
const cleanLine = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()

/** Creates a plant that the person, or the organisation for which they act, owns. @returns its id @throws Refusal PARAM_ERROR, detail names the field */
export async function addPlant(db: Db, holder: Holder, plant: NewPlant): Promise<number> {
  const name = cleanLine(plant.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  if (!isZone(plant.zone)) throw new Refusal('PARAM_ERROR', { field: 'regionTimezone' })
  if (!isCurrency(plant.currency)) throw new Refusal('PARAM_ERROR', { field: 'currency' })
  if (plant.startedOn && !isDate(plant.startedOn)) throw new Refusal('PARAM_ERROR', { field: 'startOperatingTime' })
  return db.transaction(async (transaction) => {
    const { id } = await transaction
      .insertInto('plants')
      .values({
        name,
        type: plant.type,
        grid_type: plant.gridType,
        capacity_wp: plant.capacityWp,
        latitude: plant.latitudeDeg,
        longitude: plant.longitudeDeg,
        altitude_m: plant.altitudeM ?? 0,
        address: cleanLine(plant.address ?? ''),
        country: plant.country ?? '',
        zone: plant.zone,
        currency: plant.currency,
        price_per_kwh: plant.pricePerKwh ?? null,
        azimuth_deg: plant.azimuthDeg ?? 180,
        tilt_deg: plant.tiltDeg ?? 20,
        started_on: plant.startedOn ?? null,
        created_by: holder.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const owner = { plant_id: id, role: 'owner', rights: [...rightsOfRole.owner] }
    if (holder.organisationId === null)
      await transaction
        .insertInto('plant_members')
        .values({ ...owner, user_id: holder.userId })
        .execute()
    else
      await transaction
        .insertInto('plant_organisations')
        .values({ ...owner, organisation_id: holder.organisationId, relation: 'owner' })
        .execute()
    return id
  })
}
