import { HOUR_S } from '@heliograph/domain/duration.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { lateAfterMs } from '@heliograph/domain/status.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import type { Newest } from '../telemetry/telemetry.ts'
import { getClearSkyShare } from './clear-sky-share.ts'
import type { DevicePlan, PlantPlan } from './plant-plan.ts'

/** Sunlit time in which a device reports and makes nothing. */
export type IdleWatch = Readonly<{ idleSinceMs: number | null; idleLitS: number; isIdle: boolean }>

/** Full sun: this high, and this share of the installed capacity under a clear sky. */
const LIT_DEG = 15
const LIT_SHARE = 0.2
/** Less than this share of its rating is no production. */
const IDLE_SHARE = 0.003
const IDLE_LEAST_W = 2
/** A battery this full may have no room for what the panels could give. */
const FULL_SOC_PERCENT = 95

const making: IdleWatch = { idleSinceMs: null, idleLitS: 0, isIdle: false }

/** A value that is not much older than the newest sample. */
export function readFresh(device: DevicePlan, newest: Newest, quantity: QuantityId): number | null {
  return newest.valueSince(quantity, newest.atMs - lateAfterMs(device.intervalMs)) ?? null
}

/** Dark time neither adds to an idle time nor ends it. */
export function watchIdle(
  known: IdleWatch,
  plan: PlantPlan,
  device: DevicePlan,
  pvW: number | null,
  after: Newest,
  before: Newest | undefined,
): IdleWatch {
  if (!device.makes || pvW === null) return known
  if (pvW > Math.max(IDLE_LEAST_W, IDLE_SHARE * (device.ratedW ?? 0)) || hasCounted(plan, after, before)) return making
  const isHeldBack =
    readFresh(device, after, 'powerLimitPercent') === 0 ||
    (device.hasBattery && (readFresh(device, after, 'batterySocPercent') ?? 0) >= FULL_SOC_PERCENT)
  if (isHeldBack || !isLit(plan, after.atMs)) return known
  const { idleSinceMs, idleLitS, isIdle } = known
  if (idleSinceMs === null) return { idleSinceMs: after.atMs, idleLitS: 0, isIdle: false }
  const sinceBeforeMs = after.atMs - (before?.atMs ?? after.atMs)
  const addedMs = Math.min(sinceBeforeMs, lateAfterMs(device.intervalMs))
  return { idleSinceMs, idleLitS: idleLitS + Math.round(addedMs / 1000), isIdle }
}

function hasCounted({ zone }: PlantPlan, after: Newest, before: Newest | undefined): boolean {
  if (before === undefined) return false
  const rose = (quantity: QuantityId): boolean => {
    const [first, second] = [before.valueOf(quantity), after.valueOf(quantity)]
    return first !== undefined && second !== undefined && second.value > first.value
  }
  const isSameDay = localDate(before.atMs, zone) === localDate(after.atMs, zone)
  return rose('generationTotalWh') || (isSameDay && rose('generationTodayWh'))
}

const isLit = (plan: PlantPlan, atMs: number): boolean =>
  hasPlace(plan) &&
  getSunElevationDeg(atMs, plan.latitudeDeg, plan.longitudeDeg) >= LIT_DEG &&
  getClearSkyShare(plan, atMs) >= LIT_SHARE

const besideOthersS = HOUR_S
const ALONE_S = 3 * HOUR_S

/** How long counts as a fault: an hour of sun while other inverters of the plant produce, three hours without others. */
export const isLongIdle = ({ idleLitS }: IdleWatch, areOthersMaking: boolean): boolean =>
  idleLitS >= (areOthersMaking ? besideOthersS : ALONE_S)
