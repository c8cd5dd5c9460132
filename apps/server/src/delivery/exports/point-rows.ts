import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { ExportDefinition, ExportStep } from '@heliograph/domain/plant-export.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import { listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import type { PlantFacts } from '../../fleet/plants/plants.ts'
import { deviceSeries, type Resolution } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Cell, type ExportRows, instantColumn, type Page, quantityColumn, textColumn } from './export-columns.ts'

type Wanted = Pick<ExportDefinition, 'step' | 'from' | 'to' | 'deviceIds' | 'quantities'>

const resolutions: Readonly<Partial<Record<ExportStep, Resolution>>> = {
  sample: 'sample',
  hour: 'hour',
  day: 'day',
  month: 'month',
}
/** Time range of one read. */
const pageMs: Readonly<Record<Resolution, number>> = {
  sample: 7 * DAY_MS,
  hour: 92 * DAY_MS,
  day: 3_660 * DAY_MS,
  month: 36_600 * DAY_MS,
  year: 36_600 * DAY_MS,
}

/**
 * Measurements of devices, device after device: means of gauges, energies of counters, the newest of the rest.
 * @throws Refusal NOT_FOUND for a device that is not of the plant
 */
export async function readPoints(
  db: Db,
  facts: PlantFacts,
  wanted: Wanted,
  translate: Translate,
  signal?: AbortSignal,
): Promise<ExportRows> {
  const devices = await findDevices(db, facts.plantId, wanted.deviceIds)
  return {
    columns: [
      instantColumn(translate),
      textColumn('device', translate('exports.column.device')),
      textColumn('serial', translate('exports.column.serial')),
      ...wanted.quantities.map((id) => quantityColumn(id, translate)),
    ],
    pages: readDevices(db, facts, devices, wanted, signal),
  }
}

/** The chosen devices of a plant, or all of them. @throws Refusal NOT_FOUND */
export async function findDevices(
  db: Db,
  plantId: number,
  deviceIds: readonly number[],
): Promise<readonly PlantDevice[]> {
  const all = (await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []
  if (deviceIds.length === 0) return all
  const chosen = all.filter(({ deviceId }) => deviceIds.includes(deviceId))
  if (chosen.length < new Set(deviceIds).size) throw new Refusal('NOT_FOUND')
  return chosen
}

async function* readDevices(
  db: Db,
  { plantId, zone }: PlantFacts,
  devices: readonly PlantDevice[],
  { step, from, to, quantities }: Wanted,
  signal?: AbortSignal,
): AsyncGenerator<Page> {
  const resolution = resolutions[step] ?? 'sample'
  const fromMs = dayBounds(from, zone).fromMs
  const { toMs } = dayBounds(to, zone)
  for (const [index, { deviceId, name, serial }] of devices.entries())
    for (let atMs = fromMs; atMs < toMs; atMs += pageMs[resolution]) {
      signal?.throwIfAborted()
      const endMs = Math.min(toMs, atMs + pageMs[resolution])
      const query = { plantId, deviceId, quantities, fromMs: atMs, toMs: endMs, resolution }
      const series = await deviceSeries(db, query)
      const share = (index + (endMs - fromMs) / (toMs - fromMs)) / devices.length
      yield { rows: joinSeries(series, [name, serial]), share }
    }
}

/** One row per instant at which at least one quantity was measured. */
export function joinSeries(
  series: Awaited<ReturnType<typeof deviceSeries>>,
  labels: readonly string[],
): readonly (readonly Cell[])[] {
  const rows = new Map<number, Cell[]>()
  const width = labels.length + 1
  const empty = series.map(() => null)
  let isSorted = true
  let lastMs = Number.NEGATIVE_INFINITY
  for (const [column, { points }] of series.entries())
    for (const { atMs, value } of points) {
      let row = rows.get(atMs)
      if (row === undefined) {
        row = [atMs, ...labels, ...empty]
        rows.set(atMs, row)
        if (atMs < lastMs) isSorted = false
        lastMs = atMs
      }
      row[width + column] = value
    }
  const joined = [...rows.values()]
  return isSorted ? joined : joined.sort(([a], [b]) => Number(a) - Number(b))
}
