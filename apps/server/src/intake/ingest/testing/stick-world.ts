import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { bootBaseS } from '@heliograph/wires/solarman-v5/time.ts'
import type { KnownLogger } from '../../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../../fleet/loggers/source.ts'
import type { Latest } from '../../../fleet/telemetry/telemetry.ts'
import { sunWeightOf } from '../../../platform/sun/sun.ts'
import { type Arrival, type DataRecord, identityOf, type SightKind } from '../arrival.ts'
import { agreementOf } from '../device-agreement.ts'
import { addGuess } from '../guesses.ts'
import type { KnownDevice } from '../known-devices.ts'
import { meterRulesOf } from '../meter-rules.ts'
import { defaultSettings } from '../settings.ts'
import { createTrust, type Judged } from '../trust.ts'
import { senderNetworkOf } from '../unproven-room.ts'
import { createWires } from '../wires.ts'

const SOURCE: SourceId = 'solarman-v5:4000000001'
const RATED_W = 5_000
const ZONE = 'Europe/Berlin'
const sun = sunWeightOf({
  latitudeDeg: 52.5,
  longitudeDeg: 13.4,
  altitudeM: 40,
  capacityWp: RATED_W,
  azimuthDeg: 200,
  tiltDeg: 30,
  planes: [],
})
const ruleOf = meterRulesOf({ type: 'INVERTER', profileId: 'solis-0507', reportedW: null, capacityWp: RATED_W })

export type Kept = Readonly<{ network: string; atMs: number; serial: string }>

/** What the server knows of one logger and its devices, without a database: who is believed, and what counts. */
export function createRegistry() {
  let trust: unknown
  const recent: number[] = []
  const newest = new Map<string, Latest>()
  const guesses = new Map<string, Readonly<{ misfits: number; lastMs: number }>>()
  let unproven: Kept[] = []
  const counted: Kept[] = []
  const logger = (): KnownLogger =>
    ({
      source: SOURCE,
      id: 1,
      plant: { id: 1, zone: ZONE, version: '1' },
      state: {},
      recent,
      facts: { intervalS: 300 },
      unprovenFrom: {},
      trust,
      allowedSources: [],
      isStrict: false,
    }) as unknown as KnownLogger
  const judge = createTrust(createWires(), logger, defaultSettings)

  const factsOf = (arrivals: readonly Arrival[]) => ({
    guesses: new Map(guesses),
    trusts: new Map<SourceId, unknown>(),
    agreements: new Map(
      arrivals.flatMap((arrival) => {
        const content = arrival.record?.content as Decoded | undefined
        if (content === undefined) return []
        const latest = newest.get(content.deviceSerial)
        const device = { meta: { zone: ZONE, sun, ruleOf } } as unknown as KnownDevice

        return [[arrival, agreementOf(content, latest && { device, latest }, arrival.receivedAtMs)] as const]
      }),
    ),
  })

  const settle = (judged: Judged): void => {
    judge.settle(judged)
    trust = judged.trusts.get(SOURCE)?.trust ?? trust
    for (const [network, misfits] of judged.misfits)
      for (let n = 0; n < misfits; n += 1) addGuess(guesses, [network], nowMs)
    for (const arrival of judged.arrivals) {
      const { record } = arrival
      if (record === undefined) continue
      const content = record.content as Decoded
      const kept = { network: senderNetworkOf(arrival), atMs: arrival.receivedAtMs, serial: content.deviceSerial }
      if (record.rawReason === 'unproven') unproven.push(kept)
      else {
        counted.push(kept)
        recent.unshift(identityOf(record))
        recent.length = Math.min(recent.length, 64)
        const values = Object.entries(content.values).map(([id, value]) => [id, { value, atMs: arrival.receivedAtMs }])
        newest.set(content.deviceSerial, {
          plantId: 1,
          deviceId: 1,
          atMs: arrival.receivedAtMs,
          values: Object.fromEntries(values),
        })
      }
    }
    for (const { places, sinceMs } of judged.believed) {
      const isBelieved = ({ network, atMs }: Kept) => places.includes(network) && atMs >= sinceMs
      counted.push(...unproven.filter(isBelieved))
      unproven = unproven.filter((item) => !isBelieved(item))
    }
  }

  let nowMs = 0
  return {
    /** @returns whether it counts at once */
    take: (arrival: Arrival): boolean => {
      nowMs = arrival.receivedAtMs
      const first = judge.judge([arrival])
      const judged = first.open.length === 0 ? first : judge.judge([arrival], factsOf(first.open))
      settle(judged)
      return judged.proven.get(arrival) === true
    },
    unproven: () => unproven,
    counted: () => counted,
  }
}
export type Registry = ReturnType<typeof createRegistry>

