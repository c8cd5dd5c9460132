/** Finds cities by what a person types: a name in any spelling, with a country or area, or a postal address around it. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { type Cities, type City, openCities } from './cities.ts'
import { foldName } from './fold-name.ts'
import { listCountryNames, nameOf, openNames, type PlaceNames } from './place-names.ts'

export type FoundCity = Readonly<{
  city: City
  /** The spelling that was typed, where it is another. */
  matched: string | null
  areaName: string | null
  countryName: string
}>

export const MOST_FOUND = 10
const MOST_CANDIDATES = 400
/** Bonuses in eighths of a doubling of people. */
const EXACT = 40
const HINTED = 80
const NEAR_HOME = 32

/** All names, the largest city first, so that the first hits are the best. */
type Index = Readonly<{
  /** Each city's folded names with a tab between them, on a line of its own. */
  text: Buffer
  lines: Uint32Array
  /** The city of each line. */
  order: Uint32Array
  /** Where names, and the later words of names, start in the text, by their first two letters. */
  ofNames: ReadonlyMap<string, Uint32Array>
  ofWords: ReadonlyMap<string, Uint32Array>
}>
const TAB = 9
const LINE_FEED = 10
const indexes = new WeakMap<Cities, Promise<Index>>()

export async function searchCities(
  typed: string,
  language: LanguageCode,
  homeCountry: string | undefined,
): Promise<readonly FoundCity[]> {
  const [cities, names] = await Promise.all([openCities(), openNames()])
  let making = indexes.get(cities)
  if (!making) {
    making = makeIndex(cities)
    indexes.set(cities, making)
  }
  const index = await making
  const best = new Map<number, number>()
  const readings = readTyped(typed)
  // Many cities share an area, and folding its names is most of the work.
  const around = new Map<string, string>()
  const isHint = (city: City, hint: string): boolean => {
    const key = `${city.country} ${city.area}`
    const known = around.get(key) ?? foldAround(city, names, language)
    around.set(key, known)
    return known.includes(` ${hint} `)
  }
  for (const { name, hints, isSure } of readings)
    for (const [city, exact] of findNamed(index, name)) {
      const hinted = hints.length === 0 ? 0 : hints.filter((hint) => isHint(cities.at(city), hint)).length
      if (isSure && hinted < hints.length) continue
      const score =
        (cities.sizes[city] ?? 0) +
        (exact ? EXACT : 0) +
        hinted * HINTED +
        (cities.countryAt(city) === homeCountry ? NEAR_HOME : 0)
      if (score > (best.get(city) ?? Number.NEGATIVE_INFINITY)) best.set(city, score)
    }
  // A line without commas may end with the city: `Hauptstrasse 5 80331 Munich`.
  for (const name of best.size > 0 ? [] : readEnds(readings[0]?.name ?? ''))
    if (best.size === 0)
      for (const [city, exact] of findNamed(index, name)) if (exact) best.set(city, cities.sizes[city] ?? 0)
  const typedNames = readings.flatMap(({ name }) => [name, ...readEnds(name)])
  return [...best]
    .sort(([, left], [, right]) => right - left)
    .slice(0, MOST_FOUND)
    .map(([at]) => {
      const city = cities.at(at)
      const own = foldName(city.name)
      const matched = typedNames.some((name) => own.includes(name))
        ? null
        : (cities.namesAt(at).find((text) => typedNames.some((name) => foldName(text).startsWith(name))) ?? null)
      return {
        city,
        matched,
        areaName: nameOf(names.areas[city.area], language),
        countryName: listCountryNames(language).get(city.country) ?? city.country,
      }
    })
}

/** `isSure`: every hint must fit, because it may as well be a part of the name. */
type Reading = Readonly<{ name: string; hints: readonly string[]; isSure: boolean }>

