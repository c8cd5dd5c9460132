import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanHas } from '../reads/modbus/blocks.ts'
import { isNumberType } from '../reads/register-map/decode-item.ts'
import type { DescribedMap } from '../reads/register-map/described-map.ts'
import { describedMaps } from '../reads/register-map/load-maps.ts'
import { wordsOf } from '../reads/register-map/number-words.ts'
import { decodeMap, planMap, polledItems } from '../reads/register-map/read-map.ts'
import type { RegisterItem } from '../reads/register-map/register-map.ts'
import { quantityOfRegister } from '../reads/register-map/register-quantity.ts'
import { familyImage } from '../testing/family-image.ts'
import { answerFrom, readRound } from '../testing/register-image.ts'

const maps = describedMaps()
const form = { mppt: 12, phases: 3, strings: 24, packs: 1 }

it('are the native families that people have', () => {
  expect(maps.length).toBeGreaterThanOrEqual(31)
  const makers = new Set(maps.map(({ maker }) => maker))
  for (const maker of ['Huawei', 'Sungrow', 'GoodWe', 'Growatt', 'Deye', 'Sofar', 'Solis', 'SolaX', 'FoxESS', 'SMA'])
    expect([...makers].some((name) => name.toLowerCase().startsWith(maker.toLowerCase()))).toBe(true)
})

/** Whether a computed item has its registers to itself: else its value follows from others. */
function isFree(map: DescribedMap, { id, computed }: RegisterItem): boolean {
  if (!computed) return true
  const registersOf = (item: RegisterItem) => [
    ...item.registers,
    ...(item.computed ?? []).flatMap((term) => term.registers),
  ]
  const own = computed.flatMap(({ registers }) => registers)
  const others = polledItems(map, form).filter((item) => item.id !== id)
  const isSum = computed.every(({ op, times }) => (op === '+' || op === '-') && !times)
  return isSum && !others.some((item) => registersOf(item).some((at) => own.includes(at)))
}

/** A value of a quantity that the item can show exactly and the family believes. */
function exactValueOf(map: DescribedMap, quantity: QuantityId, seed: number): number | undefined {
  const items = polledItems(map, form).filter((item) => item.quantity === quantity)
  const [item] = items
  if (!item || !items.every((entry) => isFree(map, entry))) return undefined
  const { min, max, kind } = getQuantity(quantity)
  const factor = quantityOfRegister(item)?.factor ?? 1
  const scale = Math.max(
    ...items.map(({ scale: own = 1, computed }) => Math.abs(computed ? (computed[0]?.scale ?? 1) : own)),
  )
  const [low, high] = item.within ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const steps = kind === 'state' ? 2 : 1 + (seed % 400)
  const raw = item.type[0] === 'f' ? seed % 200 : steps * scale
  const base = item.within && low > 0 ? low + ((seed % 10) + 1) * scale : raw
  const value = Math.round(Math.abs(base * factor) * 1e6) / 1e6
  const isValid =
    base >= (item.valid?.min ?? Number.NEGATIVE_INFINITY) && base <= (item.valid?.max ?? Number.POSITIVE_INFINITY)
  return isValid && value > min && value <= max && base <= high ? value : undefined
}

describe.each(maps.map((map) => [map.id, map] as const))('%s', (_, map) => {
  const { identify, units } = map.device
  const ids = new Set(map.items.map(({ id }) => id))

  it('is sound: items, identification and requests', () => {
    expect(ids.size).toBe(map.items.length)
    expect(map.source.length * map.license.length).toBeGreaterThan(0)
    const named = [
      identify.serial,
      identify.model,
      identify.firmware,
      ...identify.tests.map(({ item }) => item),
      ...Object.values(identify.counts ?? {}).map(({ item }) => item),
      ...map.items.flatMap(({ when = [], turnWhen }) => [...when.map(({ item }) => item), turnWhen?.item]),
    ]
    for (const id of named) if (id !== undefined) expect([id, ids.has(id)]).toEqual([id, true])
    for (const { matches } of identify.tests) if (matches) expect(() => new RegExp(matches)).not.toThrow()
    expect(identify.tests.length).toBeGreaterThan(0)
    expect(units.every((unit) => unit >= 0 && unit <= 247)).toBe(true)
    for (const { id, registers, type } of map.items) {
      if (isNumberType(type) && registers.length > 0) expect([id, registers.length]).toEqual([id, wordsOf(type)])
      expect([id, registers.every((at) => Number.isInteger(at) && at >= 0 && at <= 0xffff)]).toEqual([id, true])
    }
  })

  it('brings each value in one piece, in few requests', () => {
    const blocks = planMap(map, { unit: 1, form })
    for (const { id, function: fn, registers } of polledItems(map, form))
      if (registers.length > 0) {
        const [first, last] = [Math.min(...registers), Math.max(...registers)]
        expect([id, blocks.some((block) => spanHas(block, fn, first, last))]).toEqual([id, true])
      }
    expect(Math.max(...blocks.map(({ count }) => count))).toBeLessThanOrEqual(map.maxRegisters)
    expect(blocks.length).toBeLessThanOrEqual(20)
  })

  it('shows what its registers hold, with our signs', () => {
    const quantities = [...new Set(polledItems(map, form).flatMap(({ quantity }) => quantity ?? []))]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.boolean(), (seed, isNegative) => {
        const values: Partial<Record<QuantityId, number>> = {}
        for (const quantity of quantities) {
          const value = exactValueOf(map, quantity, seed)
          const canBeNegative = /^(?:grid|battery)(?:PowerW|\dPowerW)$/.test(quantity)
          if (value !== undefined) values[quantity] = isNegative && canBeNegative ? -value : value
        }
        const image = familyImage(map, { unit: 1, form }, values)
        const device = { serial: 'X1', unit: 1, form, texts: {} }
        const reader = {
          pace: { connectPauseMs: 0, timeoutMs: 1, gapMs: 0 },
          isSingle: false,
          blocks: planMap(map, device),
          decode: (replies: Parameters<typeof decodeMap>[2]) => [decodeMap(map, device, replies)],
        }
        const [decoded] = readRound(reader, answerFrom(image, 0))
        for (const [quantity, value] of Object.entries(values)) {
          const shown = decoded?.values[quantity as QuantityId]
          const near =
            typeof value === 'number' &&
            shown !== undefined &&
            Math.abs(shown - value) <= 1e-4 * Math.max(1, Math.abs(value))
          expect([quantity, value, shown, near]).toEqual([quantity, value, shown, true])
        }
      }),
      { numRuns: 10 },
    )
  })
})
