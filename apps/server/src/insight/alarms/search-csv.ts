import { BYTE_ORDER_MARK, toCsvLine } from '@heliograph/domain/format/csv.ts'
import { formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import type { Db } from '../../platform/db/database.ts'
import { type FoundAlarm, searchAlarms } from './search.ts'
import type { AlarmFilter } from './search-filter.ts'

const PAGE = 500
/** Rows of one file; a narrower filter has the rest. */
export const MOST_CSV_ROWS = 50_000

/** The words of a file, and what it says of an alarm, in the reader's language. */
export type CsvWords = Readonly<{
  columns: readonly string[]
  nameOf: (alarm: FoundAlarm) => string
  levelOf: (alarm: FoundAlarm) => string
  influenceOf: (alarm: FoundAlarm) => string
  stateOf: (alarm: FoundAlarm) => string
}>

/** Lines of a CSV file, some hundred alarms at a time, newest first. Times are each plant's own. */
export async function* writeAlarmsCsv(
  db: Db,
  filter: AlarmFilter,
  words: CsvWords,
  nowMs: number,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(words.columns)
  for (let page = 1; page * PAGE <= MOST_CSV_ROWS; page++) {
    const search = { ...filter, isByDay: false, order: 'startTime', direction: 'DESC', page, size: PAGE } as const
    const { alarms } = await searchAlarms(db, search, nowMs)
    if (alarms.length > 0) yield alarms.map((item) => toLine(item, words)).join('')
    if (alarms.length < PAGE) return
  }
}

const toLine = (alarm: FoundAlarm, words: CsvWords): string =>
  toCsvLine([
    words.nameOf(alarm),
    words.levelOf(alarm),
    words.influenceOf(alarm),
    words.stateOf(alarm),
    alarm.plantName,
    alarm.deviceName,
    alarm.serial,
    alarm.part,
    alarm.evidence.code ?? '',
    formatTimestamp(alarm.openedAtMs, alarm.zone),
    alarm.closedAtMs === null ? '' : formatTimestamp(alarm.closedAtMs, alarm.zone),
    alarm.zone,
    new Date(alarm.openedAtMs).toISOString(),
    alarm.lostWh === null ? null : Math.round(alarm.lostWh) / 1000,
    alarm.acknowledgedAtMs === null ? '' : formatTimestamp(alarm.acknowledgedAtMs, alarm.zone),
    alarm.assignee?.name ?? '',
  ])
