import { decodeReadReply, encodeReadRequest, type ReadReply, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { encodeAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { isMisreadRequest, recognizeForeign } from '@heliograph/wires/solarman-v5/foreign.ts'
import { frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalReply, encodeLocalRequest } from '@heliograph/wires/solarman-v5/local.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import type { Clock } from '../clock.ts'
import { createTcpFraming } from '../modbus-tcp/framing.ts'
import type { Framed, Framing } from '../registers/framing.ts'

/** Facts learned of a stick; they outlive a connection. */
export type StickMemory = {
  /** 0: not known yet. */
  serial: number
  /** An Ethernet stick, which speaks plain Modbus TCP at the same port. */
  isEthernet: boolean
}

/** 125 registers take 269 bytes. */
const MOST_PAYLOAD = 512
/** Banners and noise between two frames; more of it comes from no stick. */
const MOST_NOISE = 1_024
const WRONG_SERIAL = 6
/** The code of a gateway whose device does not answer (Modbus application protocol 1.1b3, section 7). */
const NO_TARGET = 0x0b
/** The sequence of copies of the cloud's own requests is 0; an Ethernet stick's refusal has 3 in the same place. */
const FIRST_SEQ = 16
const SEQS = 240

type Asked = Readonly<{ transaction: number; seq: number; serial: number; request: ReadRequest }>

/** Modbus RTU inside V5 frames, as sticks take it at port 8899. */
export function createStickFraming(memory: StickMemory, clock: Pick<Clock, 'now'>): Framing {
  const stream = createReassembler({ maxPayload: MOST_PAYLOAD })
  let plain = memory.isEthernet ? createTcpFraming() : undefined
  let asked: Asked | undefined
  /** The first bytes after a request. */
  let head = new Uint8Array()
  let noise = 0

  const takeReply = (frame: V5Frame): readonly Framed[] => {
    const isOurs = asked !== undefined && frame.seqServer === asked.seq
    const content = decodeLocalReply(frame)
    if (content === undefined || !asked || !isOurs) return [stranger]
    if ('loggerError' in content && content.loggerError === WRONG_SERIAL) {
      // Named once more, it would refuse its own number.
      if (frame.loggerSerial === asked.serial || frame.loggerSerial === 0) return [refusal(asked, NO_TARGET)]
      memory.serial = frame.loggerSerial
      return [{ kind: 'again' }]
    }
    memory.serial = frame.loggerSerial
    if ('loggerError' in content) return [refusal(asked, NO_TARGET)]
    const reply = decodeReadReply(content.rtu)
    // A refusal may name another function than the request and lack a true CRC: its sequence tells whose it is.
    if (reply.kind === 'exception') return [refusal(asked, reply.code)]
    return [{ kind: 'reply', transaction: asked.transaction, reply }]
  }

  return {
    isNumbered: true,
    encode: (transaction, request) => {
      if (plain) return plain.encode(transaction, request)
      const seq = FIRST_SEQ + (transaction % SEQS)
      asked = { transaction, seq, serial: memory.serial, request }
      head = new Uint8Array()
      return encodeLocalRequest({ seq, loggerSerial: memory.serial, rtu: encodeReadRequest(request) })
    },
    push: (bytes) => {
      if (plain) return plain.push(bytes)
      if (head.length < 9) head = Uint8Array.of(...head, ...bytes.subarray(0, 9 - head.length))
      if (isMisreadRequest(head)) {
        plain = createTcpFraming()
        memory.isEthernet = true
        return [{ kind: 'again' }]
      }
      const found: Framed[] = []
      for (const event of stream.push(bytes)) {
        if (event.kind === 'skipped') {
          noise += event.bytes
          if (noise > MOST_NOISE || isOtherPeer(event.raw)) return 'lost'
          continue
        }
        noise = 0
        const { frame } = event
        if (frame.type === frameTypes.heartbeat)
          found.push({
            kind: 'return',
            bytes: encodeAck(frame, { nowSeconds: clock.now() / 1000, offsetMinutes: 0, seqServer: frame.seqServer }),
          })
        else if (frame.type === frameTypes.reply) found.push(...takeReply(frame))
      }
      return found
    },
  }
}

const stranger: Framed = { kind: 'reply', transaction: -1, reply: { kind: 'refused', reason: 'function' } }

const refusal = ({ transaction, request: { unit, fn } }: Asked, code: number): Framed => {
  const reply: ReadReply = { kind: 'exception', unit, fn, code }
  return { kind: 'reply', transaction, reply }
}

/** Another service than a stick's; the banner with which some sticks begin is none. */
function isOtherPeer(bytes: Uint8Array): boolean {
  const protocol = recognizeForeign(bytes)
  if (protocol === 'at') return /^\+(ok|ERR)/i.test(String.fromCharCode(...bytes.subarray(0, 4)))
  return protocol !== undefined && ['http', 'tls', 'mqtt', 'proxy', 'growatt', 'solaredge'].includes(protocol)
}