/** Ways to read a line: which part is the city, and what else it says. Numbers are of houses and postcodes. */
function readTyped(typed: string): readonly Reading[] {
  const parts = typed
    .slice(0, 200)
    .split(/[,;\n]/)
    .map((part) => foldName(part.replace(/\S*\p{Nd}\S*/gu, ' ')).replace(/\s+/g, ' '))
    .filter((part) => part.length > 1)
    .slice(0, 6)
  const readings = parts.map((name, at) => ({
    name,
    hints: parts.filter((_, other) => other !== at),
    isSure: false,
  }))
  const words = parts.length === 1 ? (parts[0] ?? '').split(' ').slice(0, 6) : []
  const cuts = words.slice(1).map((_, at) => ({
    name: words.slice(0, at + 1).join(' '),
    hints: [words.slice(at + 1).join(' ')],
    isSure: true,
  }))
  return [...readings, ...cuts]
}

const readEnds = (line: string): readonly string[] => {
  const words = line.split(' ').slice(-6)
  return words.slice(1).map((_, at) => words.slice(at + 1).join(' '))
}

/** The names of a city's area and country between spaces and tabs, as hints are looked for. */
const foldAround = (city: City, names: PlaceNames, language: LanguageCode): string =>
  [
    city.country,
    listCountryNames(language).get(city.country),
    listCountryNames('en').get(city.country),
    nameOf(names.areas[city.area], language),
    nameOf(names.areas[city.area], 'en'),
    city.area.slice(3),
  ]
    .flatMap((name) => (name === undefined || name === null ? [] : [` ${foldName(name)} `]))
    .join('\t')

/** The cities with a name that starts with the text; else those with a word in it that does. True: it is the whole name. */
function findNamed(index: Index, name: string): ReadonlyMap<number, boolean> {
  const found = new Map<number, boolean>()
  const wanted = Buffer.from(name)
  for (const starts of [index.ofNames, index.ofWords]) {
    if (found.size > 0) break
    for (const at of starts.get(name.slice(0, 2)) ?? []) {
      const end = at + wanted.length
      if (index.text.compare(wanted, 0, wanted.length, at, end) !== 0) continue
      const city = index.order[lineAt(index.lines, at)] ?? 0
      const whole = starts === index.ofNames && (index.text[end] === TAB || index.text[end] === LINE_FEED)
      found.set(city, found.get(city) === true || whole)
      if (found.size === MOST_CANDIDATES) break
    }
  }
  return found
}

function lineAt(lines: Uint32Array, at: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** In pieces, so that other requests are answered meanwhile. */
async function makeIndex(cities: Cities): Promise<Index> {
  const order = Uint32Array.from({ length: cities.count }, (_, index) => index)
  order.sort((left, right) => (cities.sizes[right] ?? 0) - (cities.sizes[left] ?? 0) || left - right)
  const lines = new Uint32Array(cities.count)
  const pieces: Buffer[] = []
  const ofNames = new Map<string, number[]>()
  const ofWords = new Map<string, number[]>()
  const note = (starts: Map<string, number[]>, word: string, at: number): void => {
    const key = word.slice(0, 2)
    const known = starts.get(key)
    if (known) known.push(at)
    else starts.set(key, [at])
  }
  let length = 0
  for (let from = 0; from < cities.count; from += 2_000) {
    for (let line = from; line < Math.min(cities.count, from + 2_000); line += 1) {
      lines[line] = length
      for (const name of cities.namesAt(order[line] ?? 0).map(foldName)) {
        const piece = Buffer.from(`${name}\t`)
        note(ofNames, name, length)
        for (let space = name.indexOf(' '); space >= 0; space = name.indexOf(' ', space + 1))
          note(ofWords, name.slice(space + 1), length + Buffer.byteLength(name.slice(0, space + 1)))
        length += piece.length
        pieces.push(piece)
      }
      pieces[pieces.length - 1]?.writeUInt8(LINE_FEED, (pieces.at(-1)?.length ?? 1) - 1)
    }
    await new Promise((resume) => setImmediate(resume))
  }
  return { text: Buffer.concat(pieces), lines, order, ofNames: toCompact(ofNames), ofWords: toCompact(ofWords) }
}

const toCompact = (starts: ReadonlyMap<string, readonly number[]>): ReadonlyMap<string, Uint32Array> =>
  new Map([...starts].map(([key, list]) => [key, Uint32Array.from(list)]))
