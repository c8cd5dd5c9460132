import { unreadable } from './unreadable.ts'

/** So much of a file says how its letters are written. */
const LOOKED_AT = 64_000

/** The text of a file: by its mark, else by what its bytes can be. @throws Refusal IMPORT_UNREADABLE (`noCsv`) */
export function decodeText(bytes: Uint8Array): string {
  const wide = findWide(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  if (bytes.subarray(0, LOOKED_AT).includes(0)) throw unreadable('noCsv')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(guessEncoding(bytes.subarray(0, LOOKED_AT))).decode(bytes)
  }
}

const SHORTEST = 16

/** UTF-16 with a mark, or by the zeros that digits and separators have in it. */
function findWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const some = bytes.subarray(0, LOOKED_AT)
  if (some.length < SHORTEST) return undefined
  const zeros = [0, 0]
  for (const [i, byte] of some.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Dates and numbers fill most of a table: a quarter of its letters have a zero, and on one side only.
  const isMany = (count: number, other: number): boolean => count > some.length / 8 && other <= count / 8
  return isMany(odd, even) ? 'utf-16le' : isMany(even, odd) ? 'utf-16be' : undefined
}

/** Words that tables of the field have, in the letters that the encoding is there for. */
const candidates: readonly (readonly [encoding: string, words: RegExp])[] = [
  ['gbk', /时间|日期|发电|功率|电量|电站|用电|购电|上网|充电|放电|逆变|累计|设备|能量|消耗|馈入/g],
  ['shift_jis', /日時|時刻|時間|日付|発電|電力|売電|買電|消費|充電|放電|年月/g],
  ['euc-kr', /발전|시간|시각|날짜|전력|일자|소비|충전|방전|수전|송전/g],
  ['big5', /時間|日期|發電|電力|用電|充電|放電|功率/g],
  ['windows-1251', /(?<![А-Яа-я])[А-ЯІЇЄҐ]?[а-яіїєґ]{3,}/gu],
  [
    'windows-1250',
    /spotřeb|dodávk|nabíjen|vybíjen|výrob|obdob|časov|odběr|přetok|zużyci|pobór|wartoś|ładowan|rozładow|źród|sieć|słonec|polnjen|praznjen|sončn|omrež|în rețea|reţea|producţ|încărc|descărc/gi,
  ],
  ['windows-1252', /\p{Ll}[äöüßéèêàâçñóíáúôîïãõ]|[äöüéèêàâçñóíáúãõ]\p{Ll}|°|²|€/gu],
]
/** Letters that do not occur inside of words when the encoding is right. */
const noise = /[\u0080-\u009f\ufffd]|\p{Ll}[¡-¶¸-¿÷×]\p{Ll}|[а-яіїєґј]{2}[А-ЯІЇЄҐЈ]/gu

function guessEncoding(bytes: Uint8Array): string {
  let [best, most] = ['windows-1252', 0]
  const isLong = meanRun(bytes) >= 1.7
  for (const [encoding, words] of candidates) {
    // Letters of two bytes stand side by side, those of Latin words alone between others.
    if (encoding === 'windows-1252' && isLong && most > 0) continue
    const text = new TextDecoder(encoding).decode(bytes)
    const score = (text.match(words)?.length ?? 0) - 2 * (text.match(noise)?.length ?? 0)
    if (score > most) [best, most] = [encoding, score]
  }
  return best
}

/** How many bytes beyond ASCII follow each other. */
function meanRun(bytes: Uint8Array): number {
  let [runs, count, before] = [0, 0, 0]
  for (const byte of bytes) {
    if (byte >= 0x80) {
      count += 1
      if (before < 0x80) runs += 1
    }
    before = byte
  }
  return runs === 0 ? 0 : count / runs
}
