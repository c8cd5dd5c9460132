/** The symbols of two barcodes, as widths of bars and spaces in turns, and what sequences of them say. */
export type Symbology = Readonly<{
  kind: 'code39' | 'code128'
  /** Width of a symbol up to where the next one begins; of the last one up to the end of its last bar. */
  pitch: number
  lastPitch: number
  /** Per symbol: where its bars begin and end. */
  symbols: readonly (readonly (readonly [number, number])[])[]
  /** What may stand at the beginning, in between, and at the end. */
  first: readonly number[]
  inner: readonly number[]
  last: number
  /** undefined: these symbols are no text. */
  textOf: (symbols: readonly number[]) => string | undefined
}>

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*'
const STAR = 43
/** Nine elements, the first in the highest bit; set: wide (ISO/IEC 16388). */
const code39 = [
  0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118, 0x058, 0x00d,
  0x10c, 0x04c, 0x01c, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016, 0x181, 0x0c1, 0x1c0, 0x091,
  0x190, 0x0d0, 0x085, 0x184, 0x0c4, 0x0a8, 0x0a2, 0x08a, 0x02a, 0x094,
]
/** Widths of the six elements of each symbol, of the stop seven (ISO/IEC 15417). */
const code128 = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

function barsOf(widths: readonly number[]): readonly (readonly [number, number])[] {
  let at = 0
  return widths.flatMap((width, i) => {
    at += width
    return i % 2 === 0 ? [[at - width, at] as const] : []
  })
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

/** @param ratio of wide elements to narrow ones, 2 to 3 */
const code39With = (ratio: number): Symbology => ({
  kind: 'code39',
  pitch: 7 + 3 * ratio,
  lastPitch: 6 + 3 * ratio,
  symbols: code39.map((bits) => barsOf(range(9).map((i) => ((bits >> (8 - i)) & 1 ? ratio : 1)))),
  ...{ first: [STAR], inner: range(STAR), last: STAR },
  textOf: (symbols) =>
    symbols
      .slice(1, -1)
      .map((symbol) => ALPHABET[symbol] ?? '')
      .join(''),
})

const STOP = 106
export const symbologies: readonly Symbology[] = [
  {
    kind: 'code128',
    ...{ pitch: 11, lastPitch: 13 },
    symbols: code128.map((widths) => barsOf([...widths].map(Number))),
    ...{ first: [103, 104, 105], inner: range(103), last: STOP },
    textOf: textOf128,
  },
  ...[2, 2.5, 3].map(code39With),
]

const [SHIFT, TO_C, TO_B, TO_A, FUNCTION_1] = [98, 99, 100, 101, 102]

function textOf128(symbols: readonly number[]): string | undefined {
  const [start = 0, ...rest] = symbols.slice(0, -2)
  const sum = rest.reduce((total, symbol, i) => total + symbol * (i + 1), start)
  if (sum % 103 !== symbols.at(-2)) return undefined
  let set = start === 105 ? 'C' : start === 104 ? 'B' : 'A'
  let shifted = false
  let text = ''
  for (const symbol of rest) {
    const here = shifted ? (set === 'A' ? 'B' : 'A') : set
    shifted = false
    if (symbol === FUNCTION_1) continue
    if (here === 'C') {
      if (symbol < 100) text += String(symbol).padStart(2, '0')
      else set = symbol === TO_B ? 'B' : 'A'
    } else if (symbol < 96) {
      const code = here === 'A' && symbol >= 64 ? symbol - 64 : symbol + 32
      if (code < 32 || code > 126) return undefined
      text += String.fromCharCode(code)
    } else if (symbol === SHIFT) shifted = true
    else if (symbol === TO_C) set = 'C'
    else if (symbol === TO_B && here === 'A') set = 'B'
    else if (symbol === TO_A && here === 'B') set = 'A'
  }
  return text
}
