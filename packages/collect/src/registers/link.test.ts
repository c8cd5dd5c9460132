import { connect, createServer, type Socket } from 'node:net'
import { encodeMbapReply } from '@heliograph/wires/modbus/mbap.ts'
import { encodeException, encodeReadReply, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { createRtuFraming, createTcpFraming } from '../modbus-tcp/framing.ts'
import { createHandClock } from '../testing/hand-clock.ts'
import { type Behavior, fromTable, type ModbusDevice, openModbusDevice, replyFrame } from '../testing/modbus-device.ts'
import type { Exchange } from '../way.ts'
import { type Link, openLink } from './link.ts'

const request: ReadRequest = { unit: 1, fn: 3, address: 40_000, count: 2 }
const SUNS = [0x5375, 0x6e53]
const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const exchanges: Exchange[] = []
async function connectTo(port: number, options: Partial<Parameters<typeof openLink>[1]> = {}): Promise<Link> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  exchanges.length = 0
  const note = (exchange: Exchange): void => void exchanges.push(exchange)
  const link = openLink(socket, { framing: createTcpFraming(), clock: systemClock, note, ...options })
  open.push(link.close)
  return link
}
async function linkTo(behave: Behavior): Promise<Link> {
  const device: ModbusDevice = await openModbusDevice(behave)
  open.push(device.close)
  return await connectTo(device.port)
}
const LONG_MS = 20_000
const SHORT_MS = 60

