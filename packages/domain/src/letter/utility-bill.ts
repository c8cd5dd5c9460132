/** The utility's bill of a plant's grid connection, as a person types it in. */

/** Readings of a meter at the two ends of a period, Wh. */
export type MeterReadings = Readonly<{ startWh: number; endWh: number }>

/** One direction through the grid connection: the billed energy, Wh, and the meter's readings. null: not on the bill. */
export type BilledFlow = Readonly<{ energyWh: number | null; readings: MeterReadings | null }>

export type UtilityBill = Readonly<{
  /** First and last day at the plant, `YYYY-MM-DD`; both included. */
  from: string
  to: string
  purchased: BilledFlow
  fedIn: BilledFlow
  /** Asked for the purchase, in the plant's currency; null: not typed in. */
  amount: number | null
}>

export const billDirections = ['purchased', 'fedIn'] as const
export type BillDirection = (typeof billDirections)[number]

/** Limits of the bills of one plant. */
export const billLimits = {
  /** Ten years of monthly bills. */
  bills: 120,
  /** Two years: a bill about more is none. */
  days: 731,
  /** 10 TWh: no connection has more. */
  energyWh: 1e13,
  amount: 1e12,
} as const

/** The energy that a direction of a bill is about, Wh: typed in, or what its readings differ by. null: neither. */
export const billedWh = ({ energyWh, readings }: BilledFlow): number | null =>
  energyWh ?? (readings === null ? null : readings.endWh - readings.startWh)
