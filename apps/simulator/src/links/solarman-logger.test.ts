import { createServer, type Server, type Socket } from 'node:net'
import { encodeAck } from '@heliograph/wires/solarman-v5/ack.ts'
import type { V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeMessage, encodeDataHeader } from '@heliograph/wires/solarman-v5/messages.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type OutgoingRecord, SolarmanLogger } from './solarman-logger.ts'

type Seen = { frame: V5Frame; socket: Socket }
const open: { server: Server; sockets: Set<Socket>; logger?: SolarmanLogger }[] = []

/** A server with programd answers: `answer` decides whether a frame is acknowledged. */
async function start(
  answer: (seen: Seen, count: number) => boolean,
  window = 1,
  isAckLost: (nth: number) => boolean = () => false,
) {
  const seen: Seen[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const stream = createReassembler()
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const event of stream.push(chunk)) {
        if (event.kind !== 'frame') continue
        seen.push({ frame: event.frame, socket })
        if (answer({ frame: event.frame, socket }, seen.length))
          socket.write(
            encodeAck(event.frame, { nowSeconds: 1_780_000_000, offsetMinutes: 0, seqServer: seen.length & 0xff }),
          )
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const logger = new SolarmanLogger({
    host: '127.0.0.1',
    port: address.port,
    now: Date.now,
    window,
    isAckLost,
    timing: { repeatMs: 60, reconnectMs: 20, heartbeatMs: 150 },
    timeFields: (atMs, synchronized) => ({
      totalS: 1_000,
      poweronS: 100,
      offsetS: synchronized ? Math.floor(atMs / 1000) - 1_000 : 0,
    }),
    identity: {
      serial: 1_790_009_999,
      firmware: 'MW_08_512_0501_1.82',
      mac: '02:00:00:00:00:01',
      localAddress: '192.0.2.9',
      ssid: 'test',
      signalPercent: 70,
      sensorType: 0x0501,
      deviceCount: 1,
      intervalMinutes: 5,
    },
  })
  open.push({ server, sockets, logger })
  return { logger, seen, kinds: () => seen.map((s) => decodeMessage(s.frame).message) }
}

const record = (counter: number, live = true): OutgoingRecord => ({
  live,
  encode: (buffered) =>
    encodeDataHeader({
      buffered,
      sensorType: 0x0507,
      time: { totalS: 1_000 + counter, poweronS: 100, offsetS: 1_779_000_000 },
      recordCounter: counter,
    }),
})
const counters = (seen: Seen[]) =>
  seen
    .map((s) => decodeMessage(s.frame))
    .flatMap((m) => (m.message === 'data' ? [{ counter: m.recordCounter, buffered: m.buffered }] : []))

afterEach(() => {
  for (const { server, sockets, logger } of open.splice(0)) {
    logger?.stop()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

describe('a simulated logger', () => {
  it('shakes hands first, then sends data with the delivery receipt', async () => {
    const { logger, seen, kinds } = await start(() => true)
    logger.add(record(1))
    logger.powerOn()
    await vi.waitFor(() => expect(logger.stats.acked).toBe(1))
    logger.add(record(2))
    await vi.waitFor(() => expect(logger.stats.acked).toBe(2))
    expect(kinds()[0]).toBe('handshake')
    expect(seen[0]?.frame.seqServer).toBe(0)
    const last = seen.filter((s) => decodeMessage(s.frame).message === 'data').at(-1)
    expect(last?.frame.seqServer).toBeGreaterThan(0)
    expect(kinds()).toContain('link-info')
  })

  it('repeats an unacknowledged record, reconnects after three times, loses nothing', async () => {
    let deaf = true
    const { logger, seen } = await start(({ frame }) => !(deaf && frame.type === 0x42))
    logger.add(record(7))
    logger.powerOn()
    await vi.waitFor(() => expect(logger.stats.connects).toBeGreaterThanOrEqual(2), { timeout: 5_000 })
    expect(counters(seen).filter((c) => c.counter === 7).length).toBeGreaterThanOrEqual(3)
    deaf = false
    await vi.waitFor(() => expect(logger.stats.acked).toBe(1), { timeout: 5_000 })
    expect(logger.backlog).toBe(0)
  })

  it('repeats only the record whose acknowledgment was lost', async () => {
    const { logger, seen } = await start(
      () => true,
      1,
      (nth) => nth === 0,
    )
    logger.add(record(7))
    logger.powerOn()
    await vi.waitFor(() => expect(logger.stats.acked).toBe(1), { timeout: 5_000 })
    logger.add(record(8))
    await vi.waitFor(() => expect(logger.stats.acked).toBe(2))
    expect(counters(seen).map(({ counter }) => counter)).toEqual([7, 7, 8])
    expect(logger.stats).toMatchObject({ repeated: 1, connects: 1 })
  })

  it('keeps records while the link is down and sends them marked, newest first', async () => {
    const { logger, seen } = await start(() => true)
    logger.powerOn()
    await vi.waitFor(() => expect(logger.connected).toBe(true))
    logger.setLink(false)
    for (const n of [1, 2, 3]) logger.add({ ...record(n), live: false })
    expect(logger.backlog).toBe(3)
    logger.setLink(true)
    await vi.waitFor(() => expect(logger.stats.acked).toBe(3), { timeout: 5_000 })
    expect(counters(seen)).toEqual([3, 2, 1].map((counter) => ({ counter, buffered: true })))
  })

  it('sends live records before past ones and reports when all are sent', async () => {
    const { logger, seen } = await start(() => true, 4)
    let left = 20
    logger.add(record(1))
    const filled = logger.fill(() => (left-- > 0 ? record(1_000 + left, false) : undefined))
    logger.powerOn()
    await filled
    expect(logger.stats.acked).toBe(21)
    expect(counters(seen)[0]).toEqual({ counter: 1, buffered: false })
  })

  it('sends heartbeats when it has nothing else to send', async () => {
    const { logger, kinds } = await start(() => true)
    logger.powerOn()
    await vi.waitFor(() => expect(kinds()).toContain('heartbeat'), { timeout: 5_000 })
  })
})