describe('a Modbus TCP connection', () => {
  it('reads registers', async () => {
    const link = await linkTo(fromTable(new Map(SUNS.map((word, i) => [40_000 + i, word]))))
    expect(await link.ask(request, LONG_MS)).toEqual({ words: SUNS })
    expect(exchanges).toMatchObject([
      { about: { kind: 'registers', unit: 1, fn: 3, address: 40_000, count: 2 }, outcome: 'answered' },
    ])
    expect(exchanges[0]?.received.length).toBe(13)
  })

  it('puts a reply together from pieces', async () => {
    const link = await linkTo((asked, transaction, socket) => {
      const bytes = replyFrame(transaction, asked, SUNS)
      socket.write(bytes.subarray(0, 3))
      setTimeout(() => socket.write(bytes.subarray(3)), 10)
      return undefined
    })
    expect(await link.ask(request, LONG_MS)).toEqual({ words: SUNS })
  })

  it('hands on what the device refuses', async () => {
    const link = await linkTo(() => ({ exception: 6 }))
    expect(await link.ask(request, LONG_MS)).toEqual({ exception: 6 })
    expect(exchanges).toMatchObject([{ outcome: 'refused', code: 6 }])
  })

  it.each<[string, (transaction: number) => Uint8Array]>([
    ['another transaction', (t) => replyFrame(t + 1, request, [1, 2])],
    ['another unit', (t) => replyFrame(t, { ...request, unit: 2 }, [1, 2])],
    ['another function', (t) => replyFrame(t, { ...request, fn: 4 }, [1, 2])],
    ['fewer words', (t) => replyFrame(t, request, [1])],
    ['more words', (t) => replyFrame(t, request, [1, 2, 3])],
    ['an exception of another unit', (t) => encodeMbapReply(t, encodeException({ unit: 9, fn: 3, code: 2 }))],
    [
      'a byte count that does not fit',
      (t) => {
        const bytes = replyFrame(t, request, [1, 2])
        bytes[8] = 2
        return bytes
      },
    ],
  ])('leaves out a reply with %s and waits for its own', async (_, stranger) => {
    const link = await linkTo((asked, transaction, socket) => {
      socket.write(stranger(transaction))
      socket.write(replyFrame(transaction, asked, SUNS))
      return undefined
    })
    expect(await link.ask(request, LONG_MS)).toEqual({ words: SUNS })
    expect(link.strayReplies()).toBe(1)
  })

  it('takes transaction 0, but not after a reply was missed', async () => {
    let count = 0
    const link = await linkTo((asked) => {
      count += 1
      return count === 2 ? undefined : replyFrame(0, asked, SUNS)
    })
    expect(await link.ask(request, LONG_MS)).toEqual({ words: SUNS })
    expect(await link.ask(request, SHORT_MS)).toBeUndefined()
    expect(await link.ask(request, SHORT_MS)).toBeUndefined()
  })

  it('takes no late reply for the next one', async () => {
    let late: Uint8Array | undefined
    const link = await linkTo((asked, transaction, socket) => {
      if (late === undefined) late = replyFrame(transaction, asked, [1, 2])
      else {
        socket.write(late)
        return { words: SUNS }
      }
      return undefined
    })
    expect(await link.ask(request, SHORT_MS)).toBeUndefined()
    expect(await link.ask(request, LONG_MS)).toEqual({ words: SUNS })
  })

  it('asks one request at a time', async () => {
    const link = await linkTo(() => undefined)
    const first = link.ask(request, SHORT_MS)
    await expect(link.ask(request, SHORT_MS)).rejects.toThrow('under way')
    expect(await first).toBeUndefined()
  })

  it('counts transactions round without 0', async () => {
    const seen: number[] = []
    const device = await openModbusDevice((_, transaction) => {
      seen.push(transaction)
      return { words: SUNS }
    })
    open.push(device.close)
    const link = await connectTo(device.port, { transaction: 0xfffe })
    for (let n = 0; n < 3; n += 1) await link.ask(request, LONG_MS)
    expect(seen).toEqual([0xffff, 1, 2])
  })

  it('hears others on its line between two requests, and ends where they flood', async () => {
    const chatter = (count: number): Buffer =>
      Buffer.concat(Array.from({ length: count }, () => replyFrame(9, { ...request, unit: 9 }, [1, 2])))
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.on('data', (asked) => socket.write(replyFrame(asked.readUInt16BE(0), request, SUNS)))
      socket.write(chatter(3_000))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push(() => server.close())
    const link = await connectTo((server.address() as { port: number }).port)
    await vi.waitFor(() => expect(link.strayReplies()).toBe(3_000))
    expect(await link.ask(request, LONG_MS)).toEqual({ words: SUNS })
    sockets[0]?.write(chatter(6_000))
    expect(await link.ended).toBe('too many bytes')
  })

  it.each<[string, (socket: Socket) => void, string]>([
    ['that speaks another language', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'not Modbus'],
    ['that hangs up', (socket) => socket.destroy(), 'closed by the device'],
    [
      'that floods',
      (socket) => {
        const noise = Buffer.concat(Array.from({ length: 2_000 }, () => replyFrame(9, { ...request, unit: 9 }, [1, 2])))
        socket.write(noise)
      },
      'too many bytes',
    ],
  ])('ends with a peer %s', async (_, act, reason) => {
    const link = await linkTo((_request, _transaction, socket) => void act(socket))
    await expect(link.ask(request, LONG_MS)).rejects.toThrow(reason)
    expect(await link.ended).toBe(reason)
    await expect(link.ask(request, LONG_MS)).rejects.toThrow(reason)
    expect(exchanges.at(-1)).toMatchObject({ outcome: 'ended' })
  })

  it('waits by the clock that it was given', async () => {
    const clock = createHandClock()
    const device = await openModbusDevice(() => undefined)
    open.push(device.close)
    const link = await connectTo(device.port, { clock })
    const answer = link.ask(request, 15_000)
    await clock.turn(15_000)
    expect(await answer).toBeUndefined()
  })
})

describe('RTU over TCP', () => {
  const bridge = async (behave: (socket: Socket) => void): Promise<Link> => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.on('data', () => behave(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    return await connectTo((server.address() as { port: number }).port, { framing: createRtuFraming() })
  }

  it('finds a reply after noise and between strangers', async () => {
    const link = await bridge((socket) => {
      socket.write(Uint8Array.of(0, 0xff, 1))
      socket.write(encodeReadReply({ unit: 2, fn: 3, words: [7, 8] }))
      const bytes = encodeReadReply({ unit: 1, fn: 3, words: SUNS })
      socket.write(bytes.subarray(0, 4))
      setTimeout(() => socket.write(bytes.subarray(4)), 5)
    })
    expect(await link.ask(request, LONG_MS)).toEqual({ words: SUNS })
    expect(link.strayReplies()).toBe(1)
  })

  it('ends the connection when a reply is missed: the next would be taken for it', async () => {
    const link = await bridge(() => {})
    expect(await link.ask(request, SHORT_MS)).toBeUndefined()
    expect(await link.ended).toBe('no reply')
  })
})
