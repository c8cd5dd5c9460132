import { getQuantity, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { MeterTelegram, ObisValue } from '@heliograph/wires/meter/obis-value.ts'

export const OBIS_PROFILE = 'obis'

type Codes = ReadonlyMap<string, ObisValue>

/** Factors to the base unit; kwh and MWH are spellings of meters. */
const factors: Readonly<Record<string, number>> = {
  wh: 1,
  kwh: 1e3,
  mwh: 1e6,
  w: 1,
  kw: 1e3,
  mw: 1e6,
  v: 1,
  kv: 1e3,
  a: 1,
  ka: 1e3,
  hz: 1,
  '': 1,
}
const energyUnits = ['wh', 'kwh', 'mwh']
const powerUnits = ['w', 'kw', 'mw']

/**
 * The first of each code: some meters repeat one for past periods. Codes of channel 1, and of two parts, stand for the usual
 * ones where those are not sent.
 */
function indexCodes(sent: readonly ObisValue[]): Codes {
  const codes = new Map<string, ObisValue>()
  const add = (code: string, item: ObisValue): void => {
    if (!codes.has(code)) codes.set(code, item)
  }
  for (const item of sent) add(item.code, item)
  for (const item of [...codes.values()])
    add(item.code.replace(/^1-1:/, '1-0:').replace(/\.([78])\.255$/, '.$1.0'), item)
  return codes
}

/** The value of a code in its base unit; undefined where it is missing or in a unit of something else. */
function read(codes: Codes, code: string, units: readonly string[]): number | undefined {
  const found = codes.get(code)
  const unit = (found?.unit ?? '').toLowerCase()
  if (found?.value === undefined || !units.includes(unit)) return undefined
  return Number((found.value * (factors[unit] ?? 1)).toPrecision(15))
}

/** The total wins; tariffs add up to it where a meter sends no total. */
function readEnergy(codes: Codes, c: 1 | 2): number | undefined {
  const total = read(codes, `1-0:${c}.8.0`, energyUnits)
  if (total !== undefined) return total
  const tariffs = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((e) => read(codes, `1-0:${c}.8.${e}`, energyUnits) ?? [])
  return tariffs.length === 0 ? undefined : Number(tariffs.reduce((sum, item) => sum + item, 0).toPrecision(15))
}

/** Import less export; where only one of them is sent, it carries the sign itself. */
function readPower(codes: Codes, importCode: string, exportCode: string, netCode: string): number | undefined {
  const sum = read(codes, netCode, powerUnits)
  if (sum !== undefined) return sum
  const into = read(codes, importCode, powerUnits)
  const out = read(codes, exportCode, powerUnits)
  if (into === undefined && out === undefined) return undefined
  return Number(((into ?? 0) - (out ?? 0)).toPrecision(15))
}

/**
 * DZG meters of these numbers (DVS74, DWS74) shorten a positive power until it has no place for its sign; a negative one has
 * four bytes always.
 */
const DZG = '0a01445a47'
const signlessNumbers = [
  { first: 42_000_000, last: 48_999_999 },
  { first: 55_000_000, last: 58_999_999 },
] as const

function losesSigns(server: string): boolean {
  const number = server.startsWith(DZG) ? Number.parseInt(server.slice(DZG.length), 16) : Number.NaN
  return signlessNumbers.some(({ first, last }) => number >= first && number <= last)
}

const restoreSign = (item: ObisValue): ObisValue =>
  item.code === '1-0:16.7.0' && item.asUnsigned !== undefined ? { ...item, value: item.asUnsigned } : item

/** EMH meters set bit 5 in the status of their energies while they export. */
const EXPORTS = 0x20

/**
 * Power without a sign (15.7.0), which some SML meters send alone: EMH meters say the direction in a status, others measure
 * one direction only. undefined where nothing tells it.
 */
function readAbsolute(codes: Codes): number | undefined {
  const power = read(codes, '1-0:15.7.0', powerUnits)
  if (power === undefined) return undefined
  const maker = codes.get('129-129:199.130.3')?.text ?? codes.get('1-0:96.50.1*1')?.text ?? ''
  const status = codes.get('1-0:1.8.0')?.status
  if (maker.startsWith('EMH') && status !== undefined) return status & EXPORTS ? -power : power
  const counts = (c: 1 | 2): boolean => readEnergy(codes, c) !== undefined
  if (counts(1) === counts(2)) return undefined
  return counts(2) ? -power : power
}

const phases = [
  { n: 1, voltage: 32, current: 31, into: 21, out: 22, net: 36 },
  { n: 2, voltage: 52, current: 51, into: 41, out: 42, net: 56 },
  { n: 3, voltage: 72, current: 71, into: 61, out: 62, net: 76 },
] as const

/**
 * Values of a meter at the grid connection, with our signs: import is positive. Quantities it does not send are missing, as
 * is the power of an SML meter whose PIN nobody has entered.
 */
export function readObis({ form, ident, values: sent }: MeterTelegram): Decoded {
  const codes = indexCodes(form === 'sml' && losesSigns(ident) ? sent.map(restoreSign) : sent)
  const power = readPower(codes, '1-0:1.7.0', '1-0:2.7.0', '1-0:16.7.0') ?? readAbsolute(codes)
  const found: [QuantityId, number | undefined][] = [
    ['gridImportTotalWh', readEnergy(codes, 1)],
    ['gridExportTotalWh', readEnergy(codes, 2)],
    ['gridPowerW', power],
    ['gridFrequencyHz', read(codes, '1-0:14.7.0', ['hz'])],
    ['powerFactor', read(codes, '1-0:13.7.0', [''])],
  ]
  for (const { n, voltage, current, into, out, net } of phases) {
    found.push([`ac${n}VoltageV`, read(codes, `1-0:${voltage}.7.0`, ['v', 'kv'])])
    found.push([`ac${n}CurrentA`, read(codes, `1-0:${current}.7.0`, ['a', 'ka'])])
    found.push([`grid${n}PowerW`, readPower(codes, `1-0:${into}.7.0`, `1-0:${out}.7.0`, `1-0:${net}.7.0`)])
  }
  const values: Partial<Record<QuantityId, number>> = {}
  const complaints: Complaint[] = []
  for (const [quantity, value] of found) {
    if (value === undefined) continue
    const plausible = plausibleValue(getQuantity(quantity), value)
    if (plausible === undefined) complaints.push({ code: 'out-of-range', quantity, raw: value })
    else values[quantity] = plausible
  }
  const sendsPower = sent.some(({ code }) => /^1-0:(1|2|15|16)\.7\.\d+$/.test(code))
  const isLocked = form === 'sml' && !sendsPower && values.gridImportTotalWh !== undefined
  const deviceClock = readClock(codes.get('0-0:1.0.0')?.text)
  return {
    deviceSerial: readSerial(form, ident, codes),
    deviceType: 'SMART_METER',
    profileId: OBIS_PROFILE,
    values,
    texts: {
      ...(form === 'text' && cleanLine(ident) !== '' && { model: cleanLine(ident).slice(0, 60) }),
      ...(isLocked && { pin: 'locked' }),
    },
    ...(deviceClock && { deviceClock }),
    complaints,
  }
}

/** Equipment numbers: of DSMR and its national forms, of mode D, of SML. */
const serialCodes = ['0-0:96.1.1', '0-0:42.0.0', '0-0:96.1.0', '1-0:96.1.0', '1-0:0.0.0', '0-0:96.1.255', '1-0:0.0.9']

function readSerial(form: MeterTelegram['form'], ident: string, codes: Codes): string {
  const texts = serialCodes.map((code) => codes.get(code)?.text ?? '').filter((text) => !/^0*$/.test(text))
  const serial = form === 'text' ? texts[0] : ident || texts[0]
  const printable = fromHex(serial ?? '')
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 64)
  return printable === '' ? ident.replace(/[^\x21-\x7e]/g, '').slice(0, 64) || 'meter' : printable
}

/** P1 sends its numbers as the hex of their letters, and so do some SML meters. Other text is returned as it is. */
export function fromHex(text: string): string {
  if (!/^(?:[0-9A-F]{2}){4,48}$/i.test(text)) return text
  const decoded = Buffer.from(text, 'hex').toString('latin1')
  return /^[\x21-\x7e]+$/.test(decoded) ? decoded : text
}

/** YYMMDDhhmmss and S or W for summer or winter time. */
function readClock(text: string | undefined): Decoded['deviceClock'] {
  const [, year, month, day, hour, minute, second] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)[SW]?$/.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  return {
    year: 2000 + Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  }
}
