import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import type { PlantFacts } from '../../fleet/plants/plants.ts'
import { nameAlarm, namePart, type PeriodAlarm, readPlantAlarms, translateAlarms } from '../../insight/alarms/alarms.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  type Cell,
  type Column,
  type ExportRows,
  instantColumn,
  numberColumn,
  type Page,
  textColumn,
} from './export-columns.ts'

const PAGE = 500

/** A row for each alarm that held on these days; how long and what it cost are those of the whole alarm. */
export function readAlarms(
  db: Db,
  { plantId, currency }: PlantFacts,
  definition: ExportDefinition,
  nowMs: number,
): ExportRows {
  const translate = translateAlarms(definition.language)
  const columns: readonly Column[] = [
    textColumn('alarm', translate('alarm-page.csv.name')),
    textColumn('level', translate('alarm-page.csv.level')),
    textColumn('influence', translate('alarm-page.csv.influence')),
    textColumn('state', translate('alarm-page.csv.state')),
    textColumn('device', translate('alarm-page.csv.device')),
    textColumn('serial', translate('alarm-page.csv.serial')),
    textColumn('part', translate('alarm-page.csv.part')),
    textColumn('code', translate('alarm-page.csv.code')),
    { ...instantColumn(translate), id: 'began', name: translate('alarm-page.csv.from') },
    { ...instantColumn(translate), id: 'ended', name: translate('alarm-page.csv.to') },
    numberColumn('lasted', translate('alarm-page.column.lasted'), 'h', 2),
    numberColumn('loss', translate('alarm-page.column.lost'), 'kWh', 3),
    numberColumn('lossMoney', translate('alarm-page.column.lost'), currency, 2),
    { ...instantColumn(translate), id: 'acknowledged', name: translate('alarm-page.csv.acknowledged') },
    textColumn('assignee', translate('alarm-page.csv.assignee')),
  ]
  return { columns, pages: readPages(db, plantId, definition, translate, nowMs) }
}

async function* readPages(
  db: Db,
  plantId: number,
  { from, to }: ExportDefinition,
  translate: Translate,
  nowMs: number,
): AsyncGenerator<Page> {
  let after: PeriodAlarm | undefined
  for (let share = 0.5; ; share += (1 - share) / 2) {
    const alarms = await readPlantAlarms(db, plantId, { from, to, after, size: PAGE })
    const isEnd = alarms.length < PAGE
    yield { rows: alarms.map((item) => toRow(item, translate, nowMs)), share: isEnd ? 1 : share }
    if (isEnd) return
    after = alarms.at(-1)
  }
}

function toRow(alarm: PeriodAlarm, translate: Translate, nowMs: number): readonly Cell[] {
  const { level, influence, openedAtMs, closedAtMs, lostWh, lostIncome } = alarm
  return [
    nameAlarm(translate, alarm),
    translate(`alarm-page.level.${level}`),
    translate(`alarm-page.influence.${influence}`),
    translate(closedAtMs === null ? 'alarm-page.state.open' : 'alarm-page.state.closed'),
    alarm.deviceName ?? translate('alarm-page.wholePlant'),
    alarm.serial,
    namePart(translate, alarm.part),
    alarm.code,
    openedAtMs,
    closedAtMs,
    Math.max(0, (closedAtMs ?? nowMs) - openedAtMs) / HOUR_MS,
    lostWh === null ? null : lostWh / 1000,
    lostIncome,
    alarm.acknowledgedAtMs,
    alarm.assignee,
  ]
}
