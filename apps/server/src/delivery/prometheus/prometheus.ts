/** The room's front door: what Prometheus reads of a person's plants. */
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { isCurrentValue, listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import { findPlants } from '../../fleet/plants/plants.ts'
import { getLatestOfPlants, type Latest } from '../../fleet/telemetry/telemetry.ts'
import type { Session } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Family, type Labels, writeMetrics } from '../../platform/metrics/metrics.ts'

/** A text of more plants would take longer than the time between two readings. */
const MOST_PLANTS = 500

type Sample = Readonly<{ labels: Labels; value: number | null | undefined }>

/** Kinds of power that a device may measure. */
const powerKinds: Readonly<Record<string, QuantityId>> = {
  pv: 'pvPowerW',
  ac: 'acPowerW',
  grid: 'gridPowerW',
  battery: 'batteryPowerW',
  load: 'loadPowerW',
  generator: 'generatorPowerW',
}

type Device = Readonly<{ device: PlantDevice; latest: Latest; zone: string; nowMs: number }>

/** @returns undefined for a value that is not known now: it has no line */
function readNow({ device, latest, zone, nowMs }: Device, id: QuantityId): number | undefined {
  const found = latest.values[id]
  if (found === undefined) return undefined
  const { intervalMs } = device
  return isCurrentValue(getQuantity(id), found.atMs, { intervalMs, zone }, nowMs) ? found.value : undefined
}

/**
 * The text format of all that a session may see. A series without the label `device` is of the whole plant. Names and
 * serial numbers are in it only if they are wanted.
 */
export async function writePlantMetrics(
  db: Db,
  session: Session,
  { withNames, nowMs }: Readonly<{ withNames: boolean; nowMs: number }>,
): Promise<string> {
  const search = { holder: session, page: 1, size: MOST_PLANTS, order: 'id', direction: 'ASC' } as const
  const found = await findPlants(db, search, nowMs)
  const plants = found.plants.filter(({ member }) => member.rights.includes('viewPlantInfo'))
  const open = found.plants.filter(({ member }) => member.rights.includes('viewPlantDevice'))
  const ids = open.map(({ facts }) => facts.plantId)
  const [devicesOf, latestOf] = await Promise.all([listDevicesOfPlants(db, ids), getLatestOfPlants(db, ids)])
  const devices = open.flatMap(({ facts: { plantId, zone } }) => {
    const newest = new Map((latestOf.get(plantId) ?? []).map((latest) => [latest.deviceId, latest]))
    return (devicesOf.get(plantId) ?? []).flatMap((device): Device[] => {
      const latest = newest.get(device.deviceId)
      return latest === undefined ? [] : [{ device, latest, zone, nowMs }]
    })
  })
  const plantLabels = (plantId: number, more: Labels = {}): Labels => ({ plant: plantId, ...more })
  const labelsOf = ({ device }: Device, more: Labels = {}): Labels => ({
    plant: device.plantId,
    device: device.deviceId,
    ...more,
  })
  const toRatio = (percent: number | null | undefined) => (percent == null ? percent : percent / 100)
  const families: Family[] = [
    gauge('heliograph_power_watts', 'Power. Above 0 it flows into the plant: bought, discharged, produced.', [
      ...plants.flatMap(({ facts, power }) =>
        Object.entries({
          pv: power.pvW,
          grid: power.gridW,
          battery: power.batteryW,
          load: power.loadW,
          generator: power.generatorW,
        }).map(([kind, value]) => ({ labels: plantLabels(facts.plantId, { kind }), value })),
      ),
      ...devices.flatMap((known) =>
        Object.entries(powerKinds).map(([kind, id]) => ({
          labels: labelsOf(known, { kind }),
          value: readNow(known, id),
        })),
      ),
    ]),
    {
      ...gauge('heliograph_energy_watt_hours_total', 'Energy that a lifetime counter of a device shows.', [
        ...devices.flatMap((known) =>
          flows.map((kind: Flow) => ({
            labels: labelsOf(known, { kind }),
            value: readNow(known, flowCounters[kind].total),
          })),
        ),
      ]),
      type: 'counter',
    },
    gauge('heliograph_state_of_charge_ratio', 'State of charge of batteries, 0 to 1.', [
      ...plants.map(({ facts, power }) => ({ labels: plantLabels(facts.plantId), value: toRatio(power.socPercent) })),
      ...devices.map((known) => ({ labels: labelsOf(known), value: toRatio(readNow(known, 'batterySocPercent')) })),
    ]),
    gauge('heliograph_last_sample_timestamp_seconds', 'When the newest reading was measured.', [
      ...plants.map(({ facts, lastAtMs }) => ({
        labels: plantLabels(facts.plantId),
        value: lastAtMs === null ? null : lastAtMs / 1000,
      })),
      ...devices.map((known) => ({ labels: labelsOf(known), value: known.latest.atMs / 1000 })),
    ]),
    gauge('heliograph_plants_left_out', `Plants beyond the first ${MOST_PLANTS}.`, [
      { labels: {}, value: found.total - found.plants.length },
    ]),
  ]
  if (withNames)
    families.push(
      gauge('heliograph_plant_info', 'Names of plants.', [
        ...plants.map(({ facts }) => ({ labels: plantLabels(facts.plantId, { name: facts.name }), value: 1 })),
      ]),
      gauge('heliograph_device_info', 'Names, types and serial numbers of devices.', [
        ...devices.map((known) => {
          const { name, type, serial } = known.device
          return { labels: labelsOf(known, { name, type, serial }), value: 1 }
        }),
      ]),
    )
  return writeMetrics(families)
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  const known = samples.flatMap(({ labels, value }) => (value == null ? [] : [{ labels, value }]))
  return { name, help, type: 'gauge', samples: () => known }
}
