/** A device's latest values as the page lists them: ordered, searched, marked where they are older than the rest. */
import { keyQuantities } from '@heliograph/domain/device-key-values.ts'
import { isQuantityId, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import type { DeviceDetail, DeviceValue, ValueGroup } from '../../../api/device-detail.ts'

export type NamedValue = DeviceValue & Readonly<{ name: string; old: boolean }>
export type NamedGroup = Readonly<{ tag: ValueGroup['tag']; values: readonly NamedValue[] }>

// Sums and totals of the device first, then its strings and phases in catalog order.
const places = new Map<string, number>(
  quantityIds.map((id, index) => [id, /\d/.test(id) && !/[a-z]+(PV|Code|Pv)\d/i.test(id) ? index + 1000 : index]),
)
/** The position of a quantity in a list; a device's own texts come first. */
export const placeOf = (quantity: string): number => places.get(quantity) ?? -1

/** A value is old when at least one later record came without it. */
export const isOld = (value: DeviceValue, newestMs: number | null, intervalS: number): boolean =>
  value.atMs !== null && newestMs !== null && newestMs - value.atMs > intervalS * 1000

/**
 * The groups with matching values, without empty groups.
 * @param keyword matches names, keys and values; every word of it must match somewhere
 */
export function toGroups(
  detail: Pick<DeviceDetail, 'groups' | 'heardAtMs'> & Readonly<{ device: Readonly<{ intervalS: number }> }>,
  nameOf: (quantity: string) => string,
  keyword: string,
): readonly NamedGroup[] {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return detail.groups.flatMap(({ tag, values }): readonly NamedGroup[] => {
    const found = values
      .map((value) => ({
        ...value,
        name: nameOf(value.quantity),
        old: isOld(value, detail.heardAtMs, detail.device.intervalS),
      }))
      .filter(({ name, key, text }) => {
        const hay = `${name} ${key} ${text}`.toLowerCase()
        return words.every((word) => hay.includes(word))
      })
      .toSorted((a, b) => placeOf(a.quantity) - placeOf(b.quantity))
    return found.length > 0 ? [{ tag, values: found }] : []
  })
}

/** The groups with only the values that the person starred. */
export const onlyStarred = (groups: readonly NamedGroup[], starred: readonly string[]): readonly NamedGroup[] =>
  groups.flatMap((group) => {
    const values = group.values.filter(({ quantity }) => starred.includes(quantity))
    return values.length > 0 ? [{ ...group, values }] : []
  })

/** A value in a spreadsheet's format: name, number, unit. */
export const toClipboard = (groups: readonly NamedGroup[]): string =>
  groups
    .flatMap(({ values }) => values.map(({ name, key, text, unit }) => [name, key, text, unit ?? ''].join('\t')))
    .join('\n')

/** Whether a code came with a text (the wire then sends the text and keeps the code beside it). */
export const stateWord = ({ unit, text, raw }: DeviceValue): string | undefined =>
  unit === 'code' && raw !== null && text !== String(raw) && !/^\d/.test(text) ? text : undefined

const faults: readonly string[] = ['faultCode1', 'faultCode2']

/** Fault codes that are set now. */
export const activeFaults = ({ groups }: Pick<DeviceDetail, 'groups'>): readonly number[] =>
  groups.flatMap(({ values }) => values).flatMap(({ quantity, raw }) => (faults.includes(quantity) && raw ? [raw] : []))

/** Key quantities of any device, after those of its type. */
const headline = [
  ...keyQuantities.INVERTER,
  'inverterTemperatureC',
  'radiatorTemperatureC',
  'batteryTemperatureC',
  'acFrequencyHz',
] as const

/** Those of its type first. */
export function keyValues(
  { groups, device }: Pick<DeviceDetail, 'groups'> & Readonly<{ device: Pick<DeviceDetail['device'], 'type'> }>,
  most: number,
): readonly DeviceValue[] {
  const byId = new Map(groups.flatMap(({ values }) => values).map((value) => [value.quantity, value]))
  const wanted = new Set<QuantityId>([...keyQuantities[device.type], ...headline])
  return [...wanted].flatMap((id) => byId.get(id) ?? []).slice(0, most)
}

export type Role = 'solar' | 'battery' | 'grid' | 'load' | 'ups' | 'generator' | 'device' | 'other'

/** The color of a quantity: the same as in the flow and the curves of the plant. */
export function roleOf(id: string): Role {
  if (/^(pv|generation[A-Z]|dcBus|insulation)/.test(id) && !id.startsWith('generator')) return 'solar'
  if (id.startsWith('battery')) return 'battery'
  if (id.startsWith('grid')) return 'grid'
  if (/^(load|smartLoad)/.test(id)) return 'load'
  if (id.startsWith('eps')) return 'ups'
  if (id.startsWith('generator')) return 'generator'
  return isQuantityId(id) && /^(ac|power)/.test(id) ? 'device' : 'other'
}
