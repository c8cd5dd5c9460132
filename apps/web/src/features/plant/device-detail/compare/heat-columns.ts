import { formatDayOfMonth, formatMonthName } from '@heliograph/domain/format/date.ts'
import { formatTimeOfDay } from '@heliograph/domain/format/timestamp.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { nameInstant, type Resolution } from '../../../../charts/time-ticks.ts'

/** The head of a heat table's column, short and in full. */
export function nameColumn(
  atMs: number,
  zone: string,
  locale: string,
  resolution: Resolution,
): Readonly<{ label: string; title: string }> {
  const title = nameInstant(atMs, zone, locale, resolution, true)
  const date = localDate(atMs, zone)
  switch (resolution) {
    case 'instant':
    case 'hour':
      return { label: formatTimeOfDay(atMs, zone).slice(0, 2), title }
    case 'day':
      return { label: formatDayOfMonth(date, locale), title }
    case 'month':
      return { label: formatMonthName(date.slice(0, 7), locale), title }
    case 'year':
      return { label: date.slice(0, 4), title }
  }
}
