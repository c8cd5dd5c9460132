import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { createDice } from '@heliograph/domain/testing/metered-days.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { encodeHandshake } from '@heliograph/wires/solarman-v5/messages.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import type { Db } from '../../../platform/db/database.ts'
import { addPlant, createStick, openScene, quantityOf, register, samplesOf } from './scene.ts'

type Dice = ReturnType<typeof createDice>

const SERIAL = 4_000_000_001
const deviceSerial = `SN${SERIAL}`
const INTERVAL_MS = 5 * MINUTE_MS

/** What a forger knows: the serial number and the time, and in some variants the device or what he overheard. */
type Forger = Readonly<{
  dice: Dice
  nowMs: number
  n: number
  /** Frames that the logger sent more than ten minutes ago, and the last ones. */
  captured: readonly V5Frame[]
  totalWh: number
  /** A little less than its run time: the date of sale may be known. */
  fromS: number
}>
type Variant = (forger: Forger) => readonly V5Frame[]

const timeAt = (nowMs: number, totalS: number, poweronS: number): TimeFields => ({
  totalS,
  poweronS,
  offsetS: (Math.round(nowMs / 1000) - totalS) >>> 0,
})
const handshakeOf = (time: TimeFields): V5Frame => ({
  type: frameTypes.handshake,
  seqServer: 0,
  seqLogger: 1,
  loggerSerial: SERIAL,
  payload: encodeHandshake({
    kind: 2,
    time: { ...time, offsetS: 0 },
    uploadIntervalMin: 5,
    loggingPeriodS: 60,
    heartbeatS: 120,
    maxDevices: 1,
    signalPercent: 99,
    firmware: 'FORGED_1.0',
    mac: '00:00:00:00:00:01',
    ip: '10.6.6.6',
    counter: 1,
    sensorCount: 1,
    sensorType: 0x0507,
  }),
})
const whole = (dice: Dice, most: number): number => Math.floor(dice() * most)
const YEARS_S = 12 * 365 * 86_400
const POWER_W = 4_321
const forge = (
  { nowMs, dice }: Forger,
  time: TimeFields,
  more: Readonly<{ device?: string; totalWh?: number; buffered?: boolean; atMs?: number }> = {},
): V5Frame => {
  const { device = 'FORGED', totalWh = 1_000 * whole(dice, 90_000), buffered = false, atMs = nowMs } = more
  const values = { acPowerW: POWER_W, generationTotalWh: totalWh, generationTodayWh: 100 * whole(dice, 300) }
  return createStick(SERIAL, device).data(atMs, values, { time, buffered, recordCounter: whole(dice, 65_536) })
}
const guessed = ({ nowMs, dice }: Forger): TimeFields => timeAt(nowMs, whole(dice, YEARS_S), whole(dice, 40_000))

/** Twelve ways to use another logger's serial number. */
export const variants: Readonly<Record<string, Variant>> = {
  'invented clocks': (one) => [forge(one, guessed(one))],
  'clocks in steps, as a window of an hour is searched': (one) => [
    forge(one, timeAt(one.nowMs, one.fromS + Math.floor(one.n / 12) * 3_900, 300)),
  ],
  'the first boot of its life': (one) => {
    const totalS = whole(one.dice, YEARS_S)
    return [forge(one, timeAt(one.nowMs, totalS, totalS))]
  },
  'a handshake, then records on the same line': (one) => {
    const time = guessed(one)
    return [handshakeOf(time), forge(one, time), forge(one, time, { buffered: true })]
  },
  'history alone, before it said anything': (one) => [
    forge(one, guessed(one), { buffered: true, atMs: one.nowMs - whole(one.dice, 300) * DAY_MS }),
  ],
  'its device, with counters guessed to a tenth': (one) => [
    forge(one, guessed(one), {
      device: deviceSerial,
      totalWh: Math.round((one.totalWh / 1_000) * (0.95 + 0.1 * one.dice())) * 1_000,
    }),
  ],
  'its device, with counters of nothing': (one) => [
    forge(one, guessed(one), { device: deviceSerial, totalWh: 1_000 * whole(one.dice, 3) }),
  ],
  'a device of another serial number, with its counters': (one) => [
    forge(one, guessed(one), { device: `SN${4_000_000_000 + whole(one.dice, 1e6)}`, totalWh: one.totalWh }),
  ],
  'counters that walk upward from a low one': (one) => [
    forge(one, timeAt(one.nowMs, 9_000_000, 300), { device: deviceSerial, totalWh: one.n * 1_000 }),
  ],
  'what was overheard, byte for byte': ({ captured, dice }) => captured.slice(whole(dice, captured.length)).slice(0, 2),
  'what was overheard, under clocks of now': (one) =>
    one.captured.slice(-1).map((frame) => {
      const payload = Uint8Array.from(frame.payload)
      new DataView(payload.buffer).setUint32(3, whole(one.dice, YEARS_S), true)
      return { ...frame, payload }
    }),
  'records of the next minutes, and heartbeats': (one) => [
    forge(one, guessed(one), { atMs: one.nowMs + whole(one.dice, 300) * 1_000 }),
    { type: frameTypes.heartbeat, seqServer: 0, seqLogger: 9, loggerSerial: SERIAL, payload: Uint8Array.of(0) },
  ],
}

