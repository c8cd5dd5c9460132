import { toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { getQuantity, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { deyeDummycloud, deyeInverter, isDeyeSum } from './dialects/deye.ts'
import { ahoy, opendtu } from './dialects/hoymiles.ts'
import { ownJson, zigbee } from './dialects/plain-json.ts'
import { shelly1, shelly2 } from './dialects/shelly.ts'
import { tasmota } from './dialects/tasmota.ts'
import { victron } from './dialects/victron.ts'
import { createDiscovery } from './discovery.ts'
import type { Dialect, Guess, MqttDevice, MqttFact, MqttMessage } from './message.ts'

export type { Guess } from './message.ts'

/** The order decides where a topic fits two: a topic with a serial comes before one with any name. */
const dialects: readonly Dialect[] = [
  victron,
  shelly1,
  deyeDummycloud,
  deyeInverter,
  zigbee,
  tasmota,
  shelly2,
  opendtu,
  ahoy,
  ownJson,
]

/** Limits of a message; others are dropped unread. */
export const LONGEST_TOPIC = 512
export const LONGEST_PAYLOAD = 64 * 1024
const MOST_DEVICES = 500
/** Numbers of one device that its owner named. */
const MOST_NUMBERS = 200
/** One device's values come in messages of their own: they are one reading when nothing followed for this long. */
const QUIET_MS = 2_000
/** A device that never falls quiet is read all the same. */
const LONGEST_MS = 10_000
/** A phase that is older than this says nothing about the sum now. */
const PART_MS = MINUTE_MS

/** Decision of the owner about a number. */
export type NumberUse = Guess | 'ignored'

/** Meanings of numbers that their owner named, by `assignmentKey`. They may change while messages are read. */
export type Assignments = ReadonlyMap<string, NumberUse>
/** The key of an assignment: a device's key and the name that its owner gave the number. */
export const assignmentKey = (device: string, name: string): string => `${device}\n${name}`

export type MqttReading = Readonly<{ key: string; decoded: Decoded; atMs: number }>

/** A number that its owner named. `unit`: as the source states it. */
export type FoundNumber = Readonly<{ name: string; label?: string; unit?: string; value: number; guess?: Guess }>

/** A device that was heard of, with the numbers whose meaning is open. */
export type MqttFound = Readonly<{
  device: MqttDevice
  quantities: readonly QuantityId[]
  numbers: readonly FoundNumber[]
}>

export type MqttReader = Readonly<{
  /** @returns keys of the devices of which the message is a part of the next reading */
  push: (message: MqttMessage & Readonly<{ isRetained: boolean }>, nowMs: number) => readonly string[]
  /** Whether a reading of the device is being put together. */
  waits: (key: string) => boolean
  /** Readings of the devices that have fallen quiet. */
  take: (nowMs: number) => readonly MqttReading[]
  /** When `take` has something next; undefined: nothing waits. */
  dueMs: () => number | undefined
  /** Topics to listen on beside the usual ones. */
  topics: () => readonly string[]
  devices: () => readonly MqttFound[]
}>

type Waiting = { values: Map<QuantityId, number>; firstMs: number; lastMs: number }
type Known = {
  device: MqttDevice
  quantities: Set<QuantityId>
  numbers: Map<string, FoundNumber>
  parts: Map<QuantityId, Map<number, Readonly<{ value: number; atMs: number }>>>
  partCounts: Map<QuantityId, number>
  waiting?: Waiting | undefined
}

/**
 * Puts the messages of a broker together as readings. A retained message is what was true once: it announces a device and is
 * no value until another one follows.
 */
export function createMqttReader(
  options: Readonly<{
    assignments?: Assignments
    /** Plugs that feed in: their counters are generation. */
    generating?: ReadonlySet<string>
    discoveryPrefix?: string
  }> = {},
): MqttReader {
  const { assignments = new Map(), generating = new Set() } = options
  const discovery = createDiscovery(options.discoveryPrefix)
  const known = new Map<string, Known>()
  const touched = new Set<string>()

  const find = (device: MqttDevice): Known | undefined => {
    const before = known.get(device.key)
    if (before !== undefined || known.size >= MOST_DEVICES || device.key.length > LONGEST_TOPIC) return before
    const added: Known = {
      device,
      quantities: new Set(),
      numbers: new Map(),
      parts: new Map(),
      partCounts: new Map(),
    }
    known.set(device.key, added)
    return added
  }
  /** Two names may suggest one quantity: the number that its owner assigned has it, else the first that was heard. */
  const holderOf = ({ device, numbers }: Known, quantity: QuantityId): string | undefined => {
    let guessed: string | undefined
    for (const { name, guess } of numbers.values()) {
      const own = assignments.get(assignmentKey(device.key, name))
      if (own !== undefined && own !== 'ignored' && own.quantity === quantity) return name
      if (own === undefined && guess?.quantity === quantity) guessed ??= name
    }
    return guessed
  }
  const keep = (one: Known, quantity: QuantityId, value: number, isRetained: boolean, nowMs: number): void => {
    one.quantities.add(quantity)
    if (isRetained) return
    touched.add(one.device.key)
    one.waiting ??= { values: new Map(), firstMs: nowMs, lastMs: nowMs }
    one.waiting.values.set(quantity, value)
    one.waiting.lastMs = nowMs
  }
  const take = (fact: MqttFact, isRetained: boolean, nowMs: number): void => {
    const one = find(fact.device)
    if (one === undefined) return
    if ('gone' in fact) {
      if (fact.gone === 'all') {
        one.waiting = undefined
        one.parts.clear()
      } else one.waiting?.values.delete(fact.gone)
      return
    }
    if ('name' in fact) {
      const { device, ...number } = fact
      const { name, value, guess } = number
      if (name.length > LONGEST_TOPIC) return
      if (one.numbers.size < MOST_NUMBERS || one.numbers.has(name)) one.numbers.set(name, number)
      const use = assignments.get(assignmentKey(device.key, name)) ?? guess
      if (use === undefined || use === 'ignored' || holderOf(one, use.quantity) !== name) return
      const base = toBaseUnit(value, use.unit, getQuantity(use.quantity).unit)
      if (base !== undefined) keep(one, use.quantity, use.isTurned ? -base : base, isRetained, nowMs)
      return
    }
    if (!('part' in fact)) {
      keep(one, fact.quantity, fact.value, isRetained, nowMs)
      return
    }
    const { quantity, part, of, value } = fact
    if (of > 0) one.partCounts.set(quantity, of)
    if (part < 0 || isRetained) return
    const parts = one.parts.get(quantity) ?? new Map<number, { value: number; atMs: number }>()
    one.parts.set(quantity, parts.set(part, { value, atMs: nowMs }))
    const fresh = [...parts.values()].filter(({ atMs }) => nowMs - atMs <= PART_MS)
    if (fresh.length !== one.partCounts.get(quantity)) return
    const sum = fresh.reduce((all, item) => all + item.value, 0)
    keep(one, quantity, Number(sum.toPrecision(15)), false, nowMs)
  }
  const isDue = ({ waiting }: Known, nowMs: number): boolean =>
    waiting !== undefined && (nowMs - waiting.lastMs >= QUIET_MS || nowMs - waiting.firstMs >= LONGEST_MS)
  /** Sums of what is read besides. A GX measures the grid by a meter where it has one. */
  const isTwice = (key: string, quantity: QuantityId): boolean => {
    if (isDeyeSum(key, known.keys())) return true
    const [, portal] = /^victron (\w+) system$/.exec(key) ?? []
    if (portal === undefined) return false
    const service = quantity === 'gridPowerW' ? 'grid' : quantity.startsWith('battery') ? 'battery' : undefined
    return service !== undefined && [...known.keys()].some((other) => other.startsWith(`victron ${portal} ${service} `))
  }

  return {
    push: ({ topic, payload, isRetained }, nowMs) => {
      if (topic.length > LONGEST_TOPIC || payload.length > LONGEST_PAYLOAD) return []
      if (discovery.note({ topic, payload })) return []
      touched.clear()
      for (const dialect of dialects) {
        const facts = dialect({ topic, payload })
        if (facts === undefined) continue
        for (const fact of facts) take(fact, isRetained, nowMs)
        // Programs that announce themselves speak one of the other conventions too: once is enough.
        if (facts.length > 0) return [...touched]
        break
      }
      for (const fact of discovery.read({ topic, payload })) take(fact, isRetained, nowMs)
      return [...touched]
    },
    waits: (key) => known.get(key)?.waiting !== undefined,
    take: (nowMs) => {
      const readings: MqttReading[] = []
      for (const one of known.values()) {
        if (!isDue(one, nowMs) || one.waiting === undefined) continue
        const { values, lastMs } = one.waiting
        one.waiting = undefined
        const isGenerating = generating.has(one.device.key)
        const own = [...values].filter(([quantity]) => !isTwice(one.device.key, quantity))
        if (own.length > 0)
          readings.push({ key: one.device.key, atMs: lastMs, decoded: toDecoded(one.device, own, isGenerating) })
      }
      return readings
    },
    dueMs: () => {
      const times = [...known.values()].flatMap(({ waiting }) =>
        waiting ? [Math.min(waiting.lastMs + QUIET_MS, waiting.firstMs + LONGEST_MS)] : [],
      )
      return times.length === 0 ? undefined : Math.min(...times)
    },
    topics: discovery.topics,
    devices: () =>
      [...known.values()].map(({ device, quantities, numbers }) => ({
        device,
        quantities: [...quantities],
        numbers: [...numbers.values()],
      })),
  }
}

const generated: Readonly<Partial<Record<QuantityId, QuantityId>>> = {
  loadTotalWh: 'generationTotalWh',
  loadTodayWh: 'generationTodayWh',
}

function toDecoded(
  device: MqttDevice,
  own: readonly (readonly [QuantityId, number])[],
  isGenerating: boolean,
): Decoded {
  const values: Partial<Record<QuantityId, number>> = {}
  const complaints: Complaint[] = []
  for (const [sent, measured] of own) {
    const quantity = (isGenerating ? generated[sent] : undefined) ?? sent
    // Some plugs measure what feeds in as negative.
    const raw = isGenerating && quantity === 'acPowerW' ? Math.abs(measured) : measured
    // At dusk and after a restart a lifetime counter is 0 for a while.
    if (raw === 0 && quantity === 'generationTotalWh') {
      complaints.push({ code: 'zero-total', quantity, raw })
      continue
    }
    const value = plausibleValue(getQuantity(quantity), raw)
    if (value === undefined) complaints.push({ code: 'out-of-range', quantity, raw })
    else values[quantity] = value
  }
  const type: DeviceType = isGenerating ? 'INVERTER' : device.type
  const model = cleanLine([device.maker, device.model].filter(Boolean).join(' '))
  return {
    deviceSerial: device.serial.replace(/[^\x21-\x7e]/g, '-').slice(0, 64),
    deviceType: type,
    ...(device.name !== undefined && { deviceName: cleanLine(device.name).slice(0, 100) }),
    profileId: 'mqtt',
    values,
    texts: model === '' ? {} : { model },
    complaints,
  }
}
