import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Fields, isFields } from '@heliograph/wires/json/bounded-json.ts'

/** A quantity as a sum of entities, less others. */
export type HaItem = Readonly<{ quantity: QuantityId; plus: readonly string[]; minus?: readonly string[] }>

/** A source of energy in the owner's energy dashboard. */
export type HaSource = Readonly<{
  /** solar 1, wind 1, grid, battery 1, by their order in the settings. */
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
/** The entities that parts name; none where one of them is no entity: a sum that lacks a part is another number. */
const entitiesOf = (parts: readonly Fields[], name: string): readonly string[] => {
  const named = [...new Set(parts.map((part) => part[name]).filter((value) => typeof value === 'string'))]
  return named.every(isEntity) ? named : []
}

const MOST_SOURCES = 20

/**
 * The roles that the owner's energy settings state (`energy/get_prefs`), in their older form with flows and the newer one.
 * Signs there are ours: power from the grid and out of the battery is positive.
 */
export function readPrefs(prefs: unknown): readonly HaSource[] {
  const sources = isFields(prefs) ? listOf(prefs.energy_sources).slice(0, MOST_SOURCES) : []
  const ofType = (type: string): readonly Fields[] => sources.filter((source) => source.type === type)
  const generating = ['solar', 'wind'].flatMap((type) =>
    ofType(type).map(
      (source, index): HaSource => ({
        key: `${type} ${index + 1}`,
        type: 'INVERTER',
        role: 'generation',
        items: compact([
          sumOf('generationTotalWh', entitiesOf([source], 'stat_energy_from')),
          powerOf('acPowerW', [source]),
        ]),
      }),
    ),
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
  return [...generating, ...readGrid(ofType('grid')), ...battery].filter(({ items }) => items.length > 0)
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

/** Of each part one entity with our sign, one with the other, or one for each direction; the parts are added. */
function powerOf(quantity: QuantityId, parts: readonly Fields[]): HaItem | undefined {
  // Beside a configuration, `stat_rate` is made of it.
  const rates = parts.map((part) => (isFields(part.power_config) ? part.power_config : part))
  const [standard, from, to, inverted] = (
    ['stat_rate', 'stat_rate_from', 'stat_rate_to', 'stat_rate_inverted'] as const
  ).map((name) => ({
    entities: entitiesOf(rates, name),
    isNamed: rates.some((rate) => typeof rate[name] === 'string'),
  }))
  const all = [standard, from, to, inverted].filter((item) => item !== undefined)
  if (all.some(({ entities, isNamed }) => isNamed && entities.length === 0)) return undefined
  const plus = [...(standard?.entities ?? []), ...(from?.entities ?? [])]
  const minus = [...(to?.entities ?? []), ...(inverted?.entities ?? [])]
  if (plus.length + minus.length === 0) return undefined
  return { quantity, plus, ...(minus.length > 0 && { minus }) }
}

const compact = (items: readonly (HaItem | undefined)[]): readonly HaItem[] =>
  items.filter((item): item is HaItem => item !== undefined)

/** Every entity that the items of sources name. */
export const entitiesIn = (sources: readonly HaSource[]): readonly string[] => [
  ...new Set(sources.flatMap(({ items }) => items.flatMap(({ plus, minus = [] }) => [...plus, ...minus]))),
]