export type Forged = Readonly<{
  tries: number
  addresses: number
  /** Forged records that count: none must. */
  gained: number
  /** Records of the logger that did not count at once: none must. */
  missed: number
  /** Of each kind of forged data frame, whether it was acknowledged as the logger's own are. */
  unacknowledged: number
  /** In a new network, with the boot that runs; then after a power cut in another one. */
  followed: boolean
}>

/**
 * Tries all variants from 20 addresses while the logger sends every five minutes; then the logger moves twice.
 * @param db empty and migrated
 */
export async function forgeFrames(
  db: Db,
  { seed, tries, print = () => {} }: Readonly<{ seed: number; tries: number; print?: (line: string) => void }>,
): Promise<Forged> {
  const dice = createDice(seed)
  const plantId = await addPlant(db)
  await register(db, plantId, SERIAL)
  // Loopback addresses stand for public ones: 127.x.y.z for 81.x.y.z.
  const addressOf = (line: { remoteAddress?: string | undefined }): string =>
    (line.remoteAddress ?? '').replace(/^(::ffff:)?127\./, '81.')
  const scene = await openScene(db, { server: { addressOf, framesPerMinute: 1e6 } })
  const stick = createStick(SERIAL)
  let totalS = 20_000_000 + whole(dice, 40_000_000)
  let poweronS = 1_000_000 + whole(dice, 2_000_000)
  const fromS = totalS - 5 * 3_900
  let totalWh = 12_000_000 + 1_000 * whole(dice, 9_000)
  let line = await scene.connect('127.0.0.5')
  const captured: V5Frame[] = []
  const sent: number[] = []
  const report = async (): Promise<void> => {
    totalWh += 300
    const values = {
      acPowerW: 1_000 + sent.length,
      generationTotalWh: Math.floor(totalWh / 1_000) * 1_000,
      generationTodayWh: 100 * sent.length,
      generationYesterdayWh: 12_300,
    }
    const frame = stick.data(scene.clock.nowMs, values, { time: timeAt(scene.clock.nowMs, totalS, poweronS) })
    await line.exchange(frame)
    captured.push(frame)
    sent.push(scene.clock.nowMs)
  }
  const pass = (ms: number): void => {
    scene.clock.nowMs += ms
    totalS += Math.round(ms / 1_000)
    poweronS += Math.round(ms / 1_000)
  }
  try {
    await report()
    const forgedSamples = async (): Promise<number> => {
      const rows = await samplesOf(db, plantId)
      const own = new Set(sent)
      return rows.filter((row) => !own.has(row.at.getTime()) || quantityOf(row, 'acPowerW') === POWER_W).length
    }
    let unacknowledged = 0
    const names = Object.keys(variants)
    for (let n = 0; n < tries; n += 1) {
      const name = names[n % names.length] ?? ''
      const forger: Forger = { dice, nowMs: scene.clock.nowMs, n, captured, totalWh, fromS }
      const stranger = await scene.connect(`127.66.6.${1 + (n % 20)}`)
      const frames = variants[name]?.(forger) ?? []
      for (const frame of frames) stranger.send(encodeFrame(frame))
      await stranger.answered(frames.length)
      unacknowledged += frames.length - stranger.answers.length
      await stranger.end()
      // As many tries between two records as there are variants.
      if (n % names.length === names.length - 1) {
        pass(INTERVAL_MS)
        await report()
      }
      if ((n + 1) % 250 === 0) print(`${n + 1} tries, ${await forgedSamples()} forged records count`)
    }
    await line.end()
    pass(INTERVAL_MS)
    line = await scene.connect('127.77.0.1')
    await report()
    const cut = 20 * MINUTE_MS
    scene.clock.nowMs += cut
    await line.end()
    poweronS = 30
    line = await scene.connect('127.78.0.1')
    await line.exchange(handshakeOf(timeAt(scene.clock.nowMs, totalS, poweronS)))
    await report()
    const rows = await samplesOf(db, plantId)
    const stored = new Set(rows.map(({ at }) => at.getTime()))
    const { rows: places } = await db.pool.query<{ places: string[] }>(
      "select wire_state #> '{trust,places}' as places from loggers",
    )
    const result = {
      tries,
      addresses: Math.min(20, tries),
      gained: await forgedSamples(),
      missed: sent.filter((atMs) => !stored.has(atMs)).length,
      unacknowledged,
      followed: JSON.stringify(places[0]?.places) === JSON.stringify(['81.78.0.1', '81.77.0.1', '81.0.0.5']),
    }
    print(JSON.stringify(result))
    return result
  } finally {
    await scene.close()
  }
}
