import { decodeReadRequest, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { type SourceId, toSourceId } from '../../../../fleet/loggers/source.ts'
import type { OpenSource, Source } from '../../source.ts'
import { decode, WIRE_ID } from './wire.ts'

export type StubSource = Source &
  Readonly<{
    /** A logger connects from this address. */
    connect: (label: string, address: string) => (bytes: Uint8Array, kind?: string) => Promise<unknown>
    hangUp: (label: string) => void
  }>

/** What every register of the device behind its loggers holds. */
export const REGISTER = 7

export const openStub: OpenSource<StubSource> = ({ port, now }) => {
  const connected = new Set<SourceId>()
  const idOf = (address: string): SourceId => toSourceId({ wire: WIRE_ID, address })
  let frames = 0
  return {
    start: async () => {},
    close: async () => connected.clear(),
    stats: () => ({ frames, connections: connected.size }),
    line: (id) => (connected.has(id) ? { ask: async (rtu) => ({ rtu: answer(rtu) }) } : undefined),
    connect: (label, address) => {
      connected.add(idOf(label))
      return (bytes, kind = 'reading') => {
        frames += 1
        const atMs = now()
        const heard = { atMs, dataAtMs: atMs, address, facts: {} }
        return port.submit({
          source: idOf(label),
          receivedAtMs: atMs,
          heard,
          record: decode({ wire: WIRE_ID, kind, bytes }),
        })
      }
    },
    hangUp: (label) => void connected.delete(idOf(label)),
  }
}

function answer(rtu: Uint8Array): Uint8Array {
  const request = decodeReadRequest(rtu)
  if (request === undefined) throw new Error('timeout')
  return encodeReadReply({ ...request, words: Array.from({ length: request.count }, () => REGISTER) })
}
