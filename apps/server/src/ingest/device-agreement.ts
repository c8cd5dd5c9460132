import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { Latest } from '../telemetry/telemetry.ts'
import type { KnownDevice } from './known-devices.ts'

/** How a record goes on from what was accepted of its device. */
export type Agreement = Readonly<{
  serial: string
  /** undefined: nothing is known of this device. */
  fits: boolean | undefined
  /** The chance that guessed lifetime counters would fit, and that all would; 0 to 1. */
  lifetimeOdds: number
  odds: number
}>

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
/** Whoever knows a plant's size and age guesses its counters to a quarter. */
const GUESSED_SHARE = 0.25
/** Clouds' edges, and modules whose direction nobody entered. */
const MARGIN = 1.5
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
  if (known === undefined || latest === undefined) return { serial, fits: undefined, lifetimeOdds: 1, odds: 1 }
  const { meta } = known.device
  const found = lifetime.flatMap((id): Window[] => {
    const before = latest.values[id]
    const now = values[id]
    if (before === undefined || now === undefined) return []
    const rule = meta.ruleOf(id)
    const isCoarse = before.value % rule.maxStepWh === 0 && now % rule.maxStepWh === 0
    const riseWh = rule.ratedW * hoursOf(meta, id, before.atMs, nowMs)
    return [{ fromWh: before.value, nowWh: now, roomWh: riseWh + (isCoarse ? rule.maxStepWh : rule.totalStepWh) }]
  })
  if (found.length === 0) return { serial, fits: undefined, lifetimeOdds: 1, odds: 1 }
  const fits = found.every(isWithin)
  const lifetimeOdds = found.reduce((odds, one) => odds * oddsOf(one), 1)
  return { serial, fits, lifetimeOdds, odds: lifetimeOdds * dailyOdds(known.device, latest, values, nowMs) }
}

/** What a counter may show: from here on so much more. */
type Window = Readonly<{ fromWh: number; nowWh: number; roomWh: number }>

const isWithin = ({ fromWh, nowWh, roomWh }: Window): boolean => nowWh >= fromWh && nowWh <= fromWh + roomWh
const oddsOf = ({ fromWh, roomWh }: Window): number => Math.min(1, roomWh / Math.max(1, fromWh * GUESSED_SHARE))

/** How long the device can have worked at its rating since then. */
function hoursOf({ sun }: KnownDevice['meta'], id: QuantityId, fromMs: number, nowMs: number): number {
  const spanMs = Math.max(0, nowMs - fromMs)
  if (sun === null || !madeBySun.has(id) || spanMs > MOST_SUN_MS) return (MARGIN * spanMs) / HOUR_MS
  // A plane's light of an hour earlier or later is that of another plane.
  return MARGIN * Math.min(spanMs / HOUR_MS, sun(fromMs - HOUR_MS, nowMs + HOUR_MS))
}

/** Today's and yesterday's energy say more, where they go on, too. One that does not may have been reset. */
function dailyOdds({ meta }: KnownDevice, { values: before }: Latest, now: Values, nowMs: number): number {
  const today = before.generationTodayWh
  if (today === undefined) return 1
  const rule = meta.ruleOf('generationTotalWh')
  const roomWh = rule.ratedW * hoursOf(meta, 'generationTotalWh', today.atMs, nowMs)
  const [then, here] = [localDate(today.atMs, meta.zone), localDate(nowMs, meta.zone)]
  const windows: (Omit<Window, 'nowWh'> & { nowWh: number | undefined })[] = []
  if (then === here) {
    windows.push({ fromWh: today.value, nowWh: now.generationTodayWh, roomWh: roomWh + rule.todayStepWh })
    const fromWh = before.generationYesterdayWh?.value
    if (fromWh !== undefined) windows.push({ fromWh, nowWh: now.generationYesterdayWh, roomWh: YESTERDAY_STEP_WH })
  } else if (then === addDays(here, -1))
    windows.push({ fromWh: today.value, nowWh: now.generationYesterdayWh, roomWh: roomWh + YESTERDAY_STEP_WH })
  return windows.reduce((odds, { nowWh, ...one }) => {
    const window = { ...one, nowWh: nowWh ?? Number.NaN }
    return isWithin(window) ? odds * oddsOf(window) : odds
  }, 1)
}
