import type { DayRecord } from '@heliograph/contract/maintain-s/history.ts'
import type { TableData } from '../../charts/table-data.ts'
import type { Format } from '../../texts/use-format.ts'
import type { UseText } from '../../texts/use-text.tsx'
import { type DaySeriesId, dayDefinitions, isHeard } from './day-series.ts'

/** The day as a table: a row per slot, a column per series on screen, what is estimated or incomplete beside it. */
export function dayTable(
  day: DayRecord,
  selected: ReadonlySet<DaySeriesId>,
  text: UseText['text'],
  format: Format,
): TableData {
  const columns = dayDefinitions.filter(({ id }) => selected.has(id))
  return {
    rowName: text('chart.time'),
    columns: columns.map(({ id, name, axis }) => ({
      id,
      name: text(name),
      unit: axis === 'soc' ? '%' : 'W',
      decimals: axis === 'soc' ? 1 : 0,
    })),
    rows: day.records.map((record) => {
      const atMs = record.dateTime * 1000
      const notes = notesOf(record, text, format)
      return {
        key: String(record.dateTime),
        name: format.timeOfDay(atMs, day.timeZone),
        exact: format.timestamp(atMs, day.timeZone),
        cells: columns.map(({ id, value }) => (isHeard(record, id) ? value(record) : null)),
        ...(notes.length > 0 ? { note: notes.join(', ') } : {}),
      }
    }),
  }
}

/** What must be said about a slot beside its figures. */
export function notesOf(
  record: DayRecord['records'][number],
  text: UseText['text'],
  format: Format,
): readonly string[] {
  const notes: string[] = []
  if (record.estimated) notes.push(text('chart.estimated'))
  if (record.coverage < 0.995)
    notes.push(text('plant-data.day.partly', { share: format.percent(record.coverage * 100, 0) }))
  return notes
}
