import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { Latest } from '../../fleet/telemetry/telemetry.ts'
import type { KnownDevice } from './known-devices.ts'

/** How a record goes on from what was accepted of its device. */
export type Agreement = Readonly<{
  serial: string
  /** undefined: nothing is known of this device. */
  fits: boolean | undefined
  /** For each lifetime counter, and for today's and yesterday's: the chance that a guess is as close to it, 0 to 1. */
  lifetime: readonly number[]
  daily: readonly number[]
}>

/** The chance that independent guesses are together as close as these (Fisher 1932), 0 to 1. */
export function chanceOf(odds: readonly number[]): number {
  const product = odds.reduce((all, odd) => all * odd, 1)
  let term = 1
  let sum = odds.length === 0 ? 1 : 0
  for (let n = 0; n < odds.length; n += 1) {
    sum += term
    term *= -Math.log(product) / (n + 1)
  }
  return Math.min(1, product * sum)
}

/** Totals that do not follow from each other; pv1 does from generation and the others. */
const lifetime: readonly QuantityId[] = [
  'generationTotalWh',
  'pv2TotalWh',
  'pv3TotalWh',
  'pv4TotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'batteryChargeTotalWh',
]
const madeBySun: ReadonlySet<QuantityId> = new Set(lifetime.slice(0, 4))
/** A sender that knows a plant's size and age can guess its counters to a quarter. */
const GUESSED_SHARE = 0.25
/** Clouds' edges. */
const MARGIN = 1.5
const TURNED_MS = 2 * HOUR_MS
/** Over more than this a plant is taken to work at its rating. */
const MOST_SUN_MS = 3 * DAY_MS
const YESTERDAY_STEP_WH = 100

/** @param known the device and its newest accepted values; undefined: the plant has no such device, or it is in no figure */
export function agreementOf(
  { deviceSerial: serial, values }: Decoded,
  known: Readonly<{ device: KnownDevice; latest: Latest | undefined }> | undefined,
  nowMs: number,
): Agreement {
  const latest = known?.latest
  if (known === undefined || latest === undefined) return { serial, ...nothing }
  const { meta } = known.device
  const found = lifetime.flatMap((id): Window[] => {
    const before = latest.values[id]
    const now = values[id]
    if (before === undefined || now === undefined) return []
    const rule = meta.ruleOf(id)
    const isCoarse = before.value % rule.maxStepWh === 0 && now % rule.maxStepWh === 0
    const riseWh = rule.ratedW * hoursOf(meta, id, before.atMs, nowMs)
    const stepWh = isCoarse ? rule.maxStepWh : rule.totalStepWh
    return [{ fromWh: before.value, nowWh: now, roomWh: riseWh + stepWh, stepWh }]
  })
  if (found.length === 0) return { serial, ...nothing }
  const daily = dailyOdds(known.device, latest, values, nowMs)
  return { serial, fits: found.every(isWithin), lifetime: found.map(oddsOf), daily }
}

const nothing = { fits: undefined, lifetime: [], daily: [] }

/** Plausible readings of a counter: from here on so much more, in such steps. */
type Window = Readonly<{ fromWh: number; nowWh: number; roomWh: number; stepWh: number }>

const isWithin = ({ fromWh, nowWh, roomWh }: Window): boolean => nowWh >= fromWh && nowWh <= fromWh + roomWh
const oddsOf = ({ fromWh, nowWh, stepWh }: Window): number =>
  Math.min(1, Math.max(stepWh, nowWh - fromWh + stepWh) / Math.max(1, fromWh * GUESSED_SHARE))

/** How long the device can have worked at its rating since then. */
function hoursOf({ sun }: KnownDevice['meta'], id: QuantityId, fromMs: number, nowMs: number): number {
  const spanMs = Math.max(0, nowMs - fromMs)
  if (sun === null || !madeBySun.has(id) || spanMs > MOST_SUN_MS) return (MARGIN * spanMs) / HOUR_MS
  // The light of hours earlier or later is that of a plane whose direction is not entered.
  return MARGIN * Math.min(spanMs / HOUR_MS, sun(fromMs - TURNED_MS, nowMs + TURNED_MS))
}

/** Today's and yesterday's energy say more, where they go on, too. One that does not may have been reset. */
function dailyOdds({ meta }: KnownDevice, { values: before }: Latest, now: Values, nowMs: number): readonly number[] {
  const today = before.generationTodayWh
  const yesterday = now.generationYesterdayWh
  if (today === undefined) return []
  const rule = meta.ruleOf('generationTotalWh')
  const roomWh = rule.ratedW * hoursOf(meta, 'generationTotalWh', today.atMs, nowMs)
  const [then, here] = [localDate(today.atMs, meta.zone), localDate(nowMs, meta.zone)]
  const since = { fromWh: today.value, roomWh: roomWh + YESTERDAY_STEP_WH }
  const windows: Window[] = []
  if (then === here && now.generationTodayWh !== undefined)
    windows.push({ ...since, nowWh: now.generationTodayWh, stepWh: rule.todayStepWh })
  const constant = before.generationYesterdayWh
  if (then === here && yesterday !== undefined && constant !== undefined)
    windows.push({ fromWh: constant.value, nowWh: yesterday, roomWh: 0, stepWh: YESTERDAY_STEP_WH })
  if (then === addDays(here, -1) && yesterday !== undefined)
    windows.push({ ...since, nowWh: yesterday, stepWh: YESTERDAY_STEP_WH })
  return windows.map((window) => (isWithin(window) ? oddsOf(window) : 1))
}
