import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { isNumberType } from '../reads/register-map/decode-item.ts'
import type { DescribedMap } from '../reads/register-map/described-map.ts'
import { writeNumber } from '../reads/register-map/number-words.ts'
import { polledItems } from '../reads/register-map/read-map.ts'
import type { RegisterItem } from '../reads/register-map/register-map.ts'
import { quantityOfRegister } from '../reads/register-map/register-quantity.ts'
import { type DeviceForm, resolveItems } from '../reads/register-map/resolve-items.ts'
import { putWords, type RegisterImage } from './register-image.ts'

/**
 * The words that make an item show a value, low word first, whatever its bounds.
 * @throws RangeError for an item that is no plain number
 */
export function toWords(item: RegisterItem, value: number): readonly number[] {
  const { type, offset = 0, signMagnitude } = item
  if (!isNumberType(type) || item.mask !== undefined || item.divide !== undefined || item.bit !== undefined)
    throw new RangeError(`${item.id} is no plain number`)
  const raw = (item.negate ? 0 - value : value) / (item.scale ?? 1) + offset
  return writeNumber(type, type[0] === 'f' ? raw : Math.round(raw), signMagnitude)
}

/** Two characters a word, filled up with zeros. */
const textWords = (text: string, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => ((text.charCodeAt(2 * at) || 0) << 8) | (text.charCodeAt(2 * at + 1) || 0))

type Device = Readonly<{ unit: number; form: DeviceForm }>

/** Puts one item of a map into an image: a number in the item's own unit, or a text. */
export function putItem(image: RegisterImage, { unit }: Device, item: RegisterItem, value: number | string): void {
  const words = typeof value === 'string' ? textWords(value, item.registers.length) : toWords(item, value)
  for (const [index, address] of item.registers.entries())
    putWords(image, unit, item.function, address, [words[index] ?? 0])
}

/**
 * The registers of a device of a family that shows these values, in our units and with our signs: the inverse of its
 * map, with its scales, word order, directions and flags. Registers between those of the map are 0.
 * @param texts and codes of items by their ids: what the family is recognized by
 */
export function familyImage(
  map: DescribedMap,
  device: Device,
  values: Values,
  texts: Readonly<Record<string, number | string>> = {},
): RegisterImage {
  const image: RegisterImage = new Map()
  const items = resolveItems(map, device.form)
  for (const item of items) if (texts[item.id] !== undefined) putItem(image, device, item, texts[item.id] ?? 0)
  for (const item of polledItems(map, device.form)) {
    const quantity: QuantityId | undefined = item.quantity
    const value = quantity && values[quantity]
    if (value !== undefined) putQuantity(image, device, items, item, value)
  }
  return image
}

function putQuantity(
  image: RegisterImage,
  device: Device,
  items: readonly RegisterItem[],
  item: RegisterItem,
  value: number,
): void {
  const shown = value / (quantityOfRegister(item)?.factor ?? 1)
  if (item.computed) {
    putTerms(image, device.unit, item, shown)
    return
  }
  for (const { item: id, in: codes } of item.when ?? []) {
    const other = items.find((entry) => entry.id === id)
    if (other) putItem(image, device, other, codes[0] ?? 0)
  }
  const flags = item.turnWhen && items.find(({ id }) => id === item.turnWhen?.item)
  if (item.turnWhen && flags)
    putWords(image, device.unit, flags.function, flags.registers[0] ?? 0, [shown < 0 ? 2 ** item.turnWhen.bit : 0])
  putItem(image, device, item, item.turnWhen ? Math.abs(shown) : shown)
}

/** All of a sum in its first term of that sign; the others are 0. */
function putTerms(image: RegisterImage, unit: number, { computed = [] }: RegisterItem, value: number): void {
  const bearer = computed.findIndex(
    ({ op }) => op === (value < 0 && computed.some((term) => term.op === '-') ? '-' : '+'),
  )
  for (const [index, { registers, type, function: fn = 3, scale = 1 }] of computed.entries()) {
    const raw = index === bearer ? Math.round((computed[bearer]?.op === '-' ? -value : value) / scale) : 0
    const words = writeNumber(type, raw)
    for (const [at, address] of registers.entries()) putWords(image, unit, fn, address, [words[at] ?? 0])
  }
}
