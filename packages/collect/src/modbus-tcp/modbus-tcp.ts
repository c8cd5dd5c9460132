import { CONNECT_MS, paceLine } from '../registers/line.ts'
import {
  type ModbusDevices,
  openDevices,
  probeDevices,
  type RegisterPath,
  toCandidate,
} from '../registers/read-devices.ts'
import { readSpans } from '../registers/read-spans.ts'
import type { Way } from '../way.ts'
import { createRtuFraming, createTcpFraming } from './framing.ts'
import { type ModbusSettings, readSettings } from './settings.ts'

const PACES = {
  firstPace: { connectPauseMs: 2_000, timeoutMs: 15_000, gapMs: 100 },
  probePace: { connectPauseMs: 1_000, timeoutMs: 3_000, gapMs: 50 },
}

const pathAt = (paces: typeof PACES): RegisterPath => ({
  openLine: async (io, settings, connectPauseMs) => {
    const { framing: name } = settings as ModbusSettings
    const framing = name === 'tcp' ? createTcpFraming() : createRtuFraming()
    return await paceLine(await io.connect({ timeoutMs: CONNECT_MS }), io, { framing, connectPauseMs })
  },
  ...paces,
})

/**
 * Modbus TCP, and RTU over TCP by choice: functions 3 and 4, never another.
 * @param paces of devices that are not known yet; those of tests need no time after a connection
 */
export function createModbusTcp({ probeEndpoint, openDevice }: ModbusDevices, paces = PACES): Way {
  const path = pathAt(paces)
  return {
    id: 'modbus-tcp',
    ports: [502, 1502, 6607, 8899],
    secrets: [],
    searchSettings: ['unit'],
    readSettings,
    probe: async (settings, io) => {
      const { unit } = settings as ModbusSettings
      const dialog = probeEndpoint(unit === undefined ? undefined : [unit])
      return (await probeDevices(dialog, { path, settings, io })).map(toCandidate)
    },
    open: (target, io, tell) => openDevices(openDevice, { path, target, io, tell }),
    readSpans: (settings, blocks, io) => readSpans(path, settings, blocks, io),
  }
}
