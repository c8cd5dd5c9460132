import { type Cell, type FileSheet, importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'

/** Minutes, days, months and years: each line adds to the list of its page what one time says of each device. */
const line = /^\s*(m\[mi|da\[dx|mo\[mx|ye\[yx)\+\+\]\s*=\s*"([^"|]*)\|([^"]*)"/
const isList = /^\s*(?:m\[mi|da\[dx|mo\[mx|ye\[yx)\+\+\]\s*=\s*"/m
const LOOKED_AT = 2_000

/** Whether a text is a script with the values of a Solar-Log. */
export const isSolarLog = (text: string): boolean => isList.test(text.slice(0, LOOKED_AT))

/**
 * The table in a script of a Solar-Log. Minutes have power, the power of each string, the energy of the day, the voltage
 * of each string, and some a temperature; days have energy and highest power, months and years energy alone.
 * @throws Refusal IMPORT_UNREADABLE
 */
export function readSolarLog(text: string): FileSheet {
  const rows: Cell[][] = []
  const lines: number[] = []
  let [width, isMinutes] = [0, false]
  for (const [at, one] of text.split(/\r\n|\n|\r/).entries()) {
    const [, list, time, devices] = line.exec(one) ?? []
    if (time === undefined || devices === undefined) continue
    isMinutes ||= list === 'm[mi'
    const row = [time.trim(), ...devices.split('|').flatMap((device) => valuesOf(device.split(';'), list === 'm[mi'))]
    rows.push(row)
    lines.push(at + 1)
    width = Math.max(width, row.length)
    if (width > importLimits.columns) throw unreadable('tooManyColumns')
    if (rows.length > importLimits.rows || rows.length * width > importLimits.cells) throw unreadable('tooManyRows')
  }
  if (rows.length === 0) throw unreadable('noTable')
  const names = isMinutes ? (['Pac', 'DaySum'] as const) : (['Peak', 'Yield'] as const)
  const heads = Array.from({ length: width - 1 }, (_, i) => {
    const device = Math.floor(i / 2) + 1
    return i % 2 === 0 ? `${names[0]} ${device} (W)` : `${names[1]} ${device} (Wh)`
  })
  // The page names its columns in no line of the file: the heading counts as its first one.
  return { name: '', rows: [['Solar-Log date', ...heads], ...rows], lines: [1, ...lines.map((at) => at + 1)] }
}

/** Power and energy of a device, in this order. */
function valuesOf(values: readonly string[], isMinutes: boolean): readonly [string, string] {
  const [first = '', second = ''] = values
  return isMinutes ? [first, values[Math.floor(values.length / 2)] ?? ''] : [second, first]
}
