import { energyUnits, powerUnits } from '@heliograph/domain/accepted-units.ts'
import { guessTimeFormat } from '@heliograph/domain/format/parse-time.ts'
import type { ImportTable } from '../../platform/tables/tables.ts'
import {
  type ColumnForm,
  type ImportColumn,
  type ImportFlow,
  type ImportMapping,
  type ImportUnit,
  isFit,
} from './mapping.ts'

const LOOKED_AT = 200

const flowWords: readonly (readonly [ImportFlow, RegExp])[] = [
  ['export', /export|feed.?in|einspeis|to.?grid|sold|surplus|上网|馈入/],
  ['import', /import|purchase|bezug|from.?grid|bought|购电|取电/],
  ['discharge', /discharg|entlad|放电/],
  ['charge', /charg|ladung|laden|充电/],
  ['load', /load|consum|verbrauch|\buse\b|usage|用电|负载/],
  ['generation', /gener|produc|erzeug|yield|ertrag|solar|\bpv|ac_?power|\bac\b|energy|power|leistung|发电|功率|电量/],
]
/** Values that look like one of those, and are none. */
const others =
  /irrad|poa|ghi|dni|dhi|temp|wind|expect|per_kwp|label|voltage|current|\bdc\b|_dc_|humid|pressure|turbine|refcell/

/** Probable content of a file, from its headings and first rows; a person corrects it. */
export function guessMapping({ heads, rows }: ImportTable, plantZone: string): ImportMapping {
  const some = rows.slice(0, LOOKED_AT)
  const decimalMark = guessDecimalMark(some)
  const timeColumn = guessTimeColumn(heads, some)
  const texts = some.map((row) => row[timeColumn] ?? '').filter((text) => text !== '')
  const timeHead = (heads[timeColumn] ?? '').toLowerCase()
  const found = heads.flatMap((head, column) => (column === timeColumn ? [] : (guessColumn(head, column, some) ?? [])))
  // Two columns of one flow would count twice: a counter is more exact than the power beside it, then the first one.
  const best = new Map([...found].sort(byForm).map((item) => [item.flow, item]))
  const columns = [...best.values()].sort((a, b) => a.column - b.column)
  return {
    timeColumn,
    timeFormat: guessTimeFormat(texts) ?? 'iso',
    zone: /utc|gmt/.test(timeHead) ? 'UTC' : plantZone,
    stamp: /end|bis|until|结束/.test(timeHead) ? 'end' : 'start',
    decimalMark,
    columns,
    overlap: 'skip',
  }
}

/** The first column whose cells are times; one in UTC before others. */
function guessTimeColumn(heads: readonly string[], rows: ImportTable['rows']): number {
  const times = heads.flatMap((head, column) => {
    const texts = rows.map((row) => row[column] ?? '').filter((text) => text !== '')
    return guessTimeFormat(texts) === undefined ? [] : [{ column, isUtc: /utc|gmt/i.test(head) }]
  })
  return (times.find(({ isUtc }) => isUtc) ?? times[0])?.column ?? 0
}

const guessDecimalMark = (rows: ImportTable['rows']): ImportMapping['decimalMark'] => {
  const cells = rows.flat().filter((cell) => /^-?\d+[.,]\d+$/.test(cell))
  return cells.filter((cell) => cell.includes(',')).length > cells.length / 2 ? ',' : '.'
}

function guessColumn(head: string, column: number, rows: ImportTable['rows']): ImportColumn | undefined {
  const name = head.toLowerCase()
  if (others.test(name)) return undefined
  const flow = flowWords.find(([, words]) => words.test(name))?.[0]
  const unit = guessUnit(head)
  if (flow === undefined || unit === undefined) return undefined
  return {
    column,
    flow,
    unit,
    form: guessForm(
      name,
      unit,
      rows.map((row) => row[column] ?? ''),
    ),
  }
}

const units: readonly ImportUnit[] = [...powerUnits, ...energyUnits]

/** As a heading spells it, else in any case: "mW" is a milliwatt, "MW" and "mw" are a megawatt. */
function guessUnit(head: string): ImportUnit | undefined {
  const words = head.split(/[^A-Za-z/]+/)
  const exact = units.find((unit) => words.includes(unit))
  if (exact !== undefined) return exact
  const lower = words.map((word) => word.toLowerCase())
  return common.find((unit) => lower.includes(unit.toLowerCase()))
}
/** In headings of small or capital letters alone. */
const common: readonly ImportUnit[] = ['GWh', 'MWh', 'kWh', 'Wh', 'GW', 'MW', 'kW', 'W']

function guessForm(name: string, unit: ImportUnit, texts: readonly string[]): ColumnForm {
  if (isFit('power', unit)) return 'power'
  if (/today|daily|heute|当日/.test(name)) return 'today'
  const values = texts.filter((text) => text !== '').map((text) => Number(text.replace(',', '.')))
  const rises = values.every((value, i) => i === 0 || value >= (values[i - 1] ?? value))
  return rises && (values.at(-1) ?? 0) > 0 && values.length > 10 ? 'total' : 'energy'
}

const order: readonly ColumnForm[] = ['power', 'energy', 'today', 'total']
const byForm = (a: ImportColumn, b: ImportColumn): number =>
  order.indexOf(a.form) - order.indexOf(b.form) || b.column - a.column
