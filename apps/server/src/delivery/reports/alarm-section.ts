import { formatDuration } from '@heliograph/domain/format/age.ts'
import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatNumber, MISSING } from '@heliograph/domain/format/number.ts'
import { formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import {
  type AlarmsOfPeriod,
  nameAlarm,
  namePart,
  type PeriodAlarm,
  translateAlarms,
} from '../../insight/alarms/alarms.ts'
import { ink } from './look.ts'
import type { Pages } from './pages.ts'
import type { ReportLanguage } from './report-texts.ts'
import { drawTable, type TableColumn } from './table.ts'

/** Rows of the section; a file of alarms has all. */
export const MOST_ALARMS = 25

/**
 * Alarms of the period: how many, and those with the greatest loss, with their duration and cost.
 * @param alarms undefined: the reader may not see alarms, and nothing is written
 */
export function drawAlarms(
  pages: Pages,
  alarms: AlarmsOfPeriod | undefined,
  { code, translate, locale }: ReportLanguage,
  { isFleet, nowMs }: Readonly<{ isFleet: boolean; nowMs: number }>,
): void {
  if (alarms === undefined) return
  const { sums, worst } = alarms
  const words = translateAlarms(code)
  pages.title(translate('reports.alarms'))
  if (sums.count === 0) {
    pages.write(translate('reports.alarms.none'), { sizePt: 9, color: ink.soft })
    return
  }
  pages.write(translate('reports.alarms.sums', { count: sums.count, faults: sums.faults, open: sums.open }), {
    sizePt: 9,
    color: ink.soft,
  })
  pages.take(4)
  const left = (name: string, weight: number): TableColumn => ({ name, unit: '', align: 'left', weight })
  const right = (name: string, unit: string, weight = 1): TableColumn => ({ name, unit, align: 'right', weight })
  const placeOf = ({ plantName, deviceName, part }: PeriodAlarm): string =>
    [...(isFleet ? [plantName] : []), deviceName ?? words('alarm-page.wholePlant'), namePart(words, part)]
      .filter(Boolean)
      .join(' · ')
  drawTable(
    pages,
    [
      left(words('alarm-page.csv.name'), 2.2),
      left(words('alarm-page.column.where'), 2.2),
      left(words('alarm-page.level'), 0.9),
      left(words('alarm-page.csv.from'), 1.5),
      right(words('alarm-page.column.lasted'), '', 1.4),
      right(words('alarm-page.column.lost'), 'kWh', 0.9),
      right(words('alarm-page.column.lost'), '', 1),
    ],
    worst.map((alarm) => {
      const { openedAtMs, closedAtMs, lostWh, lostIncome, currency, zone } = alarm
      const lasted = formatDuration(Math.max(0, (closedAtMs ?? nowMs) - openedAtMs), locale)
      return [
        nameAlarm(words, alarm),
        placeOf(alarm),
        words(`alarm-page.level.${alarm.level}`),
        formatTimestamp(openedAtMs, zone).slice(0, 16),
        closedAtMs === null ? `≥ ${lasted}` : lasted,
        lostWh === null ? MISSING : formatNumber(lostWh / 1000, locale),
        formatMoney(lostIncome, currency, locale),
      ]
    }),
  )
  pages.take(4)
  pages.write(translate('reports.alarms.note', { shown: worst.length }), { sizePt: 8.5, color: ink.quiet })
}
