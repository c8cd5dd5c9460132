import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FontHint } from '@heliograph/domain/languages.ts'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

/*
 * Noto Sans writes the alphabets (the files in noto-sans, from @fontsource/noto-sans 5.3.0). Noto Sans for Chinese, Japanese and Korean (SIL Open Font License 1.1) comes in about a hundred files each, for some ranges
 * of characters. A text is cut into runs that one file can write, so that a report opens and embeds only what it uses.
 */
export type Weight = 'regular' | 'bold'
export type FontFile = Readonly<{ name: string; bytes: Buffer; font: Font; advances: Map<number, number> }>
export type Run = Readonly<{ text: string; file: FontFile; widthPt: number }>

/** Measures and cuts texts of one script. Widths and sizes in points. */
export type Fonts = Readonly<{
  /** A text as runs of one font file each; what no file can write becomes an empty box. */
  splitRuns: (text: string, weight: Weight, sizePt: number) => readonly Run[]
  measureText: (text: string, weight: Weight, sizePt: number) => number
  /** Cuts a text that is wider than its place, with an ellipsis. */
  fitText: (text: string, weight: Weight, sizePt: number, widthPt: number) => string
  /** A text as lines of a width. */
  wrapText: (text: string, weight: Weight, sizePt: number, widthPt: number) => readonly string[]
}>

const fileWeights: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 }
/** Of what no file has: an emoji, a rare script. */
const UNKNOWN = '\u25a1'
const LATIN = 'latin'

type Family = 'noto-sans' | 'noto-sans-sc' | 'noto-sans-jp' | 'noto-sans-kr'
/** Families by script, the first that has a sign writes it: a Japanese report never shows Chinese forms. */
const familiesOf: Readonly<Record<FontHint, readonly Family[]>> = {
  latin: ['noto-sans', 'noto-sans-sc', 'noto-sans-kr'],
  cyrillic: ['noto-sans', 'noto-sans-sc', 'noto-sans-kr'],
  chinese: ['noto-sans-sc', 'noto-sans-kr', 'noto-sans'],
  japanese: ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr', 'noto-sans'],
  korean: ['noto-sans-kr', 'noto-sans-sc', 'noto-sans'],
}

type Part = Readonly<{ family: Family; name: string }>
type Range = Readonly<{ from: number; to: number; part: Part }>
type Index = Readonly<{ folder: string; ranges: readonly Range[] }>

const require = createRequire(import.meta.url)
const fileOf: Readonly<Record<Family, string>> = {
  'noto-sans': fileURLToPath(new URL('./noto-sans/unicode.json', import.meta.url)),
  'noto-sans-sc': require.resolve('@fontsource/noto-sans-sc/package.json'),
  'noto-sans-jp': require.resolve('@fontsource/noto-sans-jp/package.json'),
  'noto-sans-kr': require.resolve('@fontsource/noto-sans-kr/package.json'),
}
const indexes = new Map<Family, Index>()
const files = new Map<string, FontFile>()

function openIndex(family: Family): Index {
  const known = indexes.get(family)
  if (known !== undefined) return known
  const folder = dirname(fileOf[family])
  const text = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>
  const all = Object.entries(text).flatMap(([key, list]) => {
    const part: Part = { family, name: key.replace(/[[\]]/g, '') }
    return list.split(',').map((range): Range => {
      const [from = '', to = from] = range.replace('U+', '').split('-')
      return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), part }
    })
  })
  // The alphabets first: digits and letters of one line then come from one file.
  const rank = ({ part: { name } }: Range): number => (name === LATIN ? 0 : /^\d/.test(name) ? 2 : 1)
  const index = { folder, ranges: all.sort((a, b) => rank(a) - rank(b)) }
  indexes.set(family, index)
  return index
}

