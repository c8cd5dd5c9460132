import { CONNECT_MS, type PacedLine, paceLine } from '../registers/line.ts'
import {
  type ModbusDevices,
  openDevices,
  probeDevices,
  type RegisterPath,
  toCandidate,
} from '../registers/read-devices.ts'
import type { Candidate, Io, Way } from '../way.ts'
import { createStickFraming, type StickMemory } from './framing.ts'
import { readSettings, type StickSettings } from './settings.ts'
import { hearStick, stickPace, withStickSerial } from './stick.ts'

const TRIES = 3

const path: RegisterPath = {
  openLine,
  firstPace: { ...stickPace, timeoutMs: 10_000 },
  probePace: stickPace,
  paceOf: ({ timeoutMs, gapMs }) => ({
    connectPauseMs: 0,
    timeoutMs: Math.max(stickPace.timeoutMs, timeoutMs),
    gapMs: Math.max(stickPace.gapMs, gapMs),
  }),
  isSingle: true,
}

/** Logger sticks of Solarman at port 8899: the registers of the device behind, functions 3 and 4. */
export const createSolarmanLocal = ({ probeEndpoint, openDevice }: ModbusDevices): Way => ({
  id: 'solarman-local',
  ports: [8899],
  secrets: [],
  searchSettings: ['unit'],
  readSettings,
  probe: (settings, io) => probe(probeEndpoint, settings as StickSettings, io),
  open: (target, io, tell) => openDevices(openDevice, { path, target, io, tell }),
})

const memoryOf = ({ memory }: Io, { serial = 0 }: StickSettings): StickMemory => {
  const known = (memory?.get('stick') as StickMemory | undefined) ?? { serial, isEthernet: false }
  memory?.set('stick', known)
  return known
}

/** @throws Error 'busy' from a request that the stick hangs up at before it said a word */
async function openLine(io: Io, settings: unknown, connectPauseMs: number): Promise<PacedLine> {
  const framing = createStickFraming(memoryOf(io, settings as StickSettings), io.clock)
  const socket = await io.connect({ timeoutMs: CONNECT_MS })
  let isMute = true
  socket.once('data', () => {
    isMute = false
  })
  const line = await paceLine(socket, io, { framing, connectPauseMs, tries: TRIES })
  return {
    ...line,
    ask: (block, pace) =>
      line.ask(block, pace).catch((error: unknown) => {
        const isHungUp = error instanceof Error && /closed by the device|ECONNRESET|EPIPE/.test(error.message)
        throw isMute && isHungUp ? new Error('busy') : error
      }),
  }
}

async function probe(
  probeEndpoint: ModbusDevices['probeEndpoint'],
  settings: StickSettings,
  io: Io,
): Promise<readonly Candidate[]> {
  const own: Io = { ...io, memory: new Map() }
  const found = await probeDevices(probeEndpoint([settings.unit]), { path, settings, io: own, hear: hearStick() })
  const { serial } = memoryOf(own, settings)
  return found.map((device) => ({
    ...toCandidate(withStickSerial(device, serial)),
    ...(serial !== 0 && { logger: String(serial) }),
  }))
}
