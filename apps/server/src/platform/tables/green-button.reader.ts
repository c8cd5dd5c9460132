import { type Cell, importLimits } from './import-table.ts'
import { unreadable } from './unreadable.ts'
import { readXml } from './xml-events.reader.ts'

type Reading = Readonly<{ startS: number; durationS: number; value: number; powerOfTen: number | undefined }>
type ReadingType = { uom: number; commodity: number; flow: number; kind: number; powerOfTen: number }
type Entry = { self: string; related: string[]; readings: Reading[]; type: ReadingType | undefined; isMeter: boolean }

/** Codes of ESPI: Wh, electricity, deltas of an interval, and the two directions of flow. */
const WH = 72
const electricity = new Set([0, 1, 2])
const DELTA = 4
const directions: Readonly<Record<number, string>> = {
  1: 'Delivered to the customer',
  19: 'Received from the customer',
}

export const isGreenButton = (text: string): boolean =>
  /^\uFEFF?\s*<[?!a-z]/i.test(text.slice(0, 200)) && text.slice(0, 20_000).includes('http://naesb.org/espi')

/**
 * Intervals of energy of a Green Button file (ESPI in an Atom feed), one a row. Other quantities are left out; two registers
 * of one direction are told apart by number and not by direction, so that nobody adds them unasked.
 */
export async function readGreenButton(text: string): Promise<readonly (readonly Cell[])[]> {
  const entries = await readEntries(text)
  const types = new Map(entries.flatMap(({ self, type }) => (type === undefined ? [] : [[self, type] as const])))
  const meters = new Map(entries.filter(({ isMeter }) => isMeter).map((entry) => [entry.self, entry]))
  const byMeter = new Map<string, Reading[]>()
  for (const { self, readings } of entries) {
    if (readings.length === 0) continue
    const meter = self.replace(/\/IntervalBlock.*$/, '')
    byMeter.set(meter, [...(byMeter.get(meter) ?? []), ...readings])
  }
  const energies = [...byMeter].flatMap(([meter, readings]) => {
    const links = [...(meters.get(meter)?.related ?? []), ...(types.size === 1 ? types.keys() : [])]
    const type = links.map((link) => types.get(link)).find((found) => found !== undefined)
    const isEnergy = type?.uom === WH && electricity.has(type.commodity) && type.kind === DELTA
    return type !== undefined && isEnergy ? [{ type, readings }] : []
  })
  const rows: (readonly Cell[])[] = [['Start', 'End', 'Register', 'Energy (Wh)']]
  for (const [i, { type, readings }] of energies.entries()) {
    const isAlone = energies.filter((other) => other.type.flow === type.flow).length === 1
    const name = (isAlone && directions[type.flow]) || `Register ${i + 1}`
    for (const { startS, durationS, value, powerOfTen } of readings)
      rows.push([toText(startS), toText(startS + durationS), name, value * 10 ** (powerOfTen ?? type.powerOfTen)])
    if (rows.length > importLimits.rows) throw unreadable('tooManyRows')
  }
  if (rows.length === 1) throw unreadable('noTable')
  return rows
}

const LAST_S = 4_102_444_800
function toText(atS: number): string {
  return atS >= 0 && atS < LAST_S ? new Date(atS * 1000).toISOString().replace('.000Z', 'Z') : ''
}

async function readEntries(text: string): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  let path: string[] = []
  let words = ''
  let reading = {
    startS: Number.NaN,
    durationS: Number.NaN,
    value: Number.NaN,
    powerOfTen: undefined as number | undefined,
  }
  const emptyReading = { ...reading }
  async function* pieces() {
    yield text
  }
  await readXml(pieces(), {
    open: (name, { rel, href = '' }) => {
      path.push(name)
      words = ''
      if (path.length > 40) throw unreadable('noTable')
      const entry = entries.at(-1)
      if (name === 'entry') entries.push({ self: '', related: [], readings: [], type: undefined, isMeter: false })
      else if (entry === undefined) return undefined
      else if (name === 'link' && rel === 'self') entry.self = href
      else if (name === 'link' && rel === 'related') entry.related.push(href)
      else if (name === 'MeterReading') entry.isMeter = true
      else if (name === 'ReadingType') entry.type = { uom: 0, commodity: 1, flow: 0, kind: DELTA, powerOfTen: 0 }
      else if (name === 'IntervalReading') reading = { ...emptyReading }
      return undefined
    },
    text: (part) => {
      if (words.length < 100) words += part
    },
    close: (name) => {
      const entry = entries.at(-1)
      const number = words.trim() === '' ? Number.NaN : Number(words)
      if (entry !== undefined && path.includes('IntervalReading')) {
        if (name === 'start') reading.startS = number
        else if (name === 'duration') reading.durationS = number
        else if (name === 'value') reading.value = number
        else if (name === 'powerOfTenMultiplier') reading.powerOfTen = number
        else if (name === 'IntervalReading' && reading.durationS > 0 && !Number.isNaN(reading.value))
          entry.readings.push({ ...reading })
      } else if (entry?.type !== undefined && !Number.isNaN(number)) {
        if (name === 'uom') entry.type.uom = number
        else if (name === 'commodity') entry.type.commodity = number
        else if (name === 'flowDirection') entry.type.flow = number
        else if (name === 'accumulationBehaviour') entry.type.kind = number
        else if (name === 'powerOfTenMultiplier') entry.type.powerOfTen = number
      }
      path = path.slice(0, -1)
      words = ''
    },
  })
  return entries
}
