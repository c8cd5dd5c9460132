/** A device's latest values as the page lists them: ordered, searched, marked where they are older than the rest. */
import type { DeviceDetail } from '@heliograph/contract/device-s/device.ts'
import { isQuantityId, quantityIds } from '@heliograph/domain/quantities.ts'

export type ValueField = DeviceDetail['paramCategoryList'][number]['fieldList'][number]
export type ValueGroup = DeviceDetail['paramCategoryList'][number]
export type NamedField = ValueField & Readonly<{ name: string; old: boolean }>
export type NamedGroup = Readonly<{ tag: ValueGroup['tag']; fields: readonly NamedField[] }>

// Sums and totals of the device first, then its strings and phases in catalog order.
const places = new Map<string, number>(
  quantityIds.map((id, index) => [id, /\d/.test(id) && !/[a-z]+(PV|Code|Pv)\d/i.test(id) ? index + 1000 : index]),
)
/** The position of a quantity in a list; a device's own texts come first. */
export const placeOf = (storageName: string): number => places.get(storageName) ?? -1

/** A value is old when at least one later record came without it. */
export const isOld = (field: ValueField, newest: number | null, intervalS: number): boolean =>
  field.at !== null && newest !== null && newest - field.at > intervalS

/**
 * The groups with matching values, without empty groups.
 * @param keyword matches names, keys and values; every word of it must match somewhere
 */
export function toGroups(
  detail: Pick<DeviceDetail, 'paramCategoryList' | 'collectionTime'> &
    Readonly<{ device: Readonly<{ intervalS: number }> }>,
  nameOf: (storageName: string) => string,
  keyword: string,
): readonly NamedGroup[] {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return detail.paramCategoryList.flatMap(({ tag, fieldList }): readonly NamedGroup[] => {
    const fields = fieldList
      .map((field) => ({
        ...field,
        name: nameOf(field.storageName),
        old: isOld(field, detail.collectionTime, detail.device.intervalS),
      }))
      .filter(({ name, key, value }) => {
        const hay = `${name} ${key} ${value}`.toLowerCase()
        return words.every((word) => hay.includes(word))
      })
      .toSorted((a, b) => placeOf(a.storageName) - placeOf(b.storageName))
    return fields.length > 0 ? [{ tag, fields }] : []
  })
}

/** A value in a spreadsheet's format: name, number, unit. */
export const toClipboard = (groups: readonly NamedGroup[]): string =>
  groups
    .flatMap(({ fields }) => fields.map(({ name, key, value, unit }) => [name, key, value, unit ?? ''].join('\t')))
    .join('\n')

/** Whether a code came with a text (the wire then sends the text and keeps the code beside it). */
export const stateWord = ({ unit, value, orgValue }: ValueField): string | undefined =>
  unit === 'code' && orgValue !== null && value !== String(orgValue) && !/^\d/.test(value) ? value : undefined

const faults: readonly string[] = ['faultCode1', 'faultCode2']
/** Codes that mean "no fault" at zero. */
export const isQuietCode = ({ storageName, orgValue }: ValueField): boolean =>
  orgValue === 0 && [...faults, 'alertCode'].includes(storageName)

/** Fault codes that are set now. */
export const activeFaults = (detail: Pick<DeviceDetail, 'paramCategoryList'>): readonly number[] =>
  detail.paramCategoryList
    .flatMap(({ fieldList }) => fieldList)
    .flatMap(({ storageName, orgValue }) => (faults.includes(storageName) && orgValue ? [orgValue] : []))

/** A device's most important quantities, in this order; a device has some of them. */
const headline = [
  'pvPowerW',
  'acPowerW',
  'generationTodayWh',
  'generationTotalWh',
  'batterySocPercent',
  'batteryPowerW',
  'gridPowerW',
  'loadPowerW',
  'inverterTemperatureC',
  'radiatorTemperatureC',
  'batteryTemperatureC',
  'acFrequencyHz',
] as const

export function keyFields(detail: Pick<DeviceDetail, 'paramCategoryList'>, most: number): readonly ValueField[] {
  const byName = new Map(
    detail.paramCategoryList.flatMap(({ fieldList }) => fieldList).map((field) => [field.storageName, field]),
  )
  return headline.flatMap((id) => byName.get(id) ?? []).slice(0, most)
}

export type Role = 'solar' | 'battery' | 'grid' | 'load' | 'ups' | 'generator' | 'device' | 'other'

/** The color of a quantity: the same as in the flow and the curves of the plant. */
export function roleOf(id: string): Role {
  if (/^(pv|generation[A-Z]|dcBus|insulation)/.test(id) && !id.startsWith('generator')) return 'solar'
  if (id.startsWith('battery')) return 'battery'
  if (id.startsWith('grid')) return 'grid'
  if (id.startsWith('load')) return 'load'
  if (id.startsWith('eps')) return 'ups'
  if (id.startsWith('generator')) return 'generator'
  return isQuantityId(id) && /^(ac|power)/.test(id) ? 'device' : 'other'
}
