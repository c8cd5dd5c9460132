import type { Answer, Block, Pace } from '@heliograph/devices/reads/modbus/dialog.ts'
import { decodeReadReply, encodeReadRequest, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { type Clock, pause } from '../clock.ts'
import type { PacedLine } from '../registers/line.ts'
import { aboutRead } from '../registers/link.ts'
import {
  type ModbusDevices,
  openDevices,
  probeDevices,
  type RegisterPath,
  toCandidate,
} from '../registers/read-devices.ts'
import { readSettings, type StickSettings } from '../solarman-local/settings.ts'
import { hearStick, stickPace, withStickSerial } from '../solarman-local/stick.ts'
import type { Exchange, Io, LoggerReply, Way } from '../way.ts'

const NO_TARGET = 0x0b
/** A person reads or sets the device: that comes first. */
const BUSY_PAUSE_MS = 1_000
const BUSY_TRIES = 20
const TRIES = 2

const path: RegisterPath = {
  openLine: async (io) => openLine(io),
  firstPace: stickPace,
  probePace: stickPace,
  paceOf: () => stickPace,
}

/** Sticks that send to this server already: the registers of the device behind, over the stick's own connection. */
export const createSolarmanPush = ({ probeEndpoint, openDevice }: ModbusDevices): Way => ({
  id: 'solarman-push',
  isOverLogger: true,
  // The stick calls here; nothing is connected to.
  ports: [10_000],
  secrets: [],
  searchSettings: ['unit'],
  readSettings,
  probe: async (settings, io) => {
    const { unit, serial = 0 } = settings as StickSettings
    const found = await probeDevices(probeEndpoint([unit]), { path, settings, io, hear: hearStick() })
    return found.map((device) => toCandidate(withStickSerial(device, serial)))
  },
  open: (target, io, tell) => openDevices(openDevice, { path, target, io, tell }),
})

/** @throws Error when the target is no logger */
function openLine({ askLogger, clock, note }: Io): PacedLine {
  if (askLogger === undefined) throw new Error('offline')
  let tellEnd: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  let freeAtMs = 0
  const send = async (request: ReadRequest, { gapMs }: Pace): Promise<Answer> => {
    await pause(clock, freeAtMs - clock.now())
    const rtu = encodeReadRequest(request)
    const atMs = clock.now()
    const tell = (received: Uint8Array, outcome: Exchange['outcome'], code?: number): void =>
      note({ atMs, about: aboutRead(request), sent: rtu, received, outcome, ...(code !== undefined && { code }) })
    try {
      const reply = await askPatiently(() => askLogger(rtu), clock)
      const answer = toAnswer(reply, request)
      const received = 'rtu' in reply ? reply.rtu : Uint8Array.of(reply.loggerError)
      if (answer === undefined) tell(received, 'silent')
      else if ('words' in answer) tell(received, 'answered')
      else tell(received, 'refused', answer.exception)
      return answer
    } catch (error) {
      const isLate = error instanceof Error && error.message === 'timeout'
      tell(new Uint8Array(), isLate ? 'silent' : 'ended')
      if (isLate) return undefined
      throw error
    } finally {
      freeAtMs = clock.now() + gapMs
    }
  }
  return {
    ended,
    close: () => tellEnd('closed'),
    ask: async ({ unit, function: fn, address, count }: Block, pace) => {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await send({ unit, fn, address, count }, pace)
        if (answer !== undefined || attempt === TRIES) return answer
      }
    },
  }
}

/** @throws Error as `Io.askLogger`, 'busy' only after a while */
async function askPatiently(ask: () => Promise<LoggerReply>, clock: Clock): Promise<LoggerReply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Error && error.message === 'busy') || attempt === BUSY_TRIES) throw error
      await pause(clock, BUSY_PAUSE_MS)
    }
  }
}

function toAnswer(reply: LoggerReply, request: ReadRequest): Answer {
  if ('loggerError' in reply) return { exception: NO_TARGET }
  const read = decodeReadReply(reply.rtu)
  if (read.kind === 'exception') return { exception: read.code }
  const isOurs = read.kind === 'words' && read.unit === request.unit && read.fn === request.fn
  return isOurs && read.words.length === request.count ? { words: read.words } : undefined
}
