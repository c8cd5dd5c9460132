import { encodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import type { V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import type { Arrival } from '../arrival.ts'
import { formatLoggerSerial } from './logger-serial.ts'
import { WIRE_ID } from './record.ts'

/**
 * A stick in client mode calls and waits to be asked. A request for serial number 0 is refused by the stick itself, in a
 * frame with its serial number and its clocks (protocols.md 3); it reaches no inverter.
 */
export const NO_SERIAL = 0
export const QUESTION = encodeReadRequest({ unit: 1, fn: 3, address: 0, count: 1 })

/** The contact that a reply shows. Its clocks identify the stick as those of a handshake do. */
export function toContact(
  frame: V5Frame,
  seen: Readonly<{ atMs: number; address: string; connection: object; isFirst: boolean }>,
): Arrival | undefined {
  const reply = decodeLocalReply(frame)
  if (reply === undefined) return undefined
  const { atMs, address, connection, isFirst } = seen
  const { time } = reply
  // A firmware may leave them empty.
  const hasClocks = time.totalS > 0 && time.poweronS <= time.totalS
  const facts = hasClocks ? { workingS: time.poweronS, totalWorkingS: time.totalS } : {}
  return {
    source: `${WIRE_ID}:${formatLoggerSerial(frame.loggerSerial)}`,
    receivedAtMs: atMs,
    heard: { atMs, address, duplicateAtMs: undefined, isHandshake: isFirst, facts, dataAtMs: undefined },
    sight: { connection, kind: hasClocks ? 'handshake' : 'other', address },
    ...(hasClocks && { clue: time }),
  }
}