function openFile({ family, name: part }: Part, weight: Weight): FontFile {
  const name = `${family}-${part}-${fileWeights[weight]}-normal`
  const known = files.get(name)
  if (known !== undefined) return known
  const bytes = unpackWoff(readFileSync(join(openIndex(family).folder, 'files', `${name}.woff`)))
  const opened = { name, bytes, font: create(bytes), advances: new Map<number, number>() }
  files.set(name, opened)
  return opened
}

type Parts = Map<number, Part | undefined>
const partsOf = new Map<FontHint, Parts>()

/** Finds the file that writes a sign of a script. */
function createFinder(script: FontHint): (code: number) => Part | undefined {
  const parts: Parts = partsOf.get(script) ?? new Map()
  partsOf.set(script, parts)
  return (code) => {
    if (parts.has(code)) return parts.get(code)
    let found: Part | undefined
    for (const family of familiesOf[script])
      found ??= openIndex(family).ranges.find(
        ({ from, to, part }) => code >= from && code <= to && openFile(part, 'regular').font.hasGlyphForCodePoint(code),
      )?.part
    parts.set(code, found)
    return found
  }
}

/** In units of the font. There is no kerning (unpack-woff.ts), so that a text is as wide as its letters. */
function advanceOf({ font, advances }: FontFile, text: string): number {
  let sum = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const known = advances.get(code) ?? font.glyphForCodePoint(code).advanceWidth
    advances.set(code, known)
    sum += known
  }
  return sum
}

/** CO₂ without its low 2 is still read. */
const plainOf: Readonly<Record<string, string>> = { '₂': '2' }
/** Words; Chinese and Japanese may break after each sign, but not before a closing one. */
const words =
  /[\u3000-\u9fff\uff00-\uffef][\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]*|[^\s\u3000-\u9fff\uff00-\uffef]+|\s+/gu

/** @param script of the reader's language */
export function openFonts(script: FontHint): Fonts {
  const findPart = createFinder(script)
  const splitRuns: Fonts['splitRuns'] = (text, weight, sizePt) => {
    const runs: { text: string; part: Part }[] = []
    for (const written of text.replace(/\s/g, ' ')) {
      const plain = findPart(written.codePointAt(0) ?? 0) === undefined ? plainOf[written] : undefined
      const own = findPart((plain ?? written).codePointAt(0) ?? 0)
      const character = own === undefined ? UNKNOWN : (plain ?? written)
      const part = own ?? findPart(UNKNOWN.codePointAt(0) ?? 0) ?? { family: 'noto-sans-sc', name: LATIN }
      const last = runs.at(-1)
      // A space between Chinese words needs no file of its own.
      if (last !== undefined && (last.part === part || character === ' ')) last.text += character
      else runs.push({ text: character, part })
    }
    return runs.map((run): Run => {
      const file = openFile(run.part, weight)
      return { text: run.text, file, widthPt: (advanceOf(file, run.text) / file.font.unitsPerEm) * sizePt }
    })
  }
  const measureText: Fonts['measureText'] = (text, weight, sizePt) =>
    splitRuns(text, weight, sizePt).reduce((sum, { widthPt }) => sum + widthPt, 0)
  const fitText: Fonts['fitText'] = (text, weight, sizePt, widthPt) => {
    if (measureText(text, weight, sizePt) <= widthPt) return text
    const signs = [...text]
    while (signs.length > 1 && measureText(`${signs.join('')}…`, weight, sizePt) > widthPt) signs.pop()
    return `${signs.join('').trimEnd()}…`
  }
  const wrapText: Fonts['wrapText'] = (text, weight, sizePt, widthPt) => {
    const lines: string[] = []
    let line = ''
    for (const word of text.match(words) ?? []) {
      const next = line + word
      if (line !== '' && measureText(next.trimEnd(), weight, sizePt) > widthPt) {
        lines.push(line.trimEnd())
        line = word.trimStart()
      } else line = next
    }
    return line.trim() === '' ? lines : [...lines, line.trimEnd()]
  }
  return { splitRuns, measureText, fitText, wrapText }
}
