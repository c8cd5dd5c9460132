import { deviceKinds } from '@heliograph/domain/device.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { madeBy } from '../now/now.ts'
import { seriesOfDevices } from '../telemetry/telemetry.ts'
import type { PlantDevice } from './plant-devices.ts'

/** An inverter behind a meter of production still says what it made. */
export const makesEnergy = (device: PlantDevice): boolean =>
  device.flows.includes('generation') || (deviceKinds[device.type].isInverter && countsGeneration(device))

const countsGeneration = ({ quantities }: PlantDevice): boolean =>
  quantities.includes('generationTotalWh') || quantities.includes('generationTodayWh')

/** Energy of the devices of a plant on the day before, by their days, in one statement; absent: nothing was measured. */
export async function readYesterdays(
  db: Db,
  devices: readonly PlantDevice[],
  zone: string,
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const counted = devices
    .filter(makesEnergy)
    .map((device) => ({ ...madeBy(device), deviceId: device.deviceId, plantId: device.plantId }))
  const [first] = counted
  if (first === undefined) return new Map()
  const quantities = [...new Set(counted.flatMap(({ total, today }) => [total, today]))]
  const found = await seriesOfDevices(db, {
    ...dayBounds(addDays(localDate(nowMs, zone), -1), zone),
    plantId: first.plantId,
    deviceIds: counted.map(({ deviceId }) => deviceId),
    quantities,
    resolution: 'day',
  })
  return new Map(
    counted.flatMap(({ deviceId, total, today, factor }): readonly (readonly [number, number])[] => {
      const read = (quantity: typeof total) => found.get(deviceId)?.[quantities.indexOf(quantity)]?.points[0]?.value
      const energyWh = read(total) ?? read(today)
      return energyWh === undefined ? [] : [[deviceId, energyWh * factor]]
    }),
  )
}
