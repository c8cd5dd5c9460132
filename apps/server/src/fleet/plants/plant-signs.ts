import { deviceKinds } from '@heliograph/domain/device.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { MeterRole, TurnablePower } from '@heliograph/domain/meter-role.ts'
import { sourcesOf } from '@heliograph/domain/metering.ts'
import { judgeSigns, LEAST_W, type SignedPowers, type SignVerdict } from '@heliograph/domain/power-signs.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  listDevicesOfPlants,
  type PlantDevice,
  type PowerTurn,
  type TurnedPower,
  turnPowers,
} from '../devices/devices.ts'
import { choosePowerSources, type PowerSources, type Source, sumShownPower } from '../now/now.ts'
import { seriesOfDevices } from '../telemetry/telemetry.ts'
import { getFacts } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** The balance is that of so many minutes, or of three records of the slowest device. */
const WINDOW_MS = 10 * MINUTE_MS
const LEAST_SLOTS = 3

export type ShownPower = 'production' | 'load' | TurnablePower
/** A power as it counts for the plant now. */
export type SignedSource = Readonly<{
  device: PlantDevice
  power: ShownPower
  watts: number
  atMs: number
  /** Its sign is turned; null: it has none to turn. */
  isTurned: boolean | null
}>
type PlantSigns = Readonly<{
  sources: readonly SignedSource[]
  balance: SignVerdict
  meters: readonly Readonly<{ device: PlantDevice; role: MeterRole | null }>[]
}>

const shownRoles = [
  ['production', ['pv', 'micro']],
  ['grid', ['grid']],
  ['battery', ['battery']],
  ['load', ['load']],
] as const

/** The powers of a plant with their signs, and what the balance says of them. @throws Refusal NOT_FOUND */
export async function plantSigns(db: Db, plantId: number, nowMs: number): Promise<PlantSigns> {
  const { devices, sources, slots } = await readSlots(db, plantId, nowMs)
  const byId = new Map(devices.map((device) => [device.deviceId, device]))
  const shown = shownRoles.flatMap(([power, roles]) =>
    roles.flatMap((role) =>
      sources[role].flatMap((source): readonly SignedSource[] => {
        const device = byId.get(source.deviceId)
        const slot = slots.findLast(({ read }) => read(source) !== undefined)
        const watts = slot?.read(source)
        if (device === undefined || slot === undefined || watts === undefined) return []
        return [
          { device, power, watts: watts * (source.factor ?? 1), atMs: slot.atMs, isTurned: turnOf(device, power) },
        ]
      }),
    ),
  )
  return {
    sources: shown,
    balance: judgeSigns(slots.map((slot) => toPowers(sources, slot))),
    meters: devices
      .filter(({ type }) => deviceKinds[type].isMeter)
      .map((device) => ({ device, role: device.wiring?.role ?? null })),
  }
}

type SignAnswers = Readonly<{
  isProducing?: boolean | undefined
  takesFromGrid?: boolean | undefined
  byBalance?: boolean | undefined
}>
/** kept, turned: what was answered agrees now. unclear: too little flows. contradicts: no sign can explain it. */
type SignOutcome = 'kept' | 'turned' | 'unclear' | 'contradicts'

/**
 * Sets the signs by what a person sees, or by the balance where only one choice fits.
 * @throws Refusal NOT_FOUND, ABNORMAL when the balance decides nothing
 */
export async function answerSigns(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  answers: SignAnswers,
  nowMs: number,
): Promise<Readonly<{ sun: SignOutcome | null; grid: SignOutcome | null; turned: readonly TurnedPower[] }>> {
  const { sources: shown, balance } = await plantSigns(db, plantId, nowMs)
  const turns: PowerTurn[] = []
  const turn = (power: ShownPower): boolean => {
    const able = shown.filter((source) => source.power === power && source.isTurned !== null)
    for (const { device, isTurned } of able)
      turns.push({ deviceId: device.deviceId, power: power === 'battery' ? 'battery' : 'grid', isTurned: !isTurned })
    return able.length > 0
  }
  if (answers.byBalance) {
    if (balance.state !== 'turned') throw new Refusal('ABNORMAL', { reason: 'balanceOpen' })
    for (const power of balance.turned) turn(power)
  }
  const wattsOf = (power: ShownPower): number | undefined => {
    const own = shown.filter((source) => source.power === power)
    return own.length === 0 ? undefined : own.reduce((sum, { watts }) => sum + watts, 0)
  }
  const grid = answers.takesFromGrid === undefined ? null : judgeGrid(wattsOf('grid'), answers.takesFromGrid)
  const sun = answers.isProducing === undefined ? null : judgeSun(wattsOf('production'), answers.isProducing)
  const outcomeOf = (outcome: SignOutcome | null, power: ShownPower): SignOutcome | null =>
    outcome === 'turned' && !turn(power) ? 'contradicts' : outcome
  const outcomes = { sun: outcomeOf(sun, 'production'), grid: outcomeOf(grid, 'grid') }
  return { ...outcomes, turned: turns.length === 0 ? [] : await turnPowers(db, recounts, plantId, turns) }
}

