import { type Flow, type FlowEnergy, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { silentAfterMs } from '@heliograph/domain/status.ts'
import { acceptedCounters, plantTotals } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DeviceOfNow, type PlantOfNow, powerKinds, readNow, readPlantsNow } from '../plants-now/plants-now.ts'
import { deviceIdOf, type Part, type Published, plantIdOf } from './discovery.ts'

export const MOST_PLANTS = 50

const decimals = (value: number, places: number): number => Number(value.toFixed(places))
const toW = (value: number | null | undefined): number | null => (value == null ? null : decimals(value, 1))
const toKwh = (value: number | null | undefined): number | null => (value == null ? null : decimals(value / 1000, 3))

const powerPart = (quantity: QuantityId): Part => ({ key: quantity, quantity, kind: 'power' })
const chargePart: Part = { key: 'batterySocPercent', quantity: 'batterySocPercent', kind: 'charge' }
const energyPart = (flow: Flow, kind: 'sum' | 'counter'): Part => {
  const quantity = flowCounters[flow].total
  return { key: quantity.replace(/Wh$/, 'Kwh'), quantity, kind }
}

type Entry = readonly [part: Part, value: number | null]
/** Parts whose value was never known do not exist there; the others stay, and are unknown. */
const known = (entries: readonly Entry[], before: readonly string[]): Pick<Published, 'parts' | 'values'> => {
  const kept = entries.filter(([{ key }, value]) => value !== null || before.includes(key))
  return { parts: kept.map(([part]) => part), values: Object.fromEntries(kept.map(([{ key }, value]) => [key, value])) }
}

const presentStatuses: ReadonlySet<string> = new Set(['fault', 'partSilent', 'late', 'asleep', 'well'])

function toPlant(
  { facts, power, status }: PlantOfNow,
  energy: FlowEnergy | undefined,
  { installation, before, url }: Readonly<{ installation: string; before: readonly string[]; url: string }>,
): Published {
  const { pvW, gridW, batteryW, loadW, generatorW, socPercent } = power
  const entries: Entry[] = [
    [powerPart('pvPowerW'), toW(pvW)],
    [powerPart('gridPowerW'), toW(gridW)],
    [powerPart('batteryPowerW'), toW(batteryW)],
    [powerPart('loadPowerW'), toW(loadW)],
    [powerPart('generatorPowerW'), toW(generatorW)],
    [chargePart, toW(socPercent)],
    ...flows.map((flow): Entry => [energyPart(flow, 'sum'), toKwh(energy?.[flow])]),
  ]
  return {
    id: plantIdOf(installation, facts.plantId),
    name: facts.name,
    manufacturer: 'Heliograph',
    url,
    isPresent: presentStatuses.has(status),
    ...known(entries, before),
  }
}

function toDevice(
  now: DeviceOfNow,
  counters: Readonly<Partial<Record<Flow, number>>>,
  { installation, before }: Readonly<{ installation: string; before: readonly string[] }>,
): Published {
  const { device, latest, nowMs } = now
  const entries: Entry[] = [
    ...Object.values(powerKinds).map((id): Entry => [powerPart(id), toW(readNow(now, id))]),
    [chargePart, toW(readNow(now, 'batterySocPercent'))],
    ...flows.map((flow): Entry => [energyPart(flow, 'counter'), toKwh(counters[flow])]),
  ]
  const { model } = device.texts
  return {
    id: deviceIdOf(installation, device.deviceId),
    via: plantIdOf(installation, device.plantId),
    name: device.name || (model ?? device.type),
    ...(model && { model }),
    isPresent: nowMs - latest.atMs <= silentAfterMs(device.intervalMs),
    ...known(entries, before),
  }
}

/**
 * Plants before their devices, as far as the owner of a broker may view them today.
 * @param partsOf keys of what was announced of a device before
 */
export async function readPublished(
  db: Db,
  holder: Parameters<typeof readPlantsNow>[1]['holder'],
  options: Readonly<{
    plantIds: readonly number[]
    installation: string
    publicUrl: string
    partsOf: (id: string) => readonly string[]
    nowMs: number
  }>,
): Promise<readonly Published[]> {
  const { plantIds, installation, publicUrl, partsOf, nowMs } = options
  if (plantIds.length === 0) return []
  const { plants, devices } = await readPlantsNow(db, { holder, plantIds }, { most: MOST_PLANTS, nowMs })
  const ids = plants.map(({ facts }) => facts.plantId)
  const [totals, counters] = await Promise.all([plantTotals(db, ids), acceptedCounters(db, ids)])
  const found = [
    ...plants.map((plant) => {
      const { plantId } = plant.facts
      return toPlant(plant, totals.get(plantId)?.energy, {
        installation,
        before: partsOf(plantIdOf(installation, plantId)),
        url: `${publicUrl}/plant/infos/data?id=${plantId}`,
      })
    }),
    ...devices.map((now) => {
      const { deviceId } = now.device
      const before = partsOf(deviceIdOf(installation, deviceId))
      return toDevice(now, counters.get(deviceId) ?? {}, { installation, before })
    }),
  ]
  // Loggers, sensors and plants before their first record have nothing that is published.
  return found.filter(
    ({ id, parts }) => parts.length > 0 || found.some(({ via, parts: own }) => via === id && own.length > 0),
  )
}
