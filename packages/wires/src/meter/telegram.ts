import { crcOfTelegram } from './crc.ts'
import { type MeterFault, type MeterTelegram, type ObisValue, writeCode } from './obis-value.ts'

/**
 * A telegram of P1 (DSMR and its national forms) or of IEC 62056-21 mode C or D:
 *
 *   /ISk5\2MT382-1000                   maker and model
 *   1-0:1.8.1(000004.426*kWh)           A-B:C.D.E, then values in parentheses
 *   !F034                               CRC of P1 from DSMR 4 on, as 1 to 4 digits; mode D and older ones have none
 */
const line = /^(?:(\d{1,3})-(\d{1,3}):)?(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(?:[*&](\d{1,3}))?((?:\([^()]*\)){1,80})$/
/** Lines that say no energy: F.F(00), FF(00), 1-1:C.1.0(123), 0.5.1.2(80.000*kW). */
const otherLine = /^(\d{1,3}-\d{1,3}:)?[0-9A-Z]{1,3}(\.[0-9A-Z]{1,3}){0,3}([*&]\d{1,3})?(\([^()]*\))+$/
/** Gas in DSMR 2.2 has its value on a line of its own. */
const continuedLine = /^(\([^()]*\))+$/

/** STX, which begins the block of mode C. */
const BLOCK_START = '\u0002'

const LONGEST_HEADLESS = 16 * 1024

/** Reads one telegram, from its slash to the end of the line with the exclamation mark. Never throws. */
export function parseTelegram(bytes: Uint8Array): MeterTelegram | MeterFault {
  const text = Buffer.from(bytes).toString('latin1')
  const end = text.search(/(?<=[\r\n])!/)
  if (!text.startsWith('/') || end < 0) return 'grammar'
  const [, sum] = /^!\s*([0-9A-Fa-f]{1,4})?/.exec(text.slice(end)) ?? []
  if (sum !== undefined && Number.parseInt(sum, 16) !== crcOfTelegram(bytes.subarray(0, end + 1))) return 'crc'
  const [head = '', ...lines] = text.slice(1, end).split(/\r\n|\r|\n/)
  const values: ObisValue[] = []
  for (const raw of lines) {
    const item = (raw.startsWith(BLOCK_START) ? raw.slice(1) : raw).trim()
    if (item === '') continue
    const found = line.exec(item)
    if (found !== null) values.push(toValue(found))
    // Without a sum only the grammar shows that bytes are missing.
    else if (sum === undefined && !otherLine.test(item) && !continuedLine.test(item)) return 'grammar'
  }
  const version = values.find(({ code }) => code === '1-3:0.2.8')?.text ?? ''
  if (sum === undefined && /^[4-9]\d/.test(version)) return 'crc'
  return { form: 'text', ident: head.trim(), values }
}

/**
 * The lines of a telegram whose head a reader has cut off, so that its sum tells nothing; undefined without its end. Never
 * throws.
 */
export function parseHeadless(text: string): readonly ObisValue[] | undefined {
  const lines = text.slice(0, LONGEST_HEADLESS).split(/[\r\n]+/)
  const end = lines.findIndex((item) => item.trimStart().startsWith('!'))
  if (end < 0) return undefined
  return lines.slice(0, end).flatMap((item) => {
    const found = line.exec(item.trim())
    return found ? [toValue(found)] : []
  })
}

function toValue([, a = '1', b = '0', c, d, e = '255', f, groups = '']: RegExpExecArray): ObisValue {
  const texts = groups.slice(1, -1).split(')(')
  const present = `${Number(a)}-${Number(b)}:${Number(c)}.${Number(d)}.${Number(e)}`
  const code = writeCode(present, f === undefined ? f : Number(f))
  // The value of a maximum stands behind its time.
  const [, number, unit = ''] = /^\s*(-?\d{1,18}(?:\.\d{1,12})?)(?:[* ]([\w°³]{1,8}))?$/.exec(texts.at(-1) ?? '') ?? []
  return {
    code,
    text: texts[0] ?? '',
    ...(number !== undefined && texts.length === 1 && { value: Number(number), unit }),
  }
}
