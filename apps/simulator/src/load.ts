import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { wholeSteps } from '@heliograph/devices/quirks/counter.ts'
import { encodeRecord } from '@heliograph/devices/reads/v5-record/encode-record.ts'
import { DAY_S } from '@heliograph/domain/duration.ts'
import { encodeFrame } from '@heliograph/wires/solarman-v5/frame.ts'

/**
 * Thousands of loggers in one process, each with its own connection: light enough that the server is the bottleneck.
 * A logger sends its next record after the last acknowledgment, or when `pace` says so.
 */
export type Load = Readonly<{
  sticks: number
  /** Every logger sends its first record; resolves when all are acknowledged. */
  introduce: () => Promise<void>
  /** Sends for that long, as fast as acknowledgments arrive or at `framesPerSecond`; resolves to the measurements. */
  run: (seconds: number, framesPerSecond?: number) => Promise<LoadResult>
  /** The time of the newest record that was sent, ms: the present of a fleet that reports live. */
  newestAtMs: () => number
  close: () => void
}>
/**
 * Acknowledged frames, the duration in seconds, and each frame's time from sending to acknowledgment in ms, ascending.
 */
export type LoadResult = Readonly<{ acks: number; seconds: number; latenciesMs: readonly number[] }>

type Stick = { socket: Socket; serial: number; record: number; sentAt: number; received: number; isFree: boolean }

const ACK_BYTES = 23
const EVERY_S = 300

/**
 * @param firstSerial the loggers have consecutive serials from here; register them before their records should count
 */
export async function createLoad(
  options: Readonly<{ host: string; port: number; sticks: number; firstSerial: number; nowMs: number }>,
): Promise<Load> {
  // Old enough that all records of a run lie in the past, recent enough to be accepted.
  const startS = Math.floor(options.nowMs / 1000) - 200 * DAY_S
  let onAck: (stick: Stick) => void = () => {}
  const sticks = await Promise.all(
    Array.from({ length: options.sticks }, async (_, index): Promise<Stick> => {
      const socket = connect({ port: options.port, host: options.host, noDelay: true })
      const stick: Stick = {
        socket,
        serial: options.firstSerial + index,
        record: 0,
        sentAt: 0,
        received: 0,
        isFree: true,
      }
      await once(socket, 'connect')
      socket.on('data', (chunk) => {
        stick.received += chunk.length
        while (stick.received >= ACK_BYTES) {
          stick.received -= ACK_BYTES
          stick.isFree = true
          onAck(stick)
        }
      })
      return stick
    }),
  )
  let newest = 0
  const send = (stick: Stick): void => {
    stick.record += 1
    newest = Math.max(newest, stick.record)
    stick.isFree = false
    stick.sentAt = performance.now()
    stick.socket.write(makeFrame(stick, startS))
  }
  const settled = () =>
    new Promise<void>((resolve) => {
      const open = new Set(sticks.filter(({ isFree }) => !isFree))
      if (open.size === 0) resolve()
      onAck = (stick) => {
        open.delete(stick)
        if (open.size === 0) resolve()
      }
    })

  return {
    sticks: sticks.length,
    introduce() {
      for (const stick of sticks) send(stick)
      return settled()
    },
    async run(seconds, framesPerSecond) {
      const latenciesMs: number[] = []
      const waiting: Stick[] = framesPerSecond === undefined ? [] : [...sticks]
      const beganAt = performance.now()
      const elapsedS = () => (performance.now() - beganAt) / 1000
      onAck = (stick) => {
        latenciesMs.push(performance.now() - stick.sentAt)
        if (framesPerSecond === undefined) send(stick)
        else waiting.push(stick)
      }
      if (framesPerSecond === undefined) for (const stick of sticks) send(stick)
      let sent = 0
      while (elapsedS() < seconds) {
        for (const due = elapsedS() * (framesPerSecond ?? 0); sent < due; sent += 1) {
          const stick = waiting.shift()
          if (stick === undefined) break
          send(stick)
        }
        await new Promise((resolve) => setTimeout(resolve, framesPerSecond === undefined ? 50 : 2))
      }
      const result = { acks: latenciesMs.length, seconds: elapsedS(), latenciesMs: latenciesMs.sort((a, b) => a - b) }
      await settled()
      return result
    },
    newestAtMs: () => (startS + newest * EVERY_S) * 1000,
    close() {
      for (const { socket } of sticks) socket.destroy()
    },
  }
}

const profile = findProfileById('solis-0507')

function makeFrame({ serial, record }: Stick, startS: number): Uint8Array {
  if (profile === undefined) throw new Error('The profile of the frames is missing')
  const atS = startS + record * EVERY_S
  const share = Math.max(0, Math.sin(((atS % DAY_S) / DAY_S) * 2 * Math.PI - Math.PI / 2))
  const powerW = Math.round(4_000 * share)
  const at = new Date(atS * 1000)
  const payload = encodeRecord(
    profile,
    {
      time: { totalS: atS - 1_600_000_000, poweronS: 1_000 + record * EVERY_S, offsetS: 1_600_000_000 },
      recordCounter: record & 0xffff,
      buffered: false,
    },
    {
      deviceSerial: `BENCH${serial}`,
      values: {
        inverterTemperatureC: 25 + 20 * share,
        pv1VoltageV: 300 + 50 * share,
        pv2VoltageV: 310 + 40 * share,
        pv1CurrentA: powerW / 700,
        pv2CurrentA: powerW / 710,
        ac3VoltageV: 235,
        ac3CurrentA: powerW / 235,
        acFrequencyHz: 50,
        acPowerW: powerW,
        pvPowerW: powerW * 1.03,
        generationTodayWh: wholeSteps(record * 40, 100),
        generationTotalWh: wholeSteps(1_000_640 + record * 40, 1000),
        dcBusVoltageV: 360,
        powerFactor: 1,
      },
      deviceClock: {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      },
    },
  )
  return encodeFrame({ type: 0x42, seqServer: 0, seqLogger: record & 0xff, loggerSerial: serial, payload })
}
