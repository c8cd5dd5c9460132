import { activeFaults, stateName } from '@heliograph/devices/profiles/faults.ts'
import type { Profile } from '@heliograph/devices/profiles/profile.ts'
import { DAY_MS, HOUR_MS, HOUR_S } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Fault, LATE_INTERVALS } from '@heliograph/domain/status.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { getHourAngleDeg, getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import type { Newest } from '../telemetry/telemetry.ts'
import { getClearSkyShare } from './clear-sky-share.ts'
import { type DevicePlan, type PlantPlan, type PowerColumn, powerColumns } from './plant-plan.ts'

/** What is known of a device from its samples: the row of device_now without its status. */
export type DeviceMemory = Readonly<
  Record<PowerColumn, number | null> & {
    lastAtMs: number | null
    todayWh: number | null
    todayAtMs: number | null
    totalWh: number | null
    fault: Readonly<{ kind: 'faultCode' | 'faultState'; code: string | null; sinceMs: number }> | null
    idleSinceMs: number | null
    idleLitS: number
    isIdle: boolean
    wakeDeg: number | null
    dozeDeg: number | null
    mornings: number
  }
>

export const emptyMemory: DeviceMemory = {
  pvW: null,
  gridW: null,
  batteryW: null,
  loadW: null,
  generatorW: null,
  upsW: null,
  socPercent: null,
  lastAtMs: null,
  todayWh: null,
  todayAtMs: null,
  totalWh: null,
  fault: null,
  idleSinceMs: null,
  idleLitS: 0,
  isIdle: false,
  wakeDeg: null,
  dozeDeg: null,
  mornings: 0,
}

/** Full sun: this high, and this share of the installed capacity under a clear sky. */
const litDeg = 15
const litShare = 0.2
/** Less than this share of its rating is no production. */
const idleShare = 0.003
const idleLeastW = 2
/** A battery this full may have no room for what the panels could give. */
const fullSocPercent = 95

type DeviceValues = Pick<DeviceMemory, PowerColumn | 'lastAtMs' | 'todayWh' | 'todayAtMs' | 'totalWh'>

/** A value that is not much older than the newest sample. */
function readFresh(device: DevicePlan, newest: Newest, quantity: QuantityId): number | null {
  const found = newest.valueOf(quantity)
  return found !== undefined && found.atMs >= newest.atMs - LATE_INTERVALS * device.intervalMs ? found.value : null
}

/** What a device says of itself in its newest samples. */
export function valuesOf(device: DevicePlan, newest: Newest): DeviceValues {
  const read = (quantity: QuantityId): number | null => readFresh(device, newest, quantity)
  const parts = device.pv.map(read)
  const isPvKnown = parts.length > 0 && !parts.includes(null)
  const today = newest.valueOf('generationTodayWh')
  return {
    pvW: isPvKnown ? parts.reduce<number>((sum, one) => sum + (one ?? 0), 0) : null,
    gridW: read(powerColumns.gridW),
    batteryW: read(powerColumns.batteryW),
    loadW: read(powerColumns.loadW),
    generatorW: read(powerColumns.generatorW),
    upsW: read(powerColumns.upsW),
    socPercent: read(powerColumns.socPercent),
    lastAtMs: newest.atMs,
    todayWh: today?.value ?? null,
    todayAtMs: today?.atMs ?? null,
    totalWh: newest.valueOf('generationTotalWh')?.value ?? null,
  }
}

/** What a device looks like after its newest sample; `before` is what it said last before. */
export function remember(
  memory: DeviceMemory,
  plan: PlantPlan,
  device: DevicePlan,
  after: Newest,
  before: Newest | undefined,
): DeviceMemory {
  const values = valuesOf(device, after)
  return {
    ...values,
    fault: readFault(memory.fault, device, after),
    ...watchIdle(memory, plan, device, values.pvW, after, before),
    ...learnMorning(memory, plan, device, after.atMs, before?.atMs ?? memory.lastAtMs),
  }
}

const codes = ['faultCode1', 'faultCode2', 'inverterState'] as const satisfies readonly QuantityId[]

/** By the newest that the device said of itself, however old: what it never takes back stays. */
function readFault(known: DeviceMemory['fault'], { profile }: DevicePlan, after: Newest): DeviceMemory['fault'] {
  const stateCode = after.valueOf('inverterState')?.value
  // By far the most common case: no code, and a state that is known to be no fault.
  if (!after.valueOf('faultCode1')?.value && !after.valueOf('faultCode2')?.value && isHarmless(profile, stateCode))
    return null
  const read = codes.flatMap((quantity) => {
    const found = after.valueOf(quantity)
    return found === undefined ? [] : [{ quantity, ...found }]
  })
  if (read.length === 0) return null
  const values = Object.fromEntries(read.map(({ quantity, value }) => [quantity, value]))
  const sinceMs = known?.sinceMs ?? Math.max(...read.map(({ atMs }) => atMs))
  const told = profile === undefined ? [] : activeFaults(profile, values)
  const grave = told.find(({ severity }) => severity === 'fault')
  if (grave !== undefined) return { kind: 'faultCode', code: grave.code, sinceMs }
  // A word that no table of the profile reads.
  const inTables = new Set(profile?.faults.map(({ quantity }) => quantity))
  const unread = read.find(
    ({ quantity, value }) => quantity !== 'inverterState' && value !== 0 && !inTables.has(quantity),
  )
  if (unread !== undefined) return { kind: 'faultCode', code: String(unread.value), sinceMs }
  const name = profile && stateName(profile, values)
  if (name !== 'fault' && name !== 'permanent-fault') return null
  return { kind: 'faultState', code: String(values.inverterState), sinceMs }
}

