import { MINUTE_MS } from '../duration.ts'
import type { InverterDay } from '../performance/judge-day.ts'
import type { Loss, LossKind } from '../performance/losses.ts'
import { dayBounds } from '../time.ts'
import type { AlarmParameters } from './alarm.ts'
import type { RuleId } from './rule-ids.ts'
import { advance, bad, type Finding, type Grace, good, unknown, type Watch } from './watch.ts'

/** A judged day of a plant (domain/performance). */
export type DayFacts = Readonly<{
  /** YYYY-MM-DD, in the plant's zone. */
  day: string
  potentialWh: number
  producedWh: number | null
  isJudged: boolean
  /** Its light was not measured: the potential is that of a clear sky, an upper bound. */
  isBound?: boolean
  capacityWp: number
  clockShiftMs: number
  losses: readonly Loss[]
  inverters: readonly InverterDay[]
}>

/** An alarm that holds at the end of the days. `sinceMs`: the start of the first day that showed it, UTC. */
export type DayAlarm = Readonly<{
  rule: RuleId
  deviceId: number | null
  /** Of the device; '': all of it. */
  part: string
  sinceMs: number
  parameters: AlarmParameters
}>

/** A day counts as sunny from this light on, Wh per Wp. */
const SUNNY = 3
/** Opens below this share of the expected; closes above the second. */
const WEAK = { opens: 0.75, closes: 0.8 }
/** Of the bound that a clear sky is, an ordinary clear day brings this much: haze, heat, modules that face a bit off. */
const ORDINARY_CLEAR = 0.92
const DIRTY = { opens: 0.05, closes: 0.03 }
const CLIPPED = { opens: 0.03, closes: 0.015 }
/** Snow took this share of the light; this one came again. */
const SNOWED = 0.3
const THAWED = 0.05
const SHIFT_MS = 20 * MINUTE_MS
const threeDays: Grace = { samples: 3, forMs: 0, goodSamples: 1 }
const oneDay: Grace = { samples: 1, forMs: 0, goodSamples: 1 }

const lostShare = (day: DayFacts, ...kinds: readonly LossKind[]): number =>
  day.losses.reduce((sum, loss) => sum + (kinds.includes(loss.kind) ? loss.energyWh : 0), 0) /
  Math.max(1, day.potentialWh)

type DayRule = Readonly<{ rule: RuleId; grace: Grace; look: (day: DayFacts, watch: Watch | undefined) => Finding }>

const isSunny = ({ isJudged, potentialWh, capacityWp, producedWh }: DayFacts): boolean =>
  isJudged && producedWh !== null && potentialWh >= SUNNY * capacityWp

const shareRule = (rule: RuleId, grace: Grace, kind: LossKind, { opens, closes }: typeof DIRTY): DayRule => ({
  rule,
  grace,
  look: (day, watch) => {
    if (!day.isJudged || day.producedWh === null) return unknown
    const share = lostShare(day, kind)
    return share > (watch?.isOpen ? closes : opens) ? bad({ lostPercent: Math.round(share * 100) }) : good
  },
})

const plantDayRules: readonly DayRule[] = [
  {
    rule: 'underPerformance',
    grace: threeDays,
    look: (day, watch) => {
      if (!isSunny(day)) return unknown
      // Losses with a name of their own are not under-performance.
      const explained = lostShare(day, 'clipping', 'curtailment', 'export-limit', 'snow', 'unmeasured')
      const expectedWh = day.potentialWh * (day.isBound ? ORDINARY_CLEAR : 1)
      const share = (day.producedWh ?? 0) / expectedWh + explained
      return share < (watch?.isOpen ? WEAK.closes : WEAK.opens)
        ? bad({ sharePercent: Math.round(share * 100), limitPercent: WEAK.opens * 100 })
        : good
    },
  },
  shareRule('soiling', threeDays, 'soiling', DIRTY),
  {
    rule: 'snow',
    grace: oneDay,
    look: (day) => {
      // A day without any production shows no sky: where only a clear one is known, it is not judged.
      const share = lostShare(day, 'snow')
      if (day.producedWh !== null && share > SNOWED) return bad({ lostPercent: Math.round(share * 100) })
      return day.isJudged || (day.producedWh ?? 0) > day.potentialWh * THAWED ? good : unknown
    },
  },
  {
    rule: 'clockShift',
    grace: threeDays,
    look: (day) => {
      // Production in the dark counts under any sky; its absence proves little.
      if (Math.abs(day.clockShiftMs) >= SHIFT_MS) return bad({ minutes: Math.round(day.clockShiftMs / MINUTE_MS) })
      return day.isJudged ? good : unknown
    },
  },
]

/** Where a set limit is kept: inverters hold it by some percent. */
const AT_SET = { least: 0.9, most: 1.05 }

/**
 * One inverter whose power is flat below what its nameplate explains. A top at its rating is a choice of the design, and one
 * at the limit that its owner entered is meant: the performance page names what they cost.
 */
