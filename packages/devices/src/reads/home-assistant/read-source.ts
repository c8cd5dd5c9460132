import { toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import { getQuantity, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'
import type { HaItem, HaSource } from './prefs.ts'
import type { HaStates } from './states.ts'

export const HA_PROFILE = 'home-assistant'

/**
 * The values of a source as its entities are now. unavailable, unknown and anything else that is no number is nothing, and
 * with it the sum that it belongs to; undefined where nothing is left.
 */
export function readSource(
  { key, type, items }: HaSource,
  states: HaStates,
  about: Readonly<{ serial: string; name: string }>,
): Decoded | undefined {
  const values: Partial<Record<QuantityId, number>> = {}
  const complaints: Complaint[] = []
  for (const item of items) {
    const { quantity } = item
    const raw = sumOf(item, states)
    if (raw === undefined) continue
    // 0 after a restart is no total.
    if (raw === 0 && quantity === 'generationTotalWh') complaints.push({ code: 'zero-total', quantity, raw })
    else {
      const value = plausibleValue(getQuantity(quantity), raw)
      if (value === undefined) complaints.push({ code: 'out-of-range', quantity, raw })
      else values[quantity] = value
    }
  }
  if (Object.keys(values).length === 0 && complaints.length === 0) return undefined
  return {
    deviceSerial: `${about.serial}-${key.replace(' ', '-')}`,
    deviceType: type,
    deviceName: about.name,
    profileId: HA_PROFILE,
    values,
    texts: { model: 'Home Assistant' },
    complaints,
  }
}

function sumOf({ quantity, plus, minus = [] }: HaItem, states: HaStates): number | undefined {
  const base = getQuantity(quantity).unit
  let sum = 0
  for (const [entities, sign] of [
    [plus, 1],
    [minus, -1],
  ] as const)
    for (const entity of entities) {
      const found = states.get(entity)
      if (found === undefined || !/^-?\d{1,18}(\.\d{1,12})?([eE][+-]?\d{1,2})?$/.test(found.state)) return undefined
      const value = toBaseUnit(Number(found.state), found.unit ?? base, base)
      if (value === undefined) return undefined
      sum += sign * value
    }
  return Number(sum.toPrecision(15)) + 0
}
