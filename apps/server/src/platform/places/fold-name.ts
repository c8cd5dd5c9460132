/** Letters that Unicode does not decompose, as people type them without their keyboard. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ə: 'e',
}

/** A name as the search compares it: lower case, without accents, punctuation as one space. */
export function foldName(name: string): string {
  const lower = name.toLowerCase()
  // Most names are plain letters: the expensive way is for the others.
  if (/^[a-z0-9 ]*$/.test(lower)) return lower.trim()
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłıþħŋə]/g, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}
