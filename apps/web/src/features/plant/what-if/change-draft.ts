/** The change as typed: it lives in the address, so that a result can be sent to somebody. */
import { flatSchedule, type PriceSchedule, weekdays } from '@heliograph/domain/tariff/schedule.ts'
import { plainTariff, type Tariff } from '@heliograph/domain/tariff/tariff.ts'
import type { PlantChange } from '../../../api/what-if.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'

export const batteryWays = ['keep', 'added', 'instead', 'none'] as const
export type BatteryWay = (typeof batteryWays)[number]

/** Texts of the form; '' is an empty field. Sizes in kWh, kW and kWp, prices per kWh, `price` of the whole change. */
export type ChangeDraft = Readonly<{
  way: BatteryWay
  kwh: string
  kw: string
  kwp: string
  priced: '' | '1'
  buy: string
  night: string
  sell: string
  daily: string
  price: string
}>
export const draftFields = ['kwh', 'kw', 'kwp', 'buy', 'night', 'sell', 'daily', 'price'] as const
export type DraftField = (typeof draftFields)[number]

/** A battery begins with this size. */
export const USUAL_KWH = '5'
/** Half of the size in an hour, as most home batteries. */
const USUAL_C_RATE = 0.5
export const ROUND_TRIP_PERCENT = 90
export const USABLE_PERCENT = 90
const MOST_LETTERS = 12

export function readDraft(params: URLSearchParams): ChangeDraft {
  const read = (name: string): string => (params.get(name) ?? '').slice(0, MOST_LETTERS)
  const fields = Object.fromEntries(draftFields.map((name) => [name, read(name)])) as Record<DraftField, string>
  const way = batteryWays.find((known) => known === params.get('way')) ?? 'keep'
  return { ...fields, way, priced: params.get('priced') === '1' ? '1' : '' }
}

type Range = Readonly<{ least: number; most: number }>
const ranges: Readonly<Record<DraftField, Range>> = {
  kwh: { least: 0.1, most: 100_000 },
  kw: { least: 0.05, most: 100_000 },
  kwp: { least: 0, most: 1_000_000 },
  buy: { least: -1_000_000, most: 1_000_000 },
  night: { least: -1_000_000, most: 1_000_000 },
  sell: { least: -1_000_000, most: 1_000_000 },
  daily: { least: 0, most: 1_000_000 },
  price: { least: 0, most: 1e12 },
}

/** A field as a number; null: empty, undefined: no number within its bounds. */
export function numberOf(draft: ChangeDraft, field: DraftField): number | null | undefined {
  if (draft[field].trim() === '') return null
  const value = parseNumber(draft[field])
  const { least, most } = ranges[field]
  return value >= least && value <= most ? value : undefined
}

/** kW of a battery whose power is not typed. */
export const usualKw = (kwh: number): number => kwh * USUAL_C_RATE

const hasSize = ({ way }: ChangeDraft): boolean => way === 'added' || way === 'instead'

/** Whether an empty field is needed: the size of a battery, and the price of a purchase beside the others. */
export function isMissing(draft: ChangeDraft, field: DraftField): boolean {
  if (numberOf(draft, field) !== null) return false
  if (field === 'kwh') return hasSize(draft)
  const others = ['night', 'sell', 'daily'] as const
  return field === 'buy' && draft.priced === '1' && others.some((other) => numberOf(draft, other) !== null)
}

/** undefined: a field that counts holds no number. */
export function toChange(draft: ChangeDraft): PlantChange | undefined {
  const { way } = draft
  const isSized = hasSize(draft)
  const [kwh, kw, kwp] = [numberOf(draft, 'kwh'), numberOf(draft, 'kw'), numberOf(draft, 'kwp')]
  if (kwp === undefined || (isSized && (typeof kwh !== 'number' || kw === undefined))) return undefined
  const size =
    isSized && typeof kwh === 'number'
      ? {
          capacityWh: kwh * 1000,
          powerW: (kw ?? usualKw(kwh)) * 1000,
          roundTripPercent: ROUND_TRIP_PERCENT,
          usablePercent: USABLE_PERCENT,
        }
      : null
  const tariff = draft.priced === '' ? null : toTariff(draft)
  if (tariff === undefined) return undefined
  const battery = way === 'keep' ? null : { way: way === 'added' ? way : ('instead' as const), size }
  return { battery, moreWp: (kwp ?? 0) * 1000, tariff }
}

const NIGHT = { fromMinute: 22 * 60, toMinute: 6 * 60 }

/** null: no price is typed yet. */
function toTariff(draft: ChangeDraft): Tariff | null | undefined {
  const [buy, night, sell, daily] = (['buy', 'night', 'sell', 'daily'] as const).map((field) => numberOf(draft, field))
  if (buy === undefined || night === undefined || sell === undefined || daily === undefined) return undefined
  if (buy === null) return isMissing(draft, 'buy') ? undefined : null
  return {
    ...plainTariff(null),
    rule: 'bill',
    purchase: night === null ? flatSchedule(buy) : dayNight(buy, night),
    feedIn: sell === null ? null : flatSchedule(sell),
    standingPerDay: daily ?? 0,
  }
}

const dayNight = (day: number, night: number): PriceSchedule => ({
  seasons: [
    {
      from: '01-01',
      windows: [
        { days: weekdays, fromMinute: 0, toMinute: NIGHT.toMinute, price: night },
        { days: weekdays, fromMinute: NIGHT.toMinute, toMinute: NIGHT.fromMinute, price: day },
        { days: weekdays, fromMinute: NIGHT.fromMinute, toMinute: 24 * 60, price: night },
      ],
    },
  ],
})

export const isUnchanged = ({ battery, moreWp, tariff }: PlantChange): boolean =>
  battery === null && moreWp === 0 && tariff === null
