import type { Heard } from '../../fleet/loggers/facts.ts'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import type { LoggerWrite } from '../../fleet/loggers/write-loggers.ts'
import type { append } from '../../fleet/telemetry/telemetry.ts'
import type { Admitted, Newborn } from './admission.ts'
import type { Arrival } from './arrival.ts'
import type { DeviceNews } from './device-news.ts'
import { StaleKnowledge } from './failure.ts'
import { isDue } from './heard-loggers.ts'
import { type HeldDevice, hasGone } from './held-devices.ts'
import type { KnownDevice, KnownDevices } from './known-devices.ts'
import type { createLoggerAddresses } from './logger-addresses.ts'
import type { createLoggerContacts } from './logger-contacts.ts'
import type { Plan, Raw, Reading } from './plan.ts'
import type { Judged, Trusted } from './trust.ts'
import type { Wires } from './wires.ts'
import type { Assumption } from './write-rest.ts'

export type Sample = Parameters<typeof append>[1][number]
export type Unplaced = Readonly<{ reading: Reading; device: KnownDevice }>
export type Placed = Readonly<{ reading: Reading; device: KnownDevice; sample: Sample }>

/** Everything that one transaction writes. */
export type Batch = Readonly<{
  plan: Plan
  placed: readonly Placed[]
  raws: readonly Raw[]
  /** Of devices that an owner discarded, or moved to another plant. */
  discarded: readonly Unplaced[]
  news: readonly DeviceNews[]
  /** Devices that are still heard where they were before they moved. */
  held: readonly HeldDevice[]
  /** Records by the address they came from. */
  counts: ReturnType<ReturnType<typeof createLoggerAddresses>['due']>
  /** When loggers spoke, by day. */
  contacts: ReturnType<ReturnType<typeof createLoggerContacts>['due']>
  heard: ReadonlyMap<SourceId, Heard>
  loggerWrites: readonly LoggerWrite[]
  /** Arrivals of loggers without an owner that may prove whose they are. */
  unclaimed: readonly Arrival[]
  admitted: Pick<Admitted, 'fates' | 'newborn' | 'evicted'>
  judged: Judged
}>

/** Assigns readings to their devices; readings whose device could not be added are kept raw, those of a discarded or moved one are not. */
export function placeReadings(
  readings: readonly Reading[],
  find: KnownDevices['find'],
  slotOf: (reading: Reading) => number | undefined,
): Readonly<{ placed: readonly Placed[]; unplaced: readonly Raw[]; discarded: readonly Unplaced[] }> {
  const placed: Placed[] = []
  const unplaced: Raw[] = []
  const discarded: Unplaced[] = []
  const taken = new Set<string>()
  for (const reading of readings) {
    const { arrival, plantId, decoded, timeSource } = reading
    const device = find(plantId, decoded.deviceSerial)
    if (device === undefined) {
      unplaced.push({ arrival, plantId, reason: 'too-many-devices' })
      continue
    }
    if (device.isDiscarded || hasGone(device, reading)) {
      discarded.push({ reading, device })
      continue
    }
    let { atMs } = reading
    // Records of one packet without an instant are still different records.
    if (timeSource === 'received') while (taken.has(`${device.meta.deviceId} ${atMs}`)) atMs += 1
    taken.add(`${device.meta.deviceId} ${atMs}`)
    placed.push({
      reading,
      device,
      sample: { device: device.meta, atMs, timeSource, values: decoded.values, slot: slotOf(reading) },
    })
  }
  return { placed, unplaced, discarded }
}

/** The logger rows to write: rows that are due, and rows without which records could only wait. */
export function toLoggerWrites(
  wires: Wires,
  plan: Plan,
  heard: ReadonlyMap<SourceId, Heard>,
  newborn: ReadonlyMap<SourceId, Newborn>,
): readonly LoggerWrite[] {
  const unclaimed = new Set(plan.waiting.map(({ source }) => source))
  return [...plan.drafts.values()].flatMap(({ known, state, rejected, trusted }): LoggerWrite[] => {
    const { source } = known
    const one = withDuplicate(known, heard.get(source), trusted)
    const hasNewState = state !== known.state
    const isChanged = hasNewState || rejected > 0 || unclaimed.has(source) || trusted?.isNews === true
    if (!isChanged && (one === undefined || !isDue(known, one))) return []
    const learnt = hasNewState ? wires.of(source).memory?.factsOf?.(state) : undefined
    const facts = { ...known.facts, ...one?.facts, ...learnt }
    const written = { ...(hasNewState ? (state as object) : {}), ...(trusted ? { trust: trusted.trust } : {}) }
    const isStated = hasNewState || trusted !== undefined
    return [
      { source, heard: one, facts, state: isStated ? written : undefined, rejected, newborn: newborn.get(source) },
    ]
  })
}

/**
 * Conditions that must still hold when the batch is written. Devices that the batch itself changes cannot be compared.
 * @throws StaleKnowledge
 */
export function listAssumptions(
  { plan, placed, raws, discarded }: Pick<Batch, 'plan' | 'placed' | 'raws' | 'discarded'>,
  known: (source: SourceId) => KnownLogger,
  changedDevices: ReadonlySet<number>,
): readonly Assumption[] {
  const assumptions = new Map<string, Assumption>()
  const placeOf = ({ source }: Arrival, plantId: number) => {
    const { id, plant, earlier = [] } = known(source)
    const then = plant?.id === plantId ? plant : earlier.find((item) => item.id === plantId)
    return { loggerId: id ?? 0, home: plant?.id ?? 0, plantId, plantVersion: then?.version ?? '' }
  }
  // A record may be dropped only while its device is not back.
  for (const { reading, device } of [...placed, ...discarded]) {
    const { deviceId } = device.meta
    const { plantId, arrival } = reading
    const assumed = placeOf(arrival, plantId)
    // Both were read at their own time; the zone comes from one, the capacity from the other.
    if (assumed.plantVersion !== device.plantVersion) throw new StaleKnowledge('A plant')
    assumptions.set(`${assumed.loggerId} ${deviceId}`, {
      ...assumed,
      device: changedDevices.has(deviceId) ? undefined : device,
    })
  }
  for (const { arrival, plantId } of raws) assumptions.set(`${arrival.source}`, placeOf(arrival, plantId))
  // A stored record counts as stored only while its plant exists.
  for (const arrival of plan.repeated) {
    const { plant } = known(arrival.source)
    if (plant !== undefined) assumptions.set(`${arrival.source}`, placeOf(arrival, plant.id))
  }
  return [...assumptions.values()]
}

/** Retried records that leave their table. One that is still undecoded stays there. */
export function listRetried({ plan, placed, raws, discarded }: Batch): readonly Arrival[] {
  const leaving = raws.map(({ arrival }) => arrival).filter(({ origin }) => origin?.kind !== 'undecoded')
  const read = [...placed, ...discarded].map(({ reading }) => reading.arrival)
  const taken: Arrival[] = [...read, ...plan.repeated, ...leaving]
  // A record that is both decoded and kept raw leaves only once.
  return [...new Set(taken)].filter(({ origin }) => origin !== undefined)
}

function withDuplicate(
  { writtenAtMs }: KnownLogger,
  heard: Heard | undefined,
  trusted: Trusted | undefined,
): Heard | undefined {
  if (trusted?.duplicateAtMs === undefined) return heard
  return { ...(heard ?? { atMs: writtenAtMs, facts: {} }), duplicateAtMs: trusted.duplicateAtMs }
}
