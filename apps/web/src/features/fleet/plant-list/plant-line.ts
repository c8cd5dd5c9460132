import type { Status } from '@heliograph/domain/status.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { PlantNow } from '../../../api/plant-now.ts'
import type { Plant } from '../../../api/plants.ts'

type Row = Pick<Plant, 'status' | 'pvW' | 'todayWh' | 'socPercent' | 'nextSunriseMs' | 'zone'>

/** An instant with its shortest format: today's by time, an older one by date. */
type Moment = Readonly<{ atMs: number; isToday: boolean }>

/** The text of a card below the plant's name. */
export type Sentence =
  | Readonly<{ kind: 'today'; energyWh: number | null }>
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
export function withLive(row: Plant, live: PlantNow | undefined): Plant {
  if (!live) return row
  const { status, reason, pvW, todayWh, socPercent, nextSunriseMs } = live
  return { ...row, status, reason, pvW, todayWh, socPercent, nextSunriseMs }
}

/** One plant in a line: its status, its current power, and the one sentence that matters most. */
export function describePlant(row: Row, nowMs: number): PlantLine {
  const { status, pvW: powerW, socPercent } = row
  return { status, powerW, socPercent, sentence: toSentence(row, nowMs) }
}

function toSentence({ status, todayWh, nextSunriseMs: atMs, zone }: Row, nowMs: number): Sentence {
  if (status === 'well') return { kind: 'today', energyWh: todayWh }
  if (status !== 'asleep') return { kind: 'trouble' }
  if (atMs === null) return { kind: 'asleep', sunrise: undefined }
  const isToday = localDate(atMs, zone) === localDate(nowMs, zone)
  return { kind: 'asleep', sunrise: { atMs, isToday } }
}
