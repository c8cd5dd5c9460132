import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import {
  isPlain,
  plainTariff,
  priceOfProduction,
  type Tariff,
  type TariffVersion,
  versionOn,
} from '@heliograph/domain/tariff/tariff.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** "From the start": no plant has an earlier day. */
export const FIRST_DAY = '1970-01-01'

/** A plant's prices over time, and what is needed to apply them. */
export type Pricing = Readonly<{
  plantId: number
  zone: string
  currency: string
  /** All its production goes to the grid. */
  feedsAll: boolean
  /** Ascending; the first one counts from FIRST_DAY and is the plant's plain price unless a version says otherwise. */
  versions: readonly TariffVersion[]
  /** The first one is the plain price. */
  startsPlain: boolean
}>

export type PricedPlant = Readonly<{
  plantId: number
  zone: string
  currency: string
  gridType: GridType
  pricePerKwh: number | null
}>

/** The pricing of plants whose records are known, in one statement. */
export async function readPricing(
  { kysely }: Readonly<{ kysely: Kysely<Tables> }>,
  plants: readonly PricedPlant[],
): Promise<ReadonlyMap<number, Pricing>> {
  if (plants.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('tariffs')
    .select(['plant_id', 'valid_from', 'tariff'])
    .where(
      'plant_id',
      'in',
      plants.map(({ plantId }) => plantId),
    )
    .orderBy('valid_from')
    .execute()
  const stored = new Map<number, TariffVersion[]>()
  for (const { plant_id: plantId, valid_from: from, tariff } of rows) {
    const versions = stored.get(plantId) ?? []
    versions.push({ from, tariff: tariff as Tariff })
    stored.set(plantId, versions)
  }
  return new Map(plants.map((plant) => [plant.plantId, pricingOf(plant, stored.get(plant.plantId) ?? [])]))
}

/** @param stored ascending */
export function pricingOf(plant: PricedPlant, stored: readonly TariffVersion[]): Pricing {
  const { plantId, zone, currency, gridType } = plant
  const parts = gridTypeParts[gridType]
  const startsPlain = stored[0]?.from !== FIRST_DAY
  const versions = startsPlain ? [plainVersion(plant), ...stored] : stored
  return { plantId, zone, currency, feedsAll: parts.grid && !parts.load, versions, startsPlain }
}

/** The version that counts before the first one: the price in the plant's record. */
export const plainVersion = ({ pricePerKwh }: PricedPlant): TariffVersion => ({
  from: FIRST_DAY,
  tariff: plainTariff(pricePerKwh),
})

/** The pricing of one plant. */
export async function readPricingOf(db: Pick<Db, 'kysely'>, plant: PricedPlant): Promise<Pricing> {
  const found = await readPricing(db, [plant])
  return found.get(plant.plantId) ?? pricingOf(plant, [])
}

/**
 * Income of every kWh ever produced, for a plant with nothing else to count: its money follows from its production, and
 * no day needs to be read. undefined: days must be read. null: no price is known.
 */
export function onlyPriceOf({ versions }: Pricing): number | null | undefined {
  const [only, ...others] = versions
  if (only === undefined || others.length > 0) return undefined
  const { rule, purchase, feedIn } = only.tariff
  return rule === 'bill' || purchase !== null || feedIn !== null ? undefined : priceOfProduction(only.tariff)
}

/** How many of the tariffs that price something between two dates state the VAT in their prices. */
export async function statesVat(
  db: Pick<Db, 'kysely'>,
  plant: PricedPlant,
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<'none' | 'some' | 'all'> {
  const { versions } = await readPricingOf(db, plant)
  const priced = versions.filter(
    ({ from: start, tariff }, at) =>
      start <= to && (versions[at + 1]?.from ?? LATER) > from && !(isPlain(tariff) && tariff.pricePerKwh === null),
  )
  const stated = priced.filter(({ tariff: { vatPercent = null } }) => vatPercent !== null).length
  return stated === 0 ? 'none' : stated < priced.length ? 'some' : 'all'
}
/** After every date. */
const LATER = '9999'

/** Income of a kWh produced on a date, and whether income is counted at all. */
export function currentPrice(
  { versions }: Pricing,
  date: string,
): Readonly<{ price: number | null; hasPrices: boolean }> {
  const tariff = versionOn(versions, date)?.tariff
  const price = tariff ? priceOfProduction(tariff) : null
  const hasPrices = versions.some(({ tariff: one }) => one.rule === 'bill' || priceOfProduction(one) !== null)
  return { price, hasPrices }
}
