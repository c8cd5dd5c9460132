import { encodeReadReply, encodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import type { V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import { expect, it } from 'vitest'
import { createDeviceLine } from './device-line.ts'

const SERIAL = 1_700_000_001
const rtu = encodeReadRequest({ unit: 1, fn: 3, address: 0, count: 1 })
const frameOf = (bytes: Uint8Array): V5Frame => {
  const [event] = createReassembler().push(Buffer.from(bytes))
  if (event?.kind !== 'frame') throw new Error('no frame')
  return event.frame
}
/** A line whose requests are kept, and the reply of a logger to one of them. */
function open(timeoutMs = 1_000) {
  const sent: V5Frame[] = []
  const line = createDeviceLine((bytes) => sent.push(frameOf(bytes)), timeoutMs)
  const reply = (request: V5Frame, word: number): V5Frame =>
    frameOf(
      encodeLocalReply({
        request,
        seqLogger: 1,
        loggerSerial: SERIAL,
        time: { totalS: 1, poweronS: 1, offsetS: 1 },
        rtu: encodeReadReply({ unit: 1, fn: 3, words: [word] }),
      }),
    )
  return { line, sent, reply }
}

it('takes only the reply to its own request', async () => {
  const { line, sent, reply } = open()
  const asked = line.ask(SERIAL, rtu)
  const [request] = sent
  if (!request) throw new Error('nothing sent')
  expect(request).toMatchObject({ type: 0x45, loggerSerial: SERIAL })
  expect(request.seqServer).toBeGreaterThan(0)
  line.take(reply({ ...request, seqServer: (request.seqServer % 0xff) + 1 }, 1))
  line.take({ ...request, type: 0x47 })
  line.take(reply(request, 7))
  expect(await asked).toMatchObject({ rtu: encodeReadReply({ unit: 1, fn: 3, words: [7] }) })
})

it('serves one request at a time', async () => {
  const { line, sent, reply } = open()
  const first = line.ask(SERIAL, rtu)
  await expect(line.ask(SERIAL, rtu)).rejects.toThrow('busy')
  if (sent[0]) line.take(reply(sent[0], 1))
  await first
  const second = line.ask(SERIAL, rtu)
  if (sent[1]) line.take(reply(sent[1], 2))
  expect(await second).toBeDefined()
  expect(sent[0]?.seqServer).not.toBe(sent[1]?.seqServer)
})

it('gives up without a reply, and when the connection ends', async () => {
  await expect(open(5).line.ask(SERIAL, rtu)).rejects.toThrow('timeout')
  const { line } = open()
  const asked = line.ask(SERIAL, rtu)
  line.close()
  await expect(asked).rejects.toThrow('gone')
  await expect(line.ask(SERIAL, rtu)).rejects.toThrow('gone')
})

it('knows the late reply to its request, once, from that to a request of the cloud', async () => {
  const { line, sent, reply } = open(5)
  await expect(line.ask(SERIAL, rtu)).rejects.toThrow('timeout')
  const [request] = sent
  if (!request) throw new Error('nothing sent')
  const ofCloud = { ...reply(request, 7), payload: Uint8Array.of(1, 1, ...Buffer.from('+ok of a command')) }
  expect([ofCloud, reply(request, 7), reply(request, 7)].map(line.take)).toEqual([false, true, false])
})
