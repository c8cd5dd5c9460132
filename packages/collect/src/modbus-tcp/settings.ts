import type { Way } from '../way.ts'

export type ModbusSettings = Readonly<{
  /** rtu: a serial bridge that passes frames on as they are. */
  framing: 'tcp' | 'rtu'
  /** The only unit to ask; else the usual ones are tried. */
  unit?: number
}>

const names = ['framing', 'unit']

export const readSettings: Way['readSettings'] = (value): ModbusSettings => {
  const given = value ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) throw new RangeError('settings')
  const other = Object.keys(given).find((name) => !names.includes(name))
  if (other !== undefined) throw new RangeError(other)
  const { framing = 'tcp', unit } = given as Partial<Record<string, unknown>>
  if (framing !== 'tcp' && framing !== 'rtu') throw new RangeError('framing')
  if (unit === undefined) return { framing }
  if (typeof unit !== 'number' || !Number.isInteger(unit) || unit < 0 || unit > 255) throw new RangeError('unit')
  return { framing, unit }
}
