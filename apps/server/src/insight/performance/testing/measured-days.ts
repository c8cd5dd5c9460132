import { readFileSync } from 'node:fs'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { type JudgedDay, judgeDay } from '@heliograph/domain/performance/judge-day.ts'
import type { Loss, LossKind } from '@heliograph/domain/performance/losses.ts'
import { type PastDay, toPastDay } from '@heliograph/domain/performance/past-days.ts'
import { splitRest } from '@heliograph/domain/performance/split-rest.ts'
import {
  type DayReference,
  type MeteredFeedIn,
  makeCourse,
  type SampledInverter,
  type Site,
  type Sky,
} from '../make-course.ts'
import type { Points } from '../slot-means.ts'

/** Rows of a measured plant, by the names of its columns; times as UTC ms. */
export type Row = Readonly<Record<string, number>> & Readonly<{ atMs: number }>

/** @param folder of the fixtures, relative to this file; empty cells are NaN */
export function readRows(folder: string, file: string): readonly Row[] {
  const [head = '', ...lines] = readFileSync(new URL(`${folder}/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    const time = cells[0] ?? ''
    const numbers = names.slice(1).map((name, i) => [name, cells[i + 1] === '' ? Number.NaN : Number(cells[i + 1])])
    return { ...Object.fromEntries(numbers), atMs: Date.parse(time.endsWith('Z') ? time : `${time}Z`) }
  })
}

/** One column as readings; what is missing is left out. */
export const pointsOf = (rows: readonly Row[], name: string, factor = 1, shiftMs = 0): Points =>
  rows.flatMap((row) => {
    const value = (row[name] ?? Number.NaN) * factor
    return Number.isNaN(value) ? [] : [{ atMs: row.atMs + shiftMs, value }]
  })

/** Power error codes are no power. */
export const powerOf = (rows: readonly Row[], name: string, factor = 1): Points =>
  pointsOf(rows, name, factor).flatMap(({ atMs, value }) =>
    value < -1_000 ? [] : [{ atMs, value: Math.max(0, value) }],
  )

export type MeasuredDay = JudgedDay &
  Readonly<{ date: string; losses: readonly Loss[]; reference: DayReference; lost: (kind: LossKind) => number }>

/** Judges the days of a measured plant one after the other, as the job does. Offsets as hours east of UTC. */
export function judgeMeasured(options: {
  site: Site
  offsetHours: number
  days: readonly string[]
  inverters: (fromMs: number, toMs: number) => readonly SampledInverter[]
  sky: Sky
  feedIn?: (fromMs: number, toMs: number) => MeteredFeedIn
  producedWh?: (fromMs: number, toMs: number) => number | null
  slotMs?: number
}): readonly MeasuredDay[] {
  const past: PastDay[] = []
  let isAfterSnow = false
  return options.days.map((date) => {
    const fromMs = Date.parse(`${date}T00:00:00Z`) - options.offsetHours * 3_600_000
    const toMs = fromMs + DAY_MS
    const inverters = options.inverters(fromMs, toMs)
    const slotHours = (options.slotMs ?? 900_000) / 3_600_000
    const { course, reference } = makeCourse({
      site: options.site,
      fromMs,
      toMs,
      inverters,
      sky: options.sky,
      usualShare: 0.7,
      isAfterSnow,
      ...(options.slotMs === undefined ? {} : { slotMs: options.slotMs }),
      producedWh: null,
      feedIn: options.feedIn?.(fromMs, toMs),
    })
    const readWh = course.inverters.map(({ powerW }) =>
      powerW.some((w) => !Number.isNaN(w)) ? powerW.reduce((sum, w) => sum + (w > 0 ? w : 0), 0) * slotHours : null,
    )
    const heard = readWh.filter((wh) => wh !== null)
    const producedWh =
      options.producedWh?.(fromMs, toMs) ?? (heard.length > 0 ? heard.reduce((sum, wh) => sum + wh, 0) : null)
    const judged = judgeDay({ ...course, producedWh })
    const dayNumber = Date.parse(date) / DAY_MS
    const losses = splitRest(judged, { dayNumber, utcDayMs: Math.floor(fromMs / DAY_MS) * DAY_MS }, past)
    isAfterSnow = losses.some(({ kind }) => kind === 'snow')
    const own = judged.shape && toPastDay(dayNumber, judged.shape)
    if (own !== null) past.push(own)
    const lost = (kind: LossKind): number =>
      losses.reduce((sum, loss) => sum + (loss.kind === kind ? loss.energyWh : 0), 0)
    return { ...judged, date, losses, reference, lost }
  })
}

/** Dates from one to another, both included. */
export function listDates(from: string, to: string): readonly string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * DAY_MS).toISOString().slice(0, 10))
}
