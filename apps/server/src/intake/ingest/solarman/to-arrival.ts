import { frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import type { Message } from '@heliograph/wires/solarman-v5/messages.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import type { Heard, LoggerFacts } from '../../../fleet/loggers/facts.ts'
import type { SourceId } from '../../../fleet/loggers/source.ts'
import type { Arrival, SightKind } from '../arrival.ts'
import { toRecord } from './record.ts'

/** The parts of a frame to store. */
export function toArrival(
  frame: V5Frame,
  message: Message,
  seen: Readonly<{
    source: SourceId
    atMs: number
    address: string
    connection: object
    duplicateAtMs?: number | undefined
  }>,
): Arrival {
  const { source, atMs, address, connection, duplicateAtMs } = seen
  // One that is too short to be read is kept raw.
  const isData = frame.type === frameTypes.data
  const heard: Heard = {
    atMs,
    address,
    duplicateAtMs,
    isHandshake: message.message === 'handshake',
    facts: toFacts(message),
    dataAtMs: isData ? atMs : undefined,
  }
  const record = isData ? toRecord(frame.payload, message.message === 'data' ? message : undefined) : undefined
  const clue = 'time' in message ? message.time : undefined
  const sight = { connection, kind: kindOf(message), address }
  return { source, receivedAtMs: atMs, clue, heard, sight, record }
}

function kindOf(message: Message): SightKind {
  if (message.message === 'handshake') return 'handshake'
  if (message.message !== 'data') return 'other'
  return message.buffered ? 'buffered' : 'live'
}

function toFacts(message: Message): LoggerFacts {
  switch (message.message) {
    case 'handshake':
      return {
        ...text('firmware', message.firmware),
        ...text('mac', message.mac),
        ...text('localAddress', message.ip),
        ...text('ssid', message.ssid),
        ...(message.uploadIntervalMin > 0 ? { intervalS: message.uploadIntervalMin * 60 } : {}),
        ...(message.heartbeatS > 0 ? { heartbeatS: message.heartbeatS } : {}),
        signalPercent: message.signalPercent,
        ...running(message.time),
      }
    case 'link-info':
      // A buffered report has the state of another time, but the network is the same.
      return { ...text('ssid', message.ssid), signalPercent: message.signalPercent }
    case 'report':
      return { ...text('firmware', message.firmware), ...running(message.time) }
    case 'data':
      return message.buffered ? {} : running(message.time)
    default:
      return {}
  }
}

const running = (time: TimeFields): LoggerFacts => ({ workingS: time.poweronS, totalWorkingS: time.totalS })

const text = <Name extends 'firmware' | 'mac' | 'localAddress' | 'ssid'>(name: Name, value: string | undefined) =>
  (value === undefined || value === '' ? {} : { [name]: value }) as { [K in Name]?: string }
