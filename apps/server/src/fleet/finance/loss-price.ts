import { plainTariff, priceOfProduction, type Tariff } from '@heliograph/domain/tariff/tariff.ts'
import { type RawBuilder, sql } from 'kysely'

/** The tariff in force at a plant (`p`) on its date of an instant, and the price of its record, as one column. */
export const tariffAt = (instant: RawBuilder<unknown>): RawBuilder<TariffAt> => sql`json_build_object(
  'plain', p.price_per_kwh,
  'tariff', (select t.tariff from tariffs t where t.plant_id = p.id
    and t.valid_from <= (${instant} at time zone p.zone)::date order by t.valid_from desc limit 1))`

export type TariffAt = Readonly<{ plain: number | null; tariff: Tariff | null }>

/**
 * Income that a kWh of lost production would have earned, in the plant's currency. null: no price is known, or the bill
 * decides, where it depends on how the kWh would have been used.
 */
export const priceOfLoss = ({ plain, tariff }: TariffAt): number | null =>
  priceOfProduction(tariff ?? plainTariff(plain))

/** @param lostWh Wh, null: unknown @returns money, null: unknown */
export function moneyOfLoss(lostWh: number | null, at: TariffAt): number | null {
  const price = priceOfLoss(at)
  return lostWh === null || price === null ? null : (lostWh / 1_000) * price
}
