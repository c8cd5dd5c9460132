import type { StationRow } from '@heliograph/contract/maintain-s/station.ts'
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { localDate } from '@heliograph/domain/time.ts'

type Row = Pick<
  StationRow,
  'status' | 'reason' | 'generationPower' | 'generationValue' | 'batterySoc' | 'nextSunrise' | 'regionTimezone'
>

/** An instant with its shortest format: today's by time, an older one by date. */
type Moment = Readonly<{ atMs: number; isToday: boolean }>

/** The text of a card below the plant's name. */
export type Sentence =
  | Readonly<{ kind: 'today'; energyKwh: number | null }>
  | Readonly<{ kind: 'trouble' }>
  | Readonly<{ kind: 'asleep'; sunrise: Moment | undefined }>

export type PlantLine = Readonly<{
  status: Status
  /** null when the current value is unknown: an old value is not shown. */
  powerW: number | null
  socPercent: number | null
  sentence: Sentence
}>

/** The open plant's card shows the same values as its page. */
export function withLive(row: StationRow, live: FastSystem | undefined): StationRow {
  if (!live) return row
  return {
    ...row,
    status: live.status,
    reason: live.reason,
    generationPower: live.generationPower,
    generationValue: live.generationValue,
    batterySoc: live.batterySoc,
    nextSunrise: live.nextSunrise,
    lastUpdateTime: live.lastUpdateTime,
  }
}

/** One plant in a line: its status, its current power, and the one sentence that matters most. */
export function describePlant(row: Row, nowMs: number): PlantLine {
  const { status, generationPower: powerW, batterySoc: socPercent } = row
  return { status, powerW, socPercent, sentence: toSentence(row, nowMs) }
}

function toSentence({ status, generationValue, nextSunrise, regionTimezone }: Row, nowMs: number): Sentence {
  if (status === 'well') return { kind: 'today', energyKwh: generationValue }
  if (status !== 'asleep') return { kind: 'trouble' }
  if (nextSunrise === null) return { kind: 'asleep', sunrise: undefined }
  const atMs = nextSunrise * 1000
  const isToday = localDate(atMs, regionTimezone) === localDate(nowMs, regionTimezone)
  return { kind: 'asleep', sunrise: { atMs, isToday } }
}
