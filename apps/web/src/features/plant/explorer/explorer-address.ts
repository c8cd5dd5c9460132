/** The whole state of the explorer, from the address, which is not trusted. */
import { getQuantity, isQuantityId, type QuantityId, type QuantityUnit } from '@heliograph/domain/quantities.ts'
import { addDays, isDate } from '@heliograph/domain/time.ts'
import type { Step } from '../../../api/explorer.ts'
import { type Period, periodStart, shiftPeriod } from '../../../charts/period/period.ts'

export const MOST_SERIES = 12
export const MOST_UNITS = 3
/** `range`: any days, from one to another. */
export const spans = ['day', 'week', 'month', 'year', 'total', 'range'] as const
export type Span = (typeof spans)[number]
export const steps: readonly Step[] = ['sample', 'hour', 'day', 'month', 'year']

const reference = /^([pd])([1-9]\d{0,15}):([A-Za-z0-9]{1,60})$/

/** `d12:acPowerW`: a device's quantity; `p3:pvPowerW`: a plant's. */
export const toReference = (
  target: Readonly<{ plantId: number; deviceId: number | null }>,
  quantity: QuantityId,
): string => `${target.deviceId === null ? `p${target.plantId}` : `d${target.deviceId}`}:${quantity}`

export function quantityOf(text: string): QuantityId | undefined {
  const name = reference.exec(text)?.[3] ?? ''
  return isQuantityId(name) ? name : undefined
}

/** Known references, each once: so many as fit on one picture with its axes. */
export function readReferences(text: string | null): readonly string[] {
  const units = new Set<QuantityUnit>()
  const kept: string[] = []
  for (const one of new Set((text ?? '').split(',').slice(0, 50))) {
    const id = quantityOf(one)
    if (id === undefined || kept.length >= MOST_SERIES) continue
    const { unit } = getQuantity(id)
    if (!units.has(unit) && units.size >= MOST_UNITS) continue
    units.add(unit)
    kept.push(one)
  }
  return kept
}

export type Hurdle = 'count' | 'units'

/** Why a quantity cannot be added. */
export function hurdleOf(id: QuantityId, chosen: readonly string[]): Hurdle | undefined {
  if (chosen.length >= MOST_SERIES) return 'count'
  const units = new Set(chosen.flatMap((text) => unitOf(text) ?? []))
  return !units.has(getQuantity(id).unit) && units.size >= MOST_UNITS ? 'units' : undefined
}

const unitOf = (text: string): QuantityUnit | undefined => {
  const id = quantityOf(text)
  return id && getQuantity(id).unit
}

/** Added at the end, so that the others keep their colors. */
export const toggled = (chosen: readonly string[], text: string): string =>
  (chosen.includes(text) ? chosen.filter((other) => other !== text) : [...chosen, text]).join(',')

/** The bounds to ask for. @param date a day of the period; of a range the addresses' own days */
export function boundsOf(
  span: Span,
  date: string,
  params: URLSearchParams,
  today: string,
): Readonly<{ from: string | undefined; to: string | undefined }> {
  if (span === 'total') return { from: undefined, to: undefined }
  if (span === 'range') {
    const to = readDay(params, 'to') ?? today
    const from = readDay(params, 'from') ?? addDays(to, -6)
    return from <= to ? { from, to } : { from: to, to: from }
  }
  const period: Period = span
  const from = periodStart(period, date)
  return { from, to: addDays(periodStart(period, shiftPeriod(period, date, 1)), -1) }
}

function readDay(params: URLSearchParams, name: string): string | undefined {
  const text = params.get(name) ?? ''
  return isDate(text) && text >= '1970' && text < '2200' ? text : undefined
}