const harmless = new WeakMap<Profile, Map<number, boolean>>()

function isHarmless(profile: Profile | undefined, state: number | undefined): boolean {
  if (state === undefined || profile === undefined) return true
  const known = harmless.get(profile) ?? new Map<number, boolean>()
  harmless.set(profile, known)
  const found = known.get(state)
  if (found !== undefined) return found
  const name = stateName(profile, { inverterState: state })
  const isOne =
    name !== 'fault' &&
    name !== 'permanent-fault' &&
    activeFaults(profile, { inverterState: state }).every(({ severity }) => severity !== 'fault')
  // A word of many bits has many values.
  if (known.size < 256) known.set(state, isOne)
  return isOne
}

type Watch = Pick<DeviceMemory, 'idleSinceMs' | 'idleLitS' | 'isIdle'>

/** Sunlit time in which a device reports and makes nothing; dark time neither adds to it nor ends it. */
function watchIdle(
  memory: DeviceMemory,
  plan: PlantPlan,
  device: DevicePlan,
  pvW: number | null,
  after: Newest,
  before: Newest | undefined,
): Watch {
  const { idleSinceMs, idleLitS, isIdle } = memory
  const same = { idleSinceMs, idleLitS, isIdle }
  if (!device.makes || pvW === null) return same
  if (pvW > Math.max(idleLeastW, idleShare * (device.ratedW ?? 0)) || hasCounted(plan, after, before))
    return { idleSinceMs: null, idleLitS: 0, isIdle: false }
  const isHeldBack =
    readFresh(device, after, 'powerLimitPercent') === 0 ||
    (device.hasBattery && (readFresh(device, after, 'batterySocPercent') ?? 0) >= fullSocPercent)
  if (isHeldBack || !isLit(plan, after.atMs)) return same
  if (idleSinceMs === null) return { idleSinceMs: after.atMs, idleLitS: 0, isIdle: false }
  const sinceBeforeMs = after.atMs - (before?.atMs ?? after.atMs)
  const addedMs = Math.min(sinceBeforeMs, LATE_INTERVALS * device.intervalMs)
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
  getSunElevationDeg(atMs, plan.latitudeDeg, plan.longitudeDeg) >= litDeg && getClearSkyShare(plan, atMs) >= litShare

const besideOthersS = HOUR_S
const aloneS = 3 * HOUR_S

/** Long enough: an hour of sun while others at the plant produce, three where there is nobody to compare with. */
export function judgeIdle(memory: DeviceMemory, areOthersMaking: boolean): DeviceMemory {
  if (memory.isIdle || memory.idleLitS < (areOthersMaking ? besideOthersS : aloneS)) return memory
  return { ...memory, isIdle: true }
}

/** A sibling that produces shows that the sun reaches the plant. */
export const isMaking = (device: DevicePlan, { pvW, lastAtMs }: DeviceMemory, atMs: number): boolean =>
  device.makes &&
  pvW !== null &&
  lastAtMs !== null &&
  pvW > Math.max(10, 0.02 * (device.ratedW ?? 0)) &&
  Math.abs(atMs - lastAtMs) <= LATE_INTERVALS * device.intervalMs

/** The idle fault is the graver one: it says what is lost. */
export function faultOf({ fault, isIdle, idleSinceMs }: DeviceMemory): Fault | null {
  if (isIdle && idleSinceMs !== null) return { kind: 'idle', code: fault?.code ?? null, sinceMs: idleSinceMs }
  return fault
}

type Learnt = Pick<DeviceMemory, 'wakeDeg' | 'dozeDeg' | 'mornings'>

/** Follows about the ninetieth percentile of what it is shown: a late day lifts it by 1.8 degrees, a usual one lowers it by 0.2. */
const stepDeg = 2
const percentile = 0.9
const highestDeg = 60
const follow = (known: number | null, seenDeg: number): number => {
  const seen = Math.min(highestDeg, Math.max(0, seenDeg))
  if (known === null) return seen
  return seen > known
    ? Math.min(seen, known + stepDeg * percentile)
    : Math.max(seen, known - stepDeg * (1 - percentile))
}

/** A silence from an afternoon to the next morning shows at what sun a device goes to sleep and wakes up. */
function learnMorning(
  memory: DeviceMemory,
  { latitudeDeg, longitudeDeg }: PlantPlan,
  device: DevicePlan,
  atMs: number,
  beforeAtMs: number | null,
): Learnt {
  const { wakeDeg, dozeDeg, mornings } = memory
  const isNight =
    device.sleeps &&
    beforeAtMs !== null &&
    atMs - beforeAtMs > 2 * HOUR_MS &&
    atMs - beforeAtMs < DAY_MS &&
    getHourAngleDeg(beforeAtMs, longitudeDeg) > 0 &&
    getHourAngleDeg(atMs, longitudeDeg) < 0
  if (!isNight) return { wakeDeg, dozeDeg, mornings }
  return {
    wakeDeg: follow(wakeDeg, getSunElevationDeg(atMs, latitudeDeg, longitudeDeg)),
    dozeDeg: follow(dozeDeg, getSunElevationDeg(beforeAtMs, latitudeDeg, longitudeDeg)),
    mornings: Math.min(mornings + 1, 1000),
  }
}
