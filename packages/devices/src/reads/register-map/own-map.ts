import { acceptedUnits } from '@heliograph/domain/accepted-units.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { ReadFunction } from '@heliograph/wires/modbus/rtu.ts'
import type { Reply } from '../modbus/dialog.ts'
import { readFrom } from '../modbus/replies.ts'
import { decodeRegister } from './decode-item.ts'
import type { DescribedMap } from './described-map.ts'
import { labMaps } from './lab-maps.ts'
import { describedMaps } from './load-maps.ts'
import { type NumberType, wordsOf } from './number-words.ts'
import type { RegisterItem, RegisterMap, RegisterValue } from './register-map.ts'
import { quantityOfRegister } from './register-quantity.ts'
import { resolveItems } from './resolve-items.ts'

/** A register that a person gives a meaning without a map. */
export type AddedItem = Readonly<{
  name: string
  function: ReadFunction
  address: number
  type: NumberType
  /** The low word comes first. */
  isLowFirst: boolean
  scale: number
  unit: string
}>
type Meaning = Readonly<{ quantity: QuantityId; isTurned: boolean }>

/** A map that a person made: items of a known map with their meanings, and registers of their own. Plain data. */
export type MapRecipe = Readonly<{
  maker: string
  model: string
  type: DeviceType
  /** null: without another map. */
  baseId: string | null
  /** The item that holds the serial number. */
  serialItem: string | null
  assigned: readonly (Meaning & Readonly<{ item: string }>)[]
  added: readonly (Meaning & AddedItem)[]
}>

export type KnownMap = RegisterMap & Readonly<{ maker?: string; family?: string; isAssigned: boolean }>

/** Every map of a family, those that nobody assigned too. */
export function listKnownMaps(): readonly KnownMap[] {
  const described = describedMaps()
  const ids = new Set(described.map(({ id }) => id))
  return [...described.map((map) => ({ ...map, isAssigned: true })), ...labMaps().filter(({ id }) => !ids.has(id))]
}

/** undefined: there is none. */
export const findKnownMap = (id: string): KnownMap | undefined => listKnownMaps().find((map) => map.id === id)

/** An item of a map with what some registers say of it. */
export type ReadItem = Readonly<{
  item: RegisterItem
  value: RegisterValue
  words: readonly number[]
}>

/** The items of a map of which some registers hold all words. */
export function readItems(map: KnownMap, replies: readonly Reply[]): readonly ReadItem[] {
  const read = readFrom(replies)
  return resolveItems(map, { mppt: 16, packs: 16, strings: 16 }).flatMap((item): ReadItem[] => {
    const value = decodeRegister(item, read)
    if (value === undefined) return []
    return [{ item, value, words: read(item.function, item.registers) ?? [] }]
  })
}

/**
 * The map that a recipe describes, ready to be polled.
 * @throws RangeError naming the part that does not fit
 */
export function buildMap(id: string, recipe: MapRecipe): DescribedMap {
  const { baseId, serialItem, assigned, added, maker, model, type } = recipe
  const base = baseId === null ? undefined : findKnownMap(baseId)
  if (baseId !== null && base === undefined) throw new RangeError('baseId')
  const find = (name: string): RegisterItem | undefined => base?.items.find((item) => item.id === name)
  const items = assigned.map((meaning, index): RegisterItem => {
    const item = find(meaning.item)
    if (item === undefined) throw new RangeError(`assigned.${index}.item`)
    return withMeaning(item, meaning, `assigned.${index}.quantity`)
  })
  const own = added.map((meaning, index): RegisterItem => {
    const item = toItem(meaning, index)
    if (item.registers.some((register) => register > 0xffff)) throw new RangeError(`added.${index}.address`)
    return withMeaning(item, meaning, `added.${index}.quantity`)
  })
  const serial = serialItem === null ? undefined : find(serialItem)
  if (serialItem !== null && serial === undefined) throw new RangeError('serialItem')
  const all = [...items, ...own, ...(serial ? [serial] : [])]
  if (items.length + own.length === 0) throw new RangeError('assigned')
  return {
    id,
    source: base?.source ?? 'its owner',
    license: base?.license ?? 'none',
    maker,
    family: model,
    maxRegisters: base?.maxRegisters ?? 60,
    maxGap: base?.maxGap ?? 1,
    items: [...new Map(all.map((item) => [item.id, item])).values()],
    device: {
      model,
      type,
      hybrid: all.some(({ quantity }) => quantity?.startsWith('battery')),
      confidence: 'experimental',
      verifiedBy: 'its owner',
      units: [],
      identify: { tests: [], why: 'values', confidence: 0.5, ...(serial && { serial: serial.id }) },
    },
  }
}

function toItem(
  { name, function: fn, address, type, isLowFirst, scale, unit }: AddedItem,
  index: number,
): RegisterItem {
  const inOrder = Array.from({ length: wordsOf(type) }, (_, offset) => address + offset)
  return {
    id: `own-${index + 1}`,
    label: name,
    group: 'own',
    unit,
    function: fn,
    // Maps name the low word first.
    registers: isLowFirst ? inOrder : inOrder.toReversed(),
    type,
    scale,
  }
}

/** Units that name the quantity's own, or one that the map's readers turn into it. */
function withMeaning(item: RegisterItem, { quantity, isTurned }: Meaning, field: string): RegisterItem {
  const { quantity: _, turn: __, ...plain } = item
  const { unit: base } = getQuantity(quantity)
  const { unit = '' } = plain
  const isFit = unit === '' || unit === base || Object.hasOwn(acceptedUnits[base], unit)
  const factor = quantityOfRegister({ quantity, unit })?.factor ?? 1
  const isTurnedToBase = unit === '' || unit === base || factor !== 1
  if (!isFit || !isTurnedToBase) throw new RangeError(field)
  return { ...plain, quantity, ...(isTurned && { turn: true as const }) }
}
