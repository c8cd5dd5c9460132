import type { Dialog, Candidate as Found, OtherDevice, Reader } from '@heliograph/devices/reads/modbus/dialog.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type { ModbusDevices } from '../registers/read-devices.ts'

function* probeEndpoint(units: readonly number[] = [1, 2]): Dialog<readonly Found[]> {
  const found: Found[] = []
  for (const unit of units) {
    const answer = yield { unit, function: 3, address: 10, count: 1, cuts: [] }
    if (answer && 'words' in answer)
      found.push({
        wire: 'modbus',
        profileId: 'test',
        unit,
        maker: 'Maker',
        model: 'M1',
        serial: String(answer.words[0]),
        confidence: 0.9,
        why: 'model',
      })
  }
  return found
}
function* openDevice({ unit, serial }: Found): Dialog<Reader | OtherDevice | undefined> {
  const answer = yield { unit, function: 3, address: 10, count: 1, cuts: [] }
  if (!answer || !('words' in answer)) return undefined
  if (String(answer.words[0]) !== serial) return { otherSerial: String(answer.words[0]) }
  return {
    pace: { connectPauseMs: 0, timeoutMs: 300, gapMs: 0 },
    isSingle: false,
    blocks: [{ unit, function: 3, address: 20, count: 3, cuts: [] }],
    decode: ([reply]): readonly Decoded[] => [
      {
        deviceSerial: serial,
        deviceType: 'INVERTER',
        profileId: 'test',
        values: {
          acPowerW: reply?.words[0] ?? -1,
          generationTotalWh: ((reply?.words[1] ?? 0) * 0x10000 + (reply?.words[2] ?? 0)) * 10,
        },
        texts: {},
        complaints: [],
      },
    ],
  }
}

/** A family of tests: its serial in register 10, power and total (10 Wh) from register 20. */
export const oneFamily: ModbusDevices = { probeEndpoint, openDevice }
/** Its devices answer as soon as they are connected. */
export const AT_ONCE = {
  firstPace: { connectPauseMs: 0, timeoutMs: 15_000, gapMs: 0 },
  probePace: { connectPauseMs: 0, timeoutMs: 3_000, gapMs: 0 },
}

/** The registers of such a device. */
export const registersOf = (serial: number, powerW: number, totalWh: number): Map<number, number> =>
  new Map([
    [10, serial],
    [20, powerW],
    [21, Math.floor(totalWh / 10 / 0x10000)],
    [22, (totalWh / 10) % 0x10000],
  ])
