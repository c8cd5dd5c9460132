/** The four small figures beside a period's production, and their explanations. */

import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { PlantView } from '../../../address/paths.ts'
import type { Energies, SkyFigures } from '../../../api/plant-figures.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'
import type { Best } from './best.ts'

/** A value before formatting. Energies Wh, powers W, shares 0 to 100; a word is ready. */
export type Amount =
  | Readonly<{ as: 'power' | 'energy' | 'percent' | 'hours'; value: number | null }>
  | Readonly<{ as: 'word'; value: string }>

type Amounts = Readonly<Record<string, Amount>>

export type Tile = Readonly<{
  id: string
  label: TextKey
  /** Color token of the value's meaning. */
  token: string
  amount: Amount
  note?: Readonly<{ key: TextKey; amounts: Amounts }>
  explain: TextKey
  /** Its values were integrated from powers. */
  isEstimated?: boolean
  /** Its answer has not come: nothing is known to be missing. */
  isOpen?: boolean
}>

export type TileFacts = Readonly<{
  view: PlantView
  energies: Energies
  sky: SkyFigures | undefined
  best: Best | undefined
  /** The answer with sky and best has not come. */
  isOpen: boolean
  parts: PlantParts
  /** State of charge, if the period is today. */
  socPercent: number | null
  /** Full-load hours of yesterday, if the period is today. */
  yesterdayH: number | null
  /** Time of day of an instant; name of a day, month or year of a longer period; name of the period compared with. */
  names: Readonly<{ time: (atMs: number) => string; part: (key: string) => string; before: string }>
}>

const energy = (value: number | null | undefined): Amount => ({ as: 'energy', value: value ?? null })
const percent = (value: number | null): Amount => ({ as: 'percent', value })
const hours = (value: number | null): Amount => ({ as: 'hours', value })
const word = (value: string): Amount => ({ as: 'word', value })

/** Share of consumption that was not imported, 0 to 100; null without consumption or data. */
export function ownShare({ loadWh, loadFromPvWh, loadFromBatteryWh }: Energies): number | null {
  if (loadWh === null || loadFromPvWh === null || loadWh <= 0) return null
  // Nine digits: 0.1 + 0.2 must not truncate to 99.99 %.
  return Math.min(100, Number((((loadFromPvWh + (loadFromBatteryWh ?? 0)) / loadWh) * 100).toPrecision(9)))
}

/** Measured flows come first; figures that explain the production fill the rest. */
export function tilesOf(facts: TileFacts): readonly Tile[] {
  return [...flowTiles(facts), ...productionTiles(facts)].slice(0, 4)
}

function flowTiles({ energies, parts, socPercent }: TileFacts): readonly Tile[] {
  const mark = (...flows: readonly Flow[]) => ({
    isEstimated: flows.some((flow) => energies.byPower.includes(flow)),
  })
  const tiles: (Tile | false)[] = [
    parts.load && {
      ...mark('load'),
      id: 'used',
      label: 'plant-data.series.consumption',
      token: 'load',
      amount: energy(energies.loadWh),
      note: { key: 'plant-data.tile.used.note', amounts: { share: percent(ownShare(energies)) } },
      explain: 'plant-data.tile.used.explain',
    },
    parts.grid && {
      ...mark('export', 'import'),
      id: 'fedIn',
      label: 'plant-data.split.fedIn',
      token: 'grid',
      amount: energy(energies.exportWh),
      note: { key: 'plant-data.tile.fedIn.note', amounts: { bought: energy(energies.importWh) } },
      explain: 'plant-period.fedIn.explain',
    },
    parts.battery && {
      ...mark('charge', 'discharge'),
      id: 'charged',
      label: 'plant-period.charged',
      token: 'battery',
      amount: energy(energies.chargeWh),
      note: {
        key: socPercent === null ? 'plant-period.charged.note' : 'plant-period.charged.now',
        amounts: { discharged: energy(energies.dischargeWh), soc: percent(socPercent) },
      },
      explain: 'plant-period.charged.explain',
    },
    parts.generator && {
      ...mark('generator'),
      id: 'generator',
      label: 'plant-data.series.generator',
      token: 'generator',
      amount: energy(energies.generatorWh),
      explain: 'plant-period.generator.explain',
    },
  ]
  return tiles.filter((tile) => tile !== false)
}

function productionTiles({ view, energies, sky, best, isOpen, yesterdayH, names }: TileFacts): readonly Tile[] {
  const comparison = sky?.comparison
  const isWeek = comparison?.with === 'week'
  return [
    {
      isEstimated: energies.byPower.includes('generation'),
      id: 'hours',
      label: 'plant-data.table.hours',
      token: 'solar',
      amount: hours(energies.specificYieldH),
      ...(yesterdayH === null
        ? {}
        : { note: { key: 'plant-period.hours.yesterday', amounts: { hours: hours(yesterdayH) } } }),
      explain: 'plant-period.hours.explain',
    },
    {
      id: 'best',
      isOpen,
      label: `plant-period.best.${view}`,
      token: 'solar',
      amount:
        best === undefined
          ? energy(null)
          : best.of === 'day'
            ? { as: 'power', value: best.powerW }
            : energy(best.energyWh),
      ...(best === undefined
        ? {}
        : {
            note: {
              key: best.of === 'day' ? 'plant-period.best.at' : 'plant-period.best.on',
              amounts: { when: word(best.of === 'day' ? names.time(best.atMs) : names.part(best.key)) },
            },
          }),
      explain: 'plant-period.best.explain',
    },
    {
      id: 'clear',
      isOpen,
      label: 'plant-period.clear',
      token: 'solar',
      amount: energy(sky?.clearSkyWh),
      note: { key: 'plant-period.clear.note', amounts: {} },
      explain: 'plant-period.clear.explain',
    },
    {
      id: 'before',
      isOpen,
      label: isWeek || view === 'day' ? 'plant-period.before.week' : 'plant-period.before',
      token: 'solar',
      amount: energy(comparison ? comparison.pvWh / (isWeek ? comparison.days : 1) : null),
      ...(comparison && !isWeek
        ? { note: { key: 'plant-period.best.on', amounts: { when: word(names.before) } } }
        : {}),
      explain: 'plant-period.before.explain',
    },
  ]
}
