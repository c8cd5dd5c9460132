import { Refusal } from '@heliograph/domain/errors.ts'
import { getQuantity, isQuantityId, type Quantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import type { Db } from '../../platform/db/database.ts'
import { findVisible, requireOn, type Viewer, type VisiblePlant } from './find-visible.ts'
import { isPlantQuantity } from './plant-quantities.ts'

/** A wanted line: a quantity of a device, or of a plant as a whole. */
export type Wanted = Readonly<{
  /** As the caller wrote it. */
  reference: string
  plant: VisiblePlant
  device: PlantDevice | undefined
  quantity: Quantity & Readonly<{ id: QuantityId }>
  /** Divide powers and energies by so many kW; null: leave them. */
  perKw: number | null
}>

const reference = /^([pd])(\d+):(.+)$/
const badReference = (): Refusal => new Refusal('PARAM_ERROR', { field: 'series' })

/**
 * Finds what the references mean, and checks the right on each plant.
 * @throws Refusal NOT_FOUND for a device or plant that the viewer does not hold, NO_PERMISSION, PARAM_ERROR for a
 * quantity that does not exist there
 */
export async function planSeries(
  db: Db,
  viewer: Viewer,
  references: readonly string[],
  isPerKw: boolean,
  nowMs: number,
): Promise<readonly Wanted[]> {
  const parsed = [...new Set(references)].map(parse)
  const plantOf = await plantsOfDevices(
    db,
    parsed.flatMap(({ deviceId }) => deviceId ?? []),
  )
  const plantIds = parsed.map(({ plantId, deviceId }) => plantId ?? plantOf.get(deviceId ?? 0) ?? 0)
  const plants = await findVisible(db, viewer, [...new Set(plantIds)], nowMs)
  // Rights first: a caller who may not see a plant learns nothing of its devices.
  const checked = parsed.map((item, at) => ({
    ...item,
    plant: requireOn(plants, plantIds[at] ?? 0, item.deviceId === undefined ? 'viewPlantInfo' : 'viewPlantDevice'),
  }))
  const devices = await listDevicesOfPlants(db, [...plants.keys()], { withRemoved: true })
  return checked.map(({ text, plant, deviceId, quantity }): Wanted => {
    if (deviceId === undefined) {
      if (!isPlantQuantity(quantity.id)) throw badReference()
      return {
        reference: text,
        plant,
        device: undefined,
        quantity,
        perKw: divisorOf(quantity, isPerKw, plant.capacityWp),
      }
    }
    const device = devices.get(plant.plantId)?.find((item) => item.deviceId === deviceId)
    if (device === undefined) throw new Refusal('NOT_FOUND')
    return { reference: text, plant, device, quantity, perKw: divisorOf(quantity, isPerKw, device.ratedW) }
  })
}

function parse(text: string) {
  const [, kind, id, name = ''] = reference.exec(text) ?? []
  if (!isQuantityId(name)) throw badReference()
  const number = Number(id)
  return {
    text,
    plantId: kind === 'p' ? number : undefined,
    deviceId: kind === 'd' ? number : undefined,
    quantity: { ...getQuantity(name), id: name },
  }
}

const scalable: readonly string[] = ['W', 'Wh', 'VA', 'var']
const divisorOf = ({ unit }: Quantity, isPerKw: boolean, ratedW: number | null): number | null =>
  isPerKw && ratedW !== null && ratedW > 0 && scalable.includes(unit) ? ratedW / 1000 : null

async function plantsOfDevices(db: Db, deviceIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await db.kysely.selectFrom('devices').select(['id', 'plant_id']).where('id', 'in', deviceIds).execute()
  return new Map(rows.map(({ id, plant_id }) => [id, plant_id]))
}
