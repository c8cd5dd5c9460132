import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Fields, isFields } from '@heliograph/wires/json/bounded-json.ts'

/** A quantity as a sum of entities, less others. */
export type HaItem = Readonly<{ quantity: QuantityId; plus: readonly string[]; minus?: readonly string[] }>

/** A source of energy in the owner's energy dashboard. */
export type HaSource = Readonly<{
  /** solar 1, grid, battery 1, by their order in the settings. */
  key: string
  type: DeviceType
  role?: 'grid' | 'generation'
  items: readonly HaItem[]
}>

const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isFields) : []

/** An entity; statistics from elsewhere (`tibber:energy`) have none. */
const isEntity = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z_]{1,40}\.[a-z0-9_]{1,200}$/.test(value)
const entitiesOf = (parts: readonly Fields[], name: string): readonly string[] => [
  ...new Set(parts.map((part) => part[name]).filter(isEntity)),
]

const MOST_SOURCES = 20

/**
 * The roles that the owner's energy settings state (`energy/get_prefs`), in their older form with flows and the newer one.
 * Signs there are ours: power from the grid and out of the battery is positive.
 */
export function readPrefs(prefs: unknown): readonly HaSource[] {
  const sources = isFields(prefs) ? listOf(prefs.energy_sources).slice(0, MOST_SOURCES) : []
  const ofType = (type: string): readonly Fields[] => sources.filter((source) => source.type === type)
  const solar = ofType('solar').map(
    (source, index): HaSource => ({
      key: `solar ${index + 1}`,
      type: 'INVERTER',
      role: 'generation',
      items: compact([
        sumOf('generationTotalWh', entitiesOf([source], 'stat_energy_from')),
        powerOf('acPowerW', [source]),
      ]),
    }),
  )
  const battery = ofType('battery').map(
    (source, index): HaSource => ({
      key: `battery ${index + 1}`,
      type: 'BATTERY',
      items: compact([
        sumOf('batteryDischargeTotalWh', entitiesOf([source], 'stat_energy_from')),
        sumOf('batteryChargeTotalWh', entitiesOf([source], 'stat_energy_to')),
        powerOf('batteryPowerW', [source]),
        sumOf('batterySocPercent', entitiesOf([source], 'stat_soc')),
      ]),
    }),
  )
  return [...solar, ...readGrid(ofType('grid')), ...battery].filter(({ items }) => items.length > 0)
}

/** One meter, however many tariffs it has. */
function readGrid(grid: readonly Fields[]): readonly HaSource[] {
  if (grid.length === 0) return []
  const from = [...grid, ...grid.flatMap((source) => listOf(source.flow_from))]
  const to = [...grid, ...grid.flatMap((source) => listOf(source.flow_to))]
  const power = [...grid, ...grid.flatMap((source) => listOf(source.power))]
  return [
    {
      key: 'grid',
      type: 'SMART_METER',
      role: 'grid',
      items: compact([
        sumOf('gridImportTotalWh', entitiesOf(from, 'stat_energy_from')),
        sumOf('gridExportTotalWh', entitiesOf(to, 'stat_energy_to')),
        powerOf('gridPowerW', power),
      ]),
    },
  ]
}

const sumOf = (quantity: QuantityId, plus: readonly string[]): HaItem | undefined =>
  plus.length === 0 ? undefined : { quantity, plus }

/** One entity with our sign, one with the other, or one for each direction. */
function powerOf(quantity: QuantityId, parts: readonly Fields[]): HaItem | undefined {
  const configs = parts.map((part) => part.power_config).filter(isFields)
  const inverted = entitiesOf(configs, 'stat_rate_inverted')
  const from = entitiesOf(configs, 'stat_rate_from')
  const to = entitiesOf(configs, 'stat_rate_to')
  if (inverted.length + from.length + to.length > 0) return { quantity, plus: from, minus: [...to, ...inverted] }
  return sumOf(quantity, entitiesOf([...parts, ...configs], 'stat_rate'))
}

const compact = (items: readonly (HaItem | undefined)[]): readonly HaItem[] =>
  items.filter((item): item is HaItem => item !== undefined)

/** Every entity that the items of sources name. */
export const entitiesIn = (sources: readonly HaSource[]): readonly string[] => [
  ...new Set(sources.flatMap(({ items }) => items.flatMap(({ plus, minus = [] }) => [...plus, ...minus]))),
]
