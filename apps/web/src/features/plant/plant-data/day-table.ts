import { formatExact } from '@heliograph/domain/format/timestamp.ts'
import type { DayCurveFigures, PowerSlot } from '../../../api/plant-figures.ts'
import type { TableData } from '../../../charts/table-data.ts'
import type { Format } from '../../../texts/use-format.ts'
import type { UseText } from '../../../texts/use-text.tsx'
import { type DaySeriesId, dayDefinitions, hasData } from './day-series.ts'

/** The day as a table: a row per slot, a column per visible series, and marks for estimated and incomplete values. */
export function dayTable(
  day: DayCurveFigures,
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
    rows: day.slots.map((slot) => {
      const { atMs } = slot
      const notes = notesOf(slot, text, format)
      return {
        key: String(atMs),
        name: format.timeOfDay(atMs, day.zone),
        exact: formatExact(atMs, day.zone),
        cells: columns.map(({ id, value }) => (hasData(slot, id) ? value(slot) : null)),
        ...(notes.length > 0 ? { note: notes.join(', ') } : {}),
      }
    }),
  }
}

/** Notes about a slot beside its values. */
export function notesOf(slot: PowerSlot, text: UseText['text'], format: Format): readonly string[] {
  const notes: string[] = []
  if (slot.estimated) notes.push(text('chart.estimated'))
  if (slot.coverage < 0.995)
    notes.push(text('plant-data.day.partly', { share: format.percent(slot.coverage * 100, 0) }))
  return notes
}
