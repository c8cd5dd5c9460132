import type { DayRecord, PeriodStats, PowerRecord, SkyPart } from '@heliograph/contract/maintain-s/history.ts'
import type { DayPoint, PlantDay, PlantPeriod, RangeFigures } from '../../fleet/plants/plants.ts'
import { partOf, toKwh, toSeconds, toSecondsOrNull } from './scales.ts'
import { toWireFigures } from './system-wire.ts'

const toRecord = (point: DayPoint): PowerRecord => ({
  dateTime: toSeconds(point.atMs),
  generationPower: point.pvW,
  usePower: point.loadW,
  wirePower: point.gridW,
  buyPower: partOf(point.gridW, 1),
  gridPower: partOf(point.gridW, -1),
  batteryPower: point.batteryW,
  chargePower: partOf(point.batteryW, -1),
  dischargePower: partOf(point.batteryW, 1),
  batterySoc: point.socPercent,
  generatorPower: point.generatorW,
  upsPower: point.upsW,
  coverage: point.coverage,
  estimated: point.estimated,
})

const toSky = ({ clearSkyWh, comparison }: PlantPeriod['sky']): SkyPart => ({
  clearSkyValue: toKwh(clearSkyWh),
  comparison: comparison && {
    with: comparison.with,
    from: comparison.from,
    to: comparison.to,
    days: comparison.days,
    generationValue: comparison.generationWh / 1000,
    clearSkyValue: comparison.clearSkyWh / 1000,
  },
})

export const toDayRecord = (day: PlantDay): DayRecord => ({
  date: day.date,
  timeZone: day.zone,
  from: toSeconds(day.fromMs),
  to: toSeconds(day.toMs),
  intervalS: day.slotMs / 1000,
  sunrise: toSecondsOrNull(day.sunriseMs),
  sunset: toSecondsOrNull(day.sunsetMs),
  statistics: toWireFigures(day.statistics),
  records: day.points.map(toRecord),
  clearSky: day.clearSky.map(({ atMs, powerW }) => ({ dateTime: toSeconds(atMs), power: powerW })),
  gaps: day.gaps.map(({ fromMs, toMs }) => ({ from: toSeconds(fromMs), to: toSeconds(toMs) })),
  ...toSky(day.sky),
})

/** `2026-09-01`, or `2026-09-01_2026-09-30`. */
export function toOtherRange(text: string) {
  const [from = '', to] = text.split('_')
  return { from, to }
}

export const toRangeRow = ({ from, to, known, whole, days }: RangeFigures) => ({
  from,
  to,
  knownDays: known,
  statistics: toWireFigures(whole),
  records: days.map(({ date, figures }) => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    return { year, month, day, ...toWireFigures(figures) }
  }),
})

export const toPeriodStats = (period: PlantPeriod): PeriodStats => ({
  statistics: toWireFigures(period.statistics),
  records: period.rows.map(({ year, month, day, figures }) => ({ year, month, day, ...toWireFigures(figures) })),
  operatingTotalDays: period.operatingDays,
  currency: period.currency,
  ...toSky(period.sky),
})
