import { getQuantity, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'
import { computeValue } from '../computed.ts'
import type { Block, Reply } from '../modbus/dialog.ts'
import { type ReadWords, readFrom } from '../modbus/replies.ts'
import { decodeRegister, isNumberType, roundOff } from './decode-item.ts'
import type { DescribedMap } from './described-map.ts'
import { isBlank, readNumber, toUnsigned } from './number-words.ts'
import { planItems } from './plan-items.ts'
import type { RegisterItem } from './register-map.ts'
import { quantityOfRegister } from './register-quantity.ts'
import { type DeviceForm, resolveItems } from './resolve-items.ts'

export type MapDevice = Readonly<{
  serial: string
  unit: number
  form: DeviceForm
  texts: Readonly<Record<string, string>>
}>

/** The items that a round reads: those that are a quantity, and those that decide about them. */
export function polledItems(map: DescribedMap, form: DeviceForm): readonly RegisterItem[] {
  const items = resolveItems(map, form)
  const measured = items.filter(({ quantity }) => quantity !== undefined)
  const deciding = new Set(
    measured.flatMap(({ when = [], turnWhen }) => [
      ...when.map(({ item }) => item),
      ...(turnWhen ? [turnWhen.item] : []),
    ]),
  )
  return items.filter(({ id, quantity }) => quantity !== undefined || deciding.has(id))
}

/** The requests of a round. */
export const planMap = (map: DescribedMap, { unit, form }: Pick<MapDevice, 'unit' | 'form'>): readonly Block[] =>
  planItems(polledItems(map, form), { unit, maxRegisters: map.maxRegisters, maxGap: map.maxGap })

type Draft = { values: Partial<Record<QuantityId, number>>; texts: Record<string, string>; complaints: Complaint[] }

/**
 * The values of a device from what was answered of a round, in base units and with our signs. A blank, an impossible
 * value and a lifetime counter of 0 are left out with a complaint.
 */
export function decodeMap(map: DescribedMap, device: MapDevice, replies: readonly Reply[]): Decoded {
  const read = readFrom(replies)
  const items = polledItems(map, device.form)
  const byId = new Map(items.map((item) => [item.id, item]))
  const rawOf = (id: string): number | undefined => {
    const item = byId.get(id)
    const words = item && read(item.function, item.registers)
    return words && Number(toUnsigned(words))
  }
  const draft: Draft = { values: {}, texts: { ...device.texts }, complaints: [] }
  for (const item of items) if (item.quantity !== undefined) takeItem(map, item, item.quantity, read, rawOf, draft)
  for (const rule of map.device.computed ?? []) {
    const value = computeValue(rule, draft.values)
    if (value !== undefined) takeValue(rule.quantity, value, draft)
  }
  return {
    deviceSerial: device.serial,
    deviceType: map.device.type,
    profileId: map.id,
    values: draft.values,
    texts: draft.texts,
    complaints: draft.complaints,
  }
}

function takeItem(
  map: DescribedMap,
  item: RegisterItem,
  quantity: QuantityId,
  read: ReadWords,
  rawOf: (id: string) => number | undefined,
  draft: Draft,
): void {
  const applies = (item.when ?? []).every(({ item: other, in: codes }) => codes.includes(rawOf(other) ?? Number.NaN))
  if (!applies) return
  const isState = getQuantity(quantity).kind === 'state'
  const words = isNumberType(item.type) ? read(item.function, item.registers) : undefined
  if (words && isNumberType(item.type)) {
    const raw = readNumber(item.type, words, item.signMagnitude)
    const others = map.device.blanks?.[item.type]
    const unsigned = Number(toUnsigned(words))
    // The code of a state is the raw number: every code may be one.
    if (isState) {
      if (decodeRegister(item, read) !== null) draft.values[quantity] ??= unsigned
      return
    }
    if (isBlank(item.type, words) || others?.includes(unsigned)) {
      draft.complaints.push({ code: 'sentinel', quantity, raw: Number.isFinite(raw) ? raw : unsigned })
      return
    }
  }
  const shown = decodeRegister(item, read)
  if (shown === undefined) return
  if (typeof shown !== 'number') {
    draft.complaints.push({ code: 'sentinel', quantity })
    return
  }
  const bit = item.turnWhen && rawOf(item.turnWhen.item)
  if (item.turnWhen && bit === undefined) return
  const isTurned = item.turnWhen !== undefined && ((bit ?? 0) >> item.turnWhen.bit) % 2 === 1
  const found = quantityOfRegister(item)
  const scaled = rescale(item, shown, quantity, draft)
  const value = roundOff(scaled * (found?.factor ?? 1) * (isTurned ? -1 : 1))
  const [low, high] = item.within ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  // A device that lacks the part, or sleeps, has 0 there.
  if (scaled === 0 && low > 0) return
  if (scaled < low || scaled > high) {
    draft.complaints.push({ code: 'out-of-range', quantity, raw: shown })
    return
  }
  takeValue(quantity, value, draft)
}

/** The value by the scale that makes it possible; another than the usual one is noted beside the values. */
function rescale(
  { within, scale = 1, otherScale }: RegisterItem,
  value: number,
  quantity: QuantityId,
  draft: Draft,
): number {
  if (!within || otherScale === undefined || (value >= within[0] && value <= within[1])) return value
  const other = roundOff((value / scale) * otherScale)
  if (other < within[0] || other > within[1]) return value
  draft.texts[`scale.${quantity}`] = String(otherScale)
  return other
}

function takeValue(quantity: QuantityId, value: number, { values, complaints }: Draft): void {
  const { kind, daily, min } = getQuantity(quantity)
  if (value === 0 && min > 0) return
  if (kind === 'counter' && !daily && value === 0) {
    complaints.push({ code: 'zero-total', quantity, raw: 0 })
    return
  }
  const possible = plausibleValue(getQuantity(quantity), value)
  if (possible === undefined) complaints.push({ code: 'out-of-range', quantity, raw: value })
  // Two items may be one quantity, the finer one first: the other stands in where the first has no value.
  else values[quantity] ??= possible
}
