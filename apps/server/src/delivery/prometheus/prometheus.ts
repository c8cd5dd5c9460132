/** The room's front door: what Prometheus reads of a person's plants. */
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import type { Session } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Family, type Labels, writeMetrics } from '../../platform/metrics/metrics.ts'
import { type DeviceOfNow, powerKinds, readNow, readPlantsNow } from '../plants-now/plants-now.ts'

/** A text of more plants would take longer than the time between two readings. */
const MOST_PLANTS = 500

type Sample = Readonly<{ labels: Labels; value: number | null | undefined }>

/**
 * The text format of all that a session may see. A series without the label `device` is of the whole plant. Names and
 * serial numbers are in it only if they are wanted.
 */
export async function writePlantMetrics(
  db: Db,
  session: Session,
  { withNames, nowMs }: Readonly<{ withNames: boolean; nowMs: number }>,
): Promise<string> {
  const { plants, devices, leftOut } = await readPlantsNow(db, { holder: session }, { most: MOST_PLANTS, nowMs })
  const plantLabels = (plantId: number, more: Labels = {}): Labels => ({ plant: plantId, ...more })
  const labelsOf = ({ device }: DeviceOfNow, more: Labels = {}): Labels => ({
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
    gauge('heliograph_plants_left_out', `Plants beyond the first ${MOST_PLANTS}.`, [{ labels: {}, value: leftOut }]),
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
