import { energyUnits, powerUnits } from '@heliograph/domain/accepted-units.ts'
import { type ImportFlow, type ImportUnit, isFlow } from '../mapping.ts'
import {
  anyFlowWords,
  anyValueWords,
  flowWords,
  otherWords,
  positiveWords,
  powerWords,
  readingWords,
  todayWords,
  totalWords,
} from './column-words.ts'
import { unitWord } from './numbers.ts'
import { plainWords } from './plain-words.ts'

/** Meaning of a column by its heading. */
export type Meaning = Readonly<{
  /** grid, battery: which way is not said. any: power or energy of nothing in particular. */
  flow: ImportFlow | 'grid' | 'battery' | 'any' | undefined
  unit: ImportUnit | undefined
  /** The values are another quantity. */
  isOther: boolean
  isToday: boolean
  isTotal: boolean
  isPower: boolean
  /** Its name says only that it holds values. */
  isBare: boolean
  /** A reading of a meter, and no flow. */
  isReading: boolean
  /** Delivered: by whom is not said. */
  isDelivered: boolean
  /** Of a column that goes both ways: the flow of values above zero. */
  positive: ImportFlow | undefined
}>

const deliveredWords = /deliver\w*|gelever\w*/

/** The flow of values above zero by a word for them: consumption from the grid is bought. */
const sideOf: Readonly<Record<'grid' | 'battery', Readonly<Record<string, ImportFlow>>>> = {
  grid: { import: 'import', load: 'import', export: 'export', generation: 'export' },
  battery: { discharge: 'discharge', generation: 'discharge', charge: 'charge', load: 'charge' },
}

/** Words of a name whose parts stand together: `pvPowerW`, `ElectricityProductionUsageKwh`, `ac_power`. */
export const splitWords = (head: string): string =>
  plainWords(
    head
      .replace(/([a-z\d])([A-Z][a-z])/g, '$1 $2')
      .replace(/([a-z])([A-Z]+)(?=$|[^A-Za-z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .replaceAll('.', ' . ')
      .replace(/ \. (?=\d)/g, '.'),
  ).replace(/\s+/g, ' ')

/** Words of a heading on what values above zero are: "(positive: purchase)", "+ import / - export". */
function readSigns(head: string): Readonly<{ about: string; positiveText: string }> {
  const [about = '', plus = ''] = /[+]\s*(\p{L}[^/,;()+]*?)\s*[/,;]\s*[-−–]\s*\p{L}+/u.exec(head) ?? []
  if (plus !== '') return { about, positiveText: plus }
  const [, noted = ''] = /[(（]([^)）]*[:：][^)）]*)[)）]/.exec(head) ?? []
  const [, positiveText = ''] = positiveWords.test(plainWords(noted)) ? (/[:：]\s*(.*)$/.exec(noted) ?? []) : []
  return { about: noted, positiveText }
}

export function meaningOf(head: string): Meaning {
  const words = splitWords(head)
  const whole = plainWords(head)
  // Words about signs name the other direction, too.
  const { about, positiveText } = readSigns(head)
  const positive = positiveText === '' ? undefined : flowIn(plainWords(positiveText))
  const named = positiveText === '' ? words : splitWords(head.replace(about, ' '))
  const isOther =
    otherWords.test(positiveText === '' ? words : named) || otherWords.test(whole.replace(about.toLowerCase(), ''))
  const isAny = anyFlowWords.test(named)
  const unit = findUnit(head)
  const flow =
    flowIn(named, true) ?? (isAny || anyValueWords.test(named) || readingWords.test(named) ? 'any' : undefined)
  return {
    flow: flow ?? positive,
    unit,
    isOther: isOther || (unit === undefined && otherUnits.test(head)),
    isToday: todayWords.test(words),
    isTotal: totalWords.test(words),
    isPower: powerWords.test(words),
    isBare: flow === 'any' && !isAny,
    isReading: flow === 'any' && readingWords.test(named),
    isDelivered: flow === 'import' && deliveredWords.test(words) && !flowIn(words.replace(deliveredWords, ' ')),
    positive: flow === 'grid' || flow === 'battery' ? sideOf[flow][positive ?? 'none'] : positive,
  }
}

function flowIn(words: string): ImportFlow | undefined
function flowIn(words: string, all: true): ImportFlow | 'grid' | 'battery' | undefined
function flowIn(words: string, all = false): ImportFlow | 'grid' | 'battery' | undefined {
  const found = flowWords.find(([flow, expression]) => expression.test(words) && (all || isFlow(flow)))?.[0]
  return found === 'generator' ? undefined : found
}

/** Of voltages, currents, frequencies, temperatures and times. */
const otherUnits = /[[(]\s*(?:m?V|m?A|k?Hz|°\s?[CF]|℃|h|s|min|kΩ|kOhm|rpm)\s*[\])]/
const units: readonly ImportUnit[] = [...powerUnits, ...energyUnits]
const common = ['GWh', 'MWh', 'kWh', 'Wh', 'GW', 'MW', 'kW', 'W'] as const

/** "Tagesertrag/kWh" is a name and its unit, "kWh/kWp" is a share. */
function withoutName(word: string): string {
  const [name = '', unit, more] = word.split('/')
  return unit !== undefined && more === undefined && name.length > 2 && unitWord(name) === undefined ? unit : word
}

/** As a heading spells it, else whatever its letters' case: "mW" is a milliwatt, "MW" and "mw" are a megawatt. */
export function findUnit(head: string): ImportUnit | undefined {
  const words = head.split(/[^A-Za-z/]+/).map(withoutName)
  const exact = units.find((unit) => unit.length > 1 && words.includes(unit)) ?? (words.includes('W') ? 'W' : undefined)
  if (exact !== undefined && exact !== 'J' && exact !== 'cal') return exact
  const lower = words.map((word) => word.toLowerCase())
  const any = common.find((unit) => lower.includes(unit.toLowerCase()))
  if (any !== undefined) return any
  // At the end of a name without spaces.
  const [, joined] = /[a-z\d]((?:[kKMG])?W[hH]?|[kK]wh)$/.exec(words.findLast((word) => word.length > 3) ?? '') ?? []
  if (joined !== undefined) return unitWord(joined)
  const [named] =
    /千瓦时|千瓦|瓦时|[кКмМ]?Вт(?:·год|г|[·*]?ч)?|kilowatt.?hours?|kilowatts?|watt.?hours?/i.exec(head) ?? []
  if (named === undefined) return undefined
  const hours = /hour|时|год|тг|ч/i.test(named)
  if (/^м/i.test(named)) return hours ? 'MWh' : 'MW'
  const kilo = /kilo|千|к/i.test(named)
  return hours ? (kilo ? 'kWh' : 'Wh') : kilo ? 'kW' : 'W'
}