const heldRule = (id: number, exportLimitW: number | null): DayRule => ({
  rule: 'clipping',
  grace: { ...threeDays, samples: 5 },
  look: (day, watch) => {
    if (!day.isJudged || day.producedWh === null) return unknown
    const held = day.losses.flatMap((loss) => (loss.heldW === undefined ? [] : [{ ...loss, heldW: loss.heldW }]))
    const own = held.find(({ inverters }) => inverters.includes(id))
    const potentialWh = day.inverters.find((inverter) => inverter.id === id)?.potentialWh ?? 0
    const share = (own?.energyWh ?? 0) / Math.max(1, potentialWh)
    // In little light no limit shows.
    if (own === undefined || share <= (watch?.isOpen ? CLIPPED.closes : CLIPPED.opens))
      return isSunny(day) ? good : unknown
    const together = held.reduce((sum, { heldW }) => sum + heldW, 0) / (exportLimitW ?? Number.NaN)
    if (together >= AT_SET.least && together <= AT_SET.most) return good
    return bad({ lostPercent: Math.round(share * 100), limitW: own.heldW })
  },
})

/** The counter against the power readings of the same day; some percent are the steps between readings. */
const PARTED = { opens: 0.1, closes: 0.06 }
/** A counter that read nothing, or a power that did, is another fault. */
const MOST_PARTED = 0.7
/** Less than this, Wh per Wp, is a few steps of a coarse counter. */
const LEAST_COUNTED = 1

/** One inverter whose counter and power say different things for days. */
const counterRule = (id: number): DayRule => ({
  rule: 'counterDrift',
  grace: { ...threeDays, samples: 4 },
  look: (day, watch) => {
    const own = day.inverters.find((inverter) => inverter.id === id)
    if (own?.readWh === undefined || own.producedWh === null) return unknown
    if (Math.min(own.producedWh, own.readWh) < LEAST_COUNTED * own.capacityWp) return unknown
    const share = own.producedWh / own.readWh - 1
    if (Math.abs(share) > MOST_PARTED) return unknown
    return Math.abs(share) > (watch?.isOpen ? PARTED.closes : PARTED.opens)
      ? bad({ partedPercent: Math.round(share * 100) })
      : good
  },
})

/**
 * The alarms that hold after a plant's judged days. Pure: the same days give the same alarms, in any order.
 * @param isMicro whether a device is a micro-inverter @param exportLimitW that the owner entered; null: none
 */
export function judgeDays(
  days: readonly DayFacts[],
  zone: string,
  isMicro: (deviceId: number) => boolean,
  exportLimitW: number | null = null,
): readonly DayAlarm[] {
  const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const found = plantDayRules.flatMap((rule) => follow(rule, sorted, zone, null))
  const ids = [...new Set(sorted.flatMap(({ inverters }) => inverters.map(({ id }) => id)))]
  const several = ids.length > 1 ? ids : []
  return [
    ...found,
    ...ids.flatMap((id) => follow(heldRule(id, exportLimitW), sorted, zone, id)),
    ...ids.flatMap((id) => follow(counterRule(id), sorted, zone, id)),
    ...several.flatMap((id) => follow(siblingRule(id, isMicro(id) ? 'microDead' : 'weakSibling'), sorted, zone, id)),
  ]
}

/** So much of an inverter's light was lost to standing still: the whole day of it, under clouds. */
const STOOD = 0.3
const lostBy = ({ losses }: DayFacts, id: number, kind: LossKind): number =>
  losses.reduce((sum, loss) => sum + (loss.kind === kind && loss.inverters.includes(id) ? loss.energyWh : 0), 0)

/** One inverter that gives less than its siblings, at all times of the day. */
const siblingRule = (id: number, rule: RuleId): DayRule => ({
  rule,
  grace: threeDays,
  look: (day) => {
    if (day.producedWh === null) return unknown
    // It stood still while others ran: that needs no known sky.
    const potentialWh = day.inverters.find((inverter) => inverter.id === id)?.potentialWh ?? 0
    const stoodWh = lostBy(day, id, 'outage')
    if (stoodWh > STOOD * potentialWh && day.producedWh > THAWED * day.potentialWh) return bad({ lostWh: stoodWh })
    // The clouds are the same for all: siblings compare under any sky that gives enough.
    const own = day.losses.filter(({ kind, inverters }) => kind === 'part-outage' && inverters.includes(id))
    if (own.length === 0) return day.isJudged ? good : unknown
    return bad({ lostWh: own.reduce((sum, { energyWh }) => sum + energyWh, 0) })
  },
})

function follow(
  { rule, grace, look }: DayRule,
  days: readonly DayFacts[],
  zone: string,
  deviceId: number | null,
): readonly DayAlarm[] {
  let watch: Watch | undefined
  let parameters: AlarmParameters = {}
  for (const day of days) {
    const { fromMs } = dayBounds(day.day, zone)
    const finding = look(day, watch)
    if (finding.verdict === 'bad') parameters = finding.parameters ?? {}
    watch = advance(grace, watch, finding, fromMs, Number.POSITIVE_INFINITY).watch
  }
  return watch?.isOpen ? [{ rule, deviceId, part: '', sinceMs: watch.sinceMs, parameters }] : []
}
