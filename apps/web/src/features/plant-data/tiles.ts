/** The values of the tiles, in order, and their explanations. */
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies, PlantFigures } from '../../api/plant-figures.ts'
import type { PlantParts } from './plant-parts.ts'

/** A value before formatting. Energies kWh, powers W, shares 0 to 100. */
export type Amount = Readonly<{
  as: 'power' | 'energy' | 'percent' | 'hours' | 'money' | 'peak' | 'price' | 'days'
  value: number | null
}>

export type Tile = Readonly<{
  id: string
  label: TextKey
  /** Color token of the value's meaning. */
  token: string
  amount: Amount
  note?: Readonly<{ key: TextKey; amounts: Readonly<Record<string, Amount>> }>
  explain: Readonly<{ key: TextKey; amounts?: Readonly<Record<string, Amount>> }>
  /** The period whose production the value is: its estimated share is mentioned with it. */
  of?: Energies
}>

const power = (value: number | null): Amount => ({ as: 'power', value })
const energy = (value: number | null): Amount => ({ as: 'energy', value })
const percent = (value: number | null): Amount => ({ as: 'percent', value })
const hours = (value: number | null): Amount => ({ as: 'hours', value })

/** Share of consumption that was not imported, 0 to 100; null without consumption or data. */
export function ownShare({ loadKwh, loadFromPvKwh, loadFromBatteryKwh }: Energies): number | null {
  if (loadKwh === null || loadFromPvKwh === null || loadKwh <= 0) return null
  // Nine digits: 0.1 + 0.2 must not truncate to 99.99 %.
  return Math.min(100, Number((((loadFromPvKwh + (loadFromBatteryKwh ?? 0)) / loadKwh) * 100).toPrecision(9)))
}

export function tilesOf(figures: PlantFigures, parts: PlantParts, capacityKwp: number): readonly Tile[] {
  const { now, day, month, year, total } = figures
  const tiles: (Tile | false)[] = [
    {
      id: 'now',
      label: 'plant-data.tile.now',
      token: 'solar',
      amount: power(now.pvW),
      note: {
        key: 'plant-data.tile.now.note',
        amounts: {
          share: percent(now.capacityShare === null ? null : now.capacityShare * 100),
          capacity: { as: 'peak', value: capacityKwp },
        },
      },
      explain: { key: 'plant-data.tile.now.explain' },
    },
    {
      id: 'today',
      label: 'plant-data.tile.today',
      token: 'solar',
      amount: energy(now.todayKwh ?? day.pvKwh),
      of: day,
      note: {
        key: 'plant-data.tile.today.note',
        amounts: { today: hours(day.specificYieldH), yesterday: hours(figures.yesterdaySpecificYieldH) },
      },
      explain: { key: 'plant-data.tile.today.explain' },
    },
    parts.load && {
      id: 'used',
      label: 'plant-data.tile.used',
      token: 'load',
      amount: energy(day.loadKwh),
      note: { key: 'plant-data.tile.used.note', amounts: { share: percent(ownShare(day)) } },
      explain: { key: 'plant-data.tile.used.explain' },
    },
    parts.battery && {
      id: 'battery',
      label: 'plant-data.tile.battery',
      token: 'battery',
      amount: percent(now.socPercent),
      note: {
        key: 'plant-data.tile.battery.note',
        amounts: { charged: energy(day.chargeKwh), discharged: energy(day.dischargeKwh) },
      },
      explain: { key: 'plant-data.tile.battery.explain' },
    },
    parts.grid && {
      id: 'fedIn',
      label: 'plant-data.tile.fedIn',
      token: 'grid',
      amount: energy(day.exportKwh),
      note: { key: 'plant-data.tile.fedIn.note', amounts: { bought: energy(day.importKwh) } },
      explain: { key: 'plant-data.tile.fedIn.explain' },
    },
    parts.generator && {
      id: 'generator',
      label: 'plant-data.tile.generator',
      token: 'generator',
      amount: energy(day.generatorKwh),
      note: { key: 'plant-data.tile.generator.note', amounts: { power: power(now.generatorW) } },
      explain: { key: 'plant-data.tile.generator.explain' },
    },
    {
      id: 'earned',
      label: 'plant-data.tile.earned',
      token: 'primary',
      amount: { as: 'money', value: day.income },
      note:
        figures.price === null
          ? { key: 'plant-data.tile.earned.noPrice', amounts: {} }
          : { key: 'plant-data.tile.earned.note', amounts: { price: { as: 'price', value: figures.price } } },
      explain: { key: 'plant-data.tile.earned.explain' },
    },
    {
      id: 'month',
      label: 'plant-data.tile.month',
      token: 'solar',
      amount: energy(month.pvKwh),
      of: month,
      explain: { key: 'plant-data.tile.month.explain' },
      note: { key: 'plant-data.tile.hours', amounts: { hours: hours(month.specificYieldH) } },
    },
    {
      id: 'year',
      label: 'plant-data.tile.year',
      token: 'solar',
      amount: energy(year.pvKwh),
      of: year,
      explain: { key: 'plant-data.tile.year.explain' },
      note: { key: 'plant-data.tile.hours', amounts: { hours: hours(year.specificYieldH) } },
    },
    {
      id: 'total',
      label: 'plant-data.tile.total',
      token: 'solar',
      amount: energy(total.pvKwh),
      of: total,
      note: { key: 'plant-data.tile.total.note', amounts: { days: { as: 'days', value: figures.operatingDays } } },
      explain: { key: 'plant-data.tile.total.explain' },
    },
  ]
  return tiles.filter((tile) => tile !== false)
}
