import type { Way } from '../way.ts'

export type StickSettings = Readonly<{
  /** The serial number of the stick. Unknown: the stick names it itself. */
  serial?: number
  /** The unit of the device behind the stick. */
  unit: number
}>

const names = ['serial', 'unit']
const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

export const readSettings: Way['readSettings'] = (value): StickSettings => {
  const given = value ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) throw new RangeError('settings')
  const other = Object.keys(given).find((name) => !names.includes(name))
  if (other !== undefined) throw new RangeError(other)
  const { serial, unit = 1 } = given as Partial<Record<string, unknown>>
  if (!isWhole(unit, 255)) throw new RangeError('unit')
  if (serial === undefined) return { unit }
  if (!isWhole(serial, 0xffff_ffff) || serial === 0) throw new RangeError('serial')
  return { serial, unit }
}
