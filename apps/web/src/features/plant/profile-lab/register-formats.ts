/** The sensible readings of two words that follow each other. */
export type Formats = Readonly<{
  hex: string
  u16: number
  s16: number
  /** null: no second word. */
  u32: number | null
  s32: number | null
  f32: number | null
  /** With the low word first. */
  u32Low: number | null
  f32Low: number | null
  text: string
}>

const toFloat = (high: number, low: number): number | null => {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint16(0, high)
  view.setUint16(2, low)
  const value = view.getFloat32(0)
  // Numbers that no device sends show that the words are none.
  return Number.isFinite(value) && (value === 0 || (Math.abs(value) > 1e-6 && Math.abs(value) < 1e12)) ? value : null
}

const letterOf = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')

/** A word, alone and with the next one, in every sensible format. */
export function formatsOf(word: number, next: number | undefined): Formats {
  const both = next === undefined ? null : word * 0x10000 + next
  return {
    hex: `0x${word.toString(16).toUpperCase().padStart(4, '0')}`,
    u16: word,
    s16: word >= 0x8000 ? word - 0x10000 : word,
    u32: both,
    s32: both === null ? null : both | 0,
    f32: next === undefined ? null : toFloat(word, next),
    u32Low: next === undefined ? null : next * 0x10000 + word,
    f32Low: next === undefined ? null : toFloat(next, word),
    text: letterOf(word >> 8) + letterOf(word & 0xff),
  }
}