function judgeGrid(watts: number | undefined, takes: boolean): SignOutcome {
  if (watts === undefined || Math.abs(watts) < LEAST_W) return 'unclear'
  return watts > 0 === takes ? 'kept' : 'turned'
}

function judgeSun(watts: number | undefined, isProducing: boolean): SignOutcome {
  if (watts === undefined) return 'unclear'
  if (Math.abs(watts) < LEAST_W) return isProducing ? 'unclear' : 'kept'
  if (!isProducing) return 'contradicts'
  return watts > 0 ? 'kept' : 'turned'
}

/** Only a meter of production has a sign to turn: it counts its export. */
function turnOf({ type, wiring }: PlantDevice, power: ShownPower): boolean | null {
  const { isMeter } = deviceKinds[type]
  if (power === 'battery') return wiring?.turned?.includes('battery') ?? false
  if (power === 'grid' && !isMeter) return wiring?.turned?.includes('grid') ?? false
  return power !== 'load' && isMeter ? (wiring?.isReversed ?? false) : null
}

type Slot = Readonly<{ atMs: number; read: (source: Pick<Source, 'deviceId' | 'quantity'>) => number | undefined }>

async function readSlots(
  db: Db,
  plantId: number,
  nowMs: number,
): Promise<Readonly<{ devices: readonly PlantDevice[]; sources: PowerSources; slots: readonly Slot[] }>> {
  const [facts, byPlant] = await Promise.all([getFacts(db, plantId), listDevicesOfPlants(db, [plantId])])
  const devices = byPlant.get(plantId) ?? []
  const sources = choosePowerSources(devices, facts.gridType, sourcesOf(facts.metering))
  const used = shownRoles.flatMap(([, roles]) => roles.flatMap((role) => sources[role])).concat(sources.generator)
  const deviceIds = [...new Set(used.map(({ deviceId }) => deviceId))]
  const quantities = [...new Set(used.map(({ quantity }) => quantity))]
  const intervals = devices.flatMap((item) => (deviceIds.includes(item.deviceId) ? [item.intervalMs] : []))
  const slotMs = Math.max(MINUTE_MS, ...intervals)
  const count = Math.max(LEAST_SLOTS, Math.floor(WINDOW_MS / slotMs))
  // The slot that is under way lacks what is yet to come.
  const endMs = Math.floor(nowMs / slotMs) * slotMs + slotMs
  const fromMs = endMs - (count + 1) * slotMs
  const query = { plantId, deviceIds, quantities, fromMs, toMs: endMs, resolution: 'sample' } as const
  const found = quantities.length === 0 ? new Map() : await seriesOfDevices(db, query)
  const means = new Map<string, { sum: number; count: number }>()
  const keyOf = (slot: number, deviceId: number, quantity: QuantityId): string => `${slot} ${deviceId} ${quantity}`
  for (const [deviceId, series] of found)
    for (const { quantity, points } of series)
      for (const { atMs, value } of points) {
        const key = keyOf(Math.floor((atMs - fromMs) / slotMs), deviceId, quantity)
        const mean = means.get(key) ?? { sum: 0, count: 0 }
        means.set(key, { sum: mean.sum + value, count: mean.count + 1 })
      }
  const slots = Array.from(
    { length: count + 1 },
    (_, slot): Slot => ({
      atMs: fromMs + slot * slotMs,
      read: ({ deviceId, quantity }) => {
        const mean = means.get(keyOf(slot, deviceId, quantity))
        return mean && mean.sum / mean.count
      },
    }),
  )
  return { devices, sources, slots }
}

const unknownPowers: SignedPowers = { pvW: null, gridW: null, batteryW: null, generatorW: null, loadW: null }

/** The powers of a slot; unknown where one of their sources is missing. */
function toPowers(sources: PowerSources, { read }: Slot): SignedPowers {
  const power = sumShownPower(
    sources,
    (deviceId, quantity) => {
      const value = read({ deviceId, quantity })
      return value === undefined ? undefined : { value }
    },
    0,
  )
  const { pv, micro, grid, battery, generator } = sources
  const parts = [...pv, ...micro, ...grid, ...battery, ...generator]
  if (parts.some((source) => read(source) === undefined)) return unknownPowers
  const { pvW, gridW, batteryW, generatorW } = power
  return { pvW, gridW, batteryW, generatorW, loadW: power.loadIsDerived ? null : power.loadW }
}
