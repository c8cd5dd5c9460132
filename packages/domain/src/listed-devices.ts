import { type DeviceType, deviceKinds, deviceTypes } from './device.ts'

/** Words for several types at once; a battery may also be one that an inverter reports. */
const kinds = {
  inverter: (type) => deviceKinds[type].isInverter && !deviceKinds[type].isMicroInverter,
  microInverter: (type) => deviceKinds[type].isMicroInverter,
  meter: (type) => deviceKinds[type].isMeter,
  battery: (type) => type === 'BATTERY',
} as const satisfies Readonly<Record<string, (type: DeviceType) => boolean>>
type Kind = keyof typeof kinds

/** Scope of a list of devices: a kind, a type of the specification, or all. */
export const listedDevices = ['ALL', ...(Object.keys(kinds) as Kind[]), ...deviceTypes] as const
export type ListedDevices = (typeof listedDevices)[number]

const isKind = (listed: ListedDevices): listed is Kind => Object.hasOwn(kinds, listed)

const toCamel = (type: DeviceType): string =>
  type.toLowerCase().replace(/_(.)/g, (_, first: string) => first.toUpperCase())

/** Types are also written like the kinds, and the specification writes its filter "All". */
const spellings: ReadonlyMap<string, string> = new Map([
  ...deviceTypes.map((type) => [toCamel(type), type] as const),
  ...Object.keys(kinds).map((kind) => [kind, kind] as const),
  ...['All', 'all'].map((word) => [word, 'ALL'] as const),
])

/** The word that a list goes by for one of its spellings (`weatherStation`, `All`); any other word stays as it is. */
export const spellListed = (word: string): string => spellings.get(word) ?? word

/** Whether a device of this type is in the list. */
export const isListed = (listed: ListedDevices, type: DeviceType): boolean =>
  listed === 'ALL' || (isKind(listed) ? kinds[listed](type) : type === listed)
