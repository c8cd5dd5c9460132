import type { Profile } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById, findRegisterMap } from '@heliograph/devices/catalog/registry.ts'
import { encodeRecord } from '@heliograph/devices/reads/v5-record/encode-record.ts'
import { requireRecord } from '@heliograph/devices/reads/v5-record/require-record.ts'
import { DAY_MS, DAY_S, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import { findFault } from './faults.ts'
import { livePast, type Past, type PastRecord, type PastTotals, recordsOfDay, sleepsAtNight } from './history.ts'
import { type OutgoingRecord, SolarmanLogger } from './links/solarman-logger.ts'
import { advance, copyState, momentAt, newPlantState, type PlantModel, type PlantState } from './plant-model.ts'
import type { LoggerSpec } from './plant-spec.ts'
import { computeMoment, type DeviceReading, type Moment, readDevice } from './readings.ts'
import { createRegisterBank } from './register-bank.ts'

/** Share of acknowledgments that a logger misses, and of past records that it sends twice. */
const LOST_ACKS = 0.005
const SENT_TWICE = 0.003

export type RunnerOptions = Readonly<{
  host: string
  port: number
  now: () => number
  /** Frames in flight at once while history is filled in. */
  fillWindow: number
  /** The steps in which a day of the history is sent, ms, by its age in days. */
  stepMs: (daysAgo: number) => number
  /** Plant-local dates that the platform has already. */
  knownDates: ReadonlySet<string>
}>

type Stick = {
  spec: LoggerSpec
  profile: Profile
  firstIndex: number
  link: SolarmanLogger
  nextMs: number
  counter: number
}

/** One simulated plant: its model, its loggers, and the clock that drives them. */
export class PlantRunner {
  readonly model: PlantModel
  /** Of a plant whose devices are asked. */
  readonly steps: readonly PastTotals[]
  readonly #options: RunnerOptions
  readonly #past: Past
  readonly #sticks: Stick[]
  readonly #startMs: number
  #state: PlantState
  #awake: Readonly<{ minute: number; inverters: readonly boolean[] }> = { minute: 0, inverters: [] }

  constructor(model: PlantModel, commissionedMs: number, options: RunnerOptions) {
    this.model = model
    this.#options = options
    this.#startMs = commissionedMs
    const { past, steps, state } = livePast(model, newPlantState(model, commissionedMs), options.now())
    this.#past = past
    this.steps = steps
    this.#state = state
    let firstIndex = 0
    const { loggers, links } = model.spec
    this.#sticks = (links ? [] : loggers).map((spec) => {
      const stick = this.#createStick(spec, firstIndex)
      firstIndex += spec.inverters.length
      return stick
    })
  }

  get loggers(): readonly SolarmanLogger[] {
    return this.#sticks.map((s) => s.link)
  }

  #createStick(spec: LoggerSpec, firstIndex: number): Stick {
    const profile = findProfileById(spec.profileId)
    if (!profile) throw new RangeError(`Unknown profile ${spec.profileId}`)
    const map = findRegisterMap(spec.profileId)
    const bank = map && createRegisterBank(map, () => this.#readNow(firstIndex, profile))
    const link = new SolarmanLogger({
      ...(bank ? { answerDevice: bank.answer } : {}),
      host: this.#options.host,
      port: this.#options.port,
      now: this.#options.now,
      window: this.#options.fillWindow,
      isAckLost: (nth) => randomAt(this.model.seed, 63, spec.serial, nth) < LOST_ACKS,
      timeFields: (atMs, synchronized) => this.#timeFields(spec, atMs, synchronized),
      identity: {
        serial: spec.serial,
        firmware: spec.firmware,
        mac: `02:00:${[24, 16, 8, 0].map((s) => ((spec.serial >>> s) & 0xff).toString(16).toUpperCase().padStart(2, '0')).join(':')}`,
        localAddress: `192.0.2.${1 + (spec.serial % 250)}`,
        ssid: 'simulated',
        signalPercent: 55 + Math.floor(40 * randomAt(this.model.seed, 41, spec.serial)),
        sensorType: requireRecord(profile).sensorType,
        deviceCount: spec.inverters.length,
        intervalMinutes: spec.intervalMinutes,
      },
    })
    return { spec, profile, firstIndex, link, nextMs: 0, counter: 0 }
  }

  /**
   * The logger's run time: a logger that sleeps loses a quarter of an hour a day, because its total stops without
   * power.
   */
  #timeFields(spec: LoggerSpec, atMs: number, synchronized: boolean): TimeFields {
    const aheadS = findFault(this.model.faults, 'stamp-shift', undefined, atMs)?.severity ?? 0
    const atS = Math.floor(atMs / 1000) + aheadS
    const startS = Math.floor(this.#startMs / DAY_MS) * DAY_S
    const day = Math.max(0, Math.floor((atS - startS) / DAY_S))
    const sleeper = sleepsAtNight(spec)
    const totalS = Math.max(1, atS - startS - (sleeper ? 900 * day : 0))
    return { totalS, poweronS: sleeper ? (atS - startS) % DAY_S : totalS, offsetS: synchronized ? atS - totalS : 0 }
  }

  /** The plant at an instant of its past or now; undefined: before it existed, or while nothing is measured. */
  momentAt(atMs: number): Moment | undefined {
    const day = this.#past.days.get(Math.floor(atMs / DAY_MS))
    const isLost = ['gap', 'silence'].some((type) => findFault(this.model.faults, type as 'gap', undefined, atMs))
    if (isLost || day === undefined) return undefined
    return computeMoment(this.model, advance(this.model, copyState(day), atMs), atMs)
  }

  /** Call about once a second. */
  tick(): void {
    const nowMs = this.#options.now()
    const { faults } = this.model
    const silent = findFault(faults, 'silence', undefined, nowMs) !== undefined
    const linkUp = findFault(faults, 'link-loss', undefined, nowMs) === undefined
    for (const stick of this.#sticks) {
      if (silent || !this.#isAwake(stick, nowMs)) {
        // Remaining records are sent first; a real logger would send them in the morning.
        if (stick.link.powered && stick.link.backlog === 0 && stick.nextMs !== 0) stick.link.powerOff()
        continue
      }
      stick.link.setLink(linkUp)
      stick.link.powerOn()
      if (nowMs < stick.nextMs) continue
      this.#measure(stick, nowMs)
      const intervalMs = stick.spec.intervalMinutes * MINUTE_MS
      const phaseMs = (stick.spec.serial % 41) * 700
      stick.nextMs = Math.floor((nowMs - phaseMs) / intervalMs + 1) * intervalMs + phaseMs
    }
  }

  /** Whether an awake inverter powers the logger; checked once a minute. */
  #isAwake(stick: Stick, nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (this.#awake.minute !== minute) {
      advance(this.model, this.#state, nowMs)
      this.#awake = { minute, inverters: momentAt(this.model, this.#state, nowMs).state.awake }
    }
    return stick.spec.inverters.some((_, i) => this.#awake.inverters[stick.firstIndex + i])
  }

  #measure(stick: Stick, nowMs: number): void {
    if (findFault(this.model.faults, 'gap', undefined, nowMs)) return
    const atMs = Math.floor(nowMs / 1000) * 1000
    advance(this.model, this.#state, atMs)
    const moment = computeMoment(this.model, this.#state, atMs)
    stick.spec.inverters.forEach((inverter, i) => {
      const index = stick.firstIndex + i
      if (!moment.now.awake[index] || findFault(this.model.faults, 'mute', index, atMs)) return
      const reading = readDevice(this.model, moment, index, stick.profile)
      stick.link.add(this.#record(stick, atMs, inverter.serial, reading, true))
    })
  }

  /** Reading of a stick's first inverter now; undefined while it sleeps. */
  #readNow(index: number, profile: Profile): DeviceReading['values'] | undefined {
    const atMs = Math.floor(this.#options.now() / 1000) * 1000
    advance(this.model, this.#state, atMs)
    const moment = computeMoment(this.model, this.#state, atMs)
    return moment.now.awake[index] ? readDevice(this.model, moment, index, profile).values : undefined
  }

  #record(stick: Stick, atMs: number, deviceSerial: string, reading: DeviceReading, live: boolean): OutgoingRecord {
    const recordCounter = stick.counter++ & 0xffff
    return {
      live,
      encode: (buffered) =>
        encodeRecord(
          stick.profile,
          { time: this.#timeFields(stick.spec, atMs, true), recordCounter, buffered },
          { deviceSerial, values: reading.values, deviceClock: reading.deviceClock },
        ),
    }
  }

  /** The UTC days of the past, the newest first. */
  get pastDays(): readonly number[] {
    const today = Math.floor((this.#options.now() - MINUTE_MS) / DAY_MS)
    const count = Math.max(0, today - this.#past.firstDay + 1)
    return Array.from({ length: count }, (_, back) => today - back)
  }

  /**
   * Sends these days of the past, in this order, like a logger that was offline for all this time. Resolves when all of
   * it is acknowledged. @param onDay called for each day of each logger as soon as it is handed over
   */
  async fillPast(days: readonly number[], onDay: () => void): Promise<void> {
    const untilMs = this.#options.now() - MINUTE_MS
    await Promise.all(
      this.#sticks.map((stick) => {
        // A sleeping logger is woken up for its past, so that the demo need not wait for the morning.
        if (!stick.link.powered) stick.link.powerOn()
        return stick.link.fill(this.#pastOf(stick, { days, untilMs, onDay }))
      }),
    )
  }

  #pastOf(
    stick: Stick,
    { days, untilMs, onDay }: Readonly<{ days: readonly number[]; untilMs: number; onDay: () => void }>,
  ): () => OutgoingRecord | undefined {
    const today = Math.floor(untilMs / DAY_MS)
    const rest = [...days].reverse()
    let queue: PastRecord[] = []
    let again: OutgoingRecord | undefined
    return () => {
      if (again) {
        const twice = again
        again = undefined
        return twice
      }
      while (queue.length === 0) {
        const day = rest.pop()
        if (day === undefined) return undefined
        const date = localDate(day * DAY_MS + DAY_MS / 2, this.model.spec.zone)
        const stepMs = this.#options.stepMs(today - day)
        if (!this.#options.knownDates.has(date))
          queue = recordsOfDay(this.#past, stick.spec, stick.profile, stick.firstIndex, day, stepMs, untilMs)
        onDay()
      }
      const next = queue.pop()
      if (!next) return undefined
      const record = this.#record(stick, next.atMs, next.serial, next.reading, false)
      if (randomAt(this.model.seed, 64, stick.spec.serial, next.index, next.atMs) < SENT_TWICE) again = record
      return record
    }
  }

  stop(): void {
    for (const stick of this.#sticks) stick.link.stop()
  }
}