export type Inverter = { serial: string; totalWh: number; todayWh: number; yesterdayWh: number; stepWh: number }

/** A record as the wire hands it on. */
export function arrivalOf(
  options: Readonly<{
    kind: SightKind
    atMs: number
    address: string
    connection: object
    totalS: number
    poweronS: number
    device?: Readonly<{ serial: string; values: Values }>
  }>,
): Arrival {
  const { kind, atMs, address, connection, totalS, poweronS, device } = options
  const clue = { totalS, poweronS, offsetS: Math.round(atMs / 1000) - totalS }
  const text = `${device?.serial} ${JSON.stringify(device?.values)} ${atMs}`
  const content = device && {
    deviceSerial: device.serial,
    deviceType: 'INVERTER' as const,
    profileId: 'solis-0507',
    values: device.values,
    texts: {},
    complaints: [],
  }
  const record: DataRecord | undefined = content && {
    raw: { wire: 'solarman-v5', kind: '0507', bytes: Buffer.from(text) },
    digest: createHash('sha256').update(text).digest().subarray(0, 16),
    content,
    instant: 'later',
  }
  return { source: SOURCE, receivedAtMs: atMs, clue, sight: { connection, kind, address }, record }
}

/** A stick behind inverters under a clear sky, with a line whose address may change. */
export function createStick(
  options: Readonly<{ startMs: number; inverters: Inverter[]; runS: number; isPoweredByInverter: boolean }>,
) {
  const { inverters, isPoweredByInverter } = options
  let nowMs = options.startMs
  let totalS = options.runS
  let poweronS = Math.min(options.runS, 40_000)
  let address = '203.0.113.1'
  let addresses = 1
  let connection = {}
  let isOn = true
  let day = Math.floor(nowMs / DAY_MS)

  const send = (registry: Registry, kind: SightKind, inverter?: Inverter): boolean => {
    const floor = (wh: number, step: number) => Math.floor(wh / step) * step
    const device = inverter && {
      serial: inverter.serial,
      values: {
        ...(inverter.totalWh >= inverter.stepWh ? { generationTotalWh: floor(inverter.totalWh, inverter.stepWh) } : {}),
        generationTodayWh: floor(inverter.todayWh, 100),
        generationYesterdayWh: floor(inverter.yesterdayWh, 100),
      },
    }
    const about = { kind, atMs: nowMs, address, connection, totalS: Math.round(totalS), poweronS: Math.round(poweronS) }
    return registry.take(arrivalOf({ ...about, ...(device && { device }) }))
  }
  const connect = (registry: Registry): void => {
    connection = {}
    send(registry, 'handshake')
  }
  return {
    inverters,
    nowMs: () => nowMs,
    moveLine: (): void => {
      addresses += 1
      address = `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
    },
    /** Everything stands still; the stick starts anew. */
    cutPower: (registry: Registry, minutes: number, lostS: number): void => {
      nowMs += minutes * MINUTE_MS
      totalS = Math.max(0, totalS - lostS)
      poweronS = 0
      connect(registry)
    },
    loseMemory: (): void => {
      totalS = 0
      poweronS = 0
    },
    reconnect: connect,
    /** One interval on. @returns how many of the records sent did not count at once */
    step: (registry: Registry, minutes: number, sky: number): number => {
      const spanMs = minutes * MINUTE_MS
      const energyWh = sun(nowMs, nowMs + spanMs) * RATED_W * sky
      nowMs += spanMs
      if (Math.floor(nowMs / DAY_MS) !== day) {
        day = Math.floor(nowMs / DAY_MS)
        for (const inverter of inverters) {
          inverter.yesterdayWh = inverter.todayWh
          inverter.todayWh = 0
        }
      }
      for (const inverter of inverters) {
        inverter.totalWh += energyWh / inverters.length
        inverter.todayWh += energyWh / inverters.length
      }
      const isLit = energyWh * (HOUR_MS / spanMs) > 20
      if (isPoweredByInverter && !isLit) {
        isOn = false
        return 0
      }
      if (isPoweredByInverter && !isOn) {
        isOn = true
        poweronS = 0
        connect(registry)
      }
      totalS += minutes * 60
      poweronS += minutes * 60
      // An inverter without light is silent, a stick with power of its own is not.
      if (!isLit) return 0
      return inverters.filter((inverter) => !send(registry, 'live', inverter)).length
    },
    bootBaseS: () => bootBaseS({ totalS: Math.round(totalS), poweronS: Math.round(poweronS), offsetS: 0 }),
    totalS: () => Math.round(totalS),
    address: () => address,
  }
}
