import type { StationRow } from '@heliograph/contract/maintain-s/station.ts'
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import { localDate } from '@heliograph/domain/time.ts'

type Row = Pick<
  StationRow,
  | 'condition'
  | 'warningStatus'
  | 'generationPower'
  | 'generationValue'
  | 'batterySoc'
  | 'nextSunrise'
  | 'lastUpdateTime'
  | 'regionTimezone'
>

/** An instant with how it is best written: today's by its time, an older one by its date. */
type Moment = Readonly<{ atMs: number; isToday: boolean }>

/** What a card says below the plant's name. */
export type Sentence =
  | Readonly<{ kind: 'today'; energyKwh: number | null }>
  | Readonly<{ kind: 'alarm' }>
  | Readonly<{ kind: 'late' | 'silent'; since: Moment }>
  | Readonly<{ kind: 'asleep'; sunrise: Moment | undefined }>
  | Readonly<{ kind: 'waiting' }>

export type PlantLine = Readonly<{
  status: 'ok' | 'alarm' | 'stale' | 'offline' | 'asleep' | 'waiting'
  /** null where nothing is known of now: an old figure is no figure. */
  powerW: number | null
  socPercent: number | null
  sentence: Sentence
}>

/** The open plant's card shows the same figures as its page. */
export function withLive(row: StationRow, live: FastSystem | undefined): StationRow {
  if (!live) return row
  return {
    ...row,
    condition: live.condition,
    generationPower: live.generationPower,
    generationValue: live.generationValue ?? row.generationValue,
    batterySoc: live.batterySoc ?? row.batterySoc,
    nextSunrise: live.nextSunrise,
    lastUpdateTime: live.lastUpdateTime,
  }
}

/** One plant in a line: its state, its power now, and the one sentence that matters most. */
export function describePlant(row: Row, nowMs: number): PlantLine {
  const moment = (seconds: number): Moment => ({
    atMs: seconds * 1000,
    isToday: localDate(seconds * 1000, row.regionTimezone) === localDate(nowMs, row.regionTimezone),
  })
  const isFresh = row.condition === 'ok' || row.condition === 'stale'
  const status = row.condition === 'ok' && row.warningStatus === 'ALERT' ? 'alarm' : row.condition
  return {
    status,
    powerW: isFresh || row.condition === 'asleep' ? row.generationPower : null,
    socPercent: isFresh ? row.batterySoc : null,
    sentence: toSentence(row, status, moment),
  }
}

function toSentence(row: Row, status: PlantLine['status'], moment: (seconds: number) => Moment): Sentence {
  if (status === 'alarm') return { kind: 'alarm' }
  if (status === 'asleep')
    return { kind: 'asleep', sunrise: row.nextSunrise === null ? undefined : moment(row.nextSunrise) }
  if (status === 'waiting' || row.lastUpdateTime === null) return { kind: 'waiting' }
  if (status === 'stale') return { kind: 'late', since: moment(row.lastUpdateTime) }
  if (status === 'offline') return { kind: 'silent', since: moment(row.lastUpdateTime) }
  return { kind: 'today', energyKwh: row.generationValue }
}
