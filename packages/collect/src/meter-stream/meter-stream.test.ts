import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHandClock } from '../testing/hand-clock.ts'
import type { Exchange, Heard, Io, Target } from '../way.ts'
import { meterStream } from './meter-stream.ts'

const TELEGRAM =
  '/ESY5Q3DB1024 V3.04\r\n\r\n1-0:0.0.0*255(0272031312565)\r\n1-0:1.8.0*255(00052185.7825309*kWh)\r\n' +
  '1-0:2.8.0*255(00019949.3221493*kWh)\r\n1-0:1.7.0*255(002124.86*W)\r\n!\r\n'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

async function openMeter() {
  const sockets: Socket[] = []
  const received: Buffer[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => received.push(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  undo.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const clock = createHandClock()
  const exchanges: Exchange[] = []
  const io: Io = {
    clock,
    memory: new Map(),
    note: (exchange) => exchanges.push(exchange),
    connect: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  }
  const send = async (text: string) => {
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(0))
    sockets.at(-1)?.write(Buffer.from(text, 'latin1'))
  }
  return { io, clock, exchanges, send, received, hangUp: () => sockets.at(-1)?.destroy() }
}

const tellTo = (heard: Heard[], others: string[]) => ({
  heard: (item: Heard) => void heard.push(item),
  otherDevice: (_: string, serial: string) => void others.push(serial),
  leftOut: () => {},
  asleep: () => {},
})

describe('a meter that sends by itself', () => {
  it('is found by its first telegram', async () => {
    const meter = await openMeter()
    const probing = meterStream.probe({}, meter.io)
    await meter.send(TELEGRAM)
    expect(await probing).toMatchObject([
      { serial: '0272031312565', model: 'ESY5Q3DB1024 V3.04', why: 'telegram', role: 'grid' },
    ])
    expect(meter.received).toEqual([])
  })

  it('that says nothing is not found', async () => {
    const meter = await openMeter()
    const probing = meterStream.probe({}, meter.io)
    await vi.waitFor(() => expect(meter.clock.waiting()).toBe(1))
    await meter.clock.turn(15_000)
    expect(await probing).toEqual([])
  })

  it('tells its values with the bytes, and broken telegrams are noted', async () => {
    const meter = await openMeter()
    const [candidate] = await Promise.all([meterStream.probe({}, meter.io), meter.send(TELEGRAM)]).then(([all]) => all)
    if (candidate === undefined) throw new Error('the meter is not found')
    const heard: Heard[] = []
    const others: string[] = []
    const opened = await meterStream.open({ settings: {}, devices: [candidate] }, meter.io, tellTo(heard, others))
    await meter.send(`/cut off\r\n${TELEGRAM}`)
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect(heard[0]?.decoded.values).toMatchObject({ gridPowerW: 2124.86, gridImportTotalWh: 52_185_782.5309 })
    expect(Buffer.from(heard[0]?.raw ?? []).toString('latin1')).toBe(TELEGRAM.slice(0, -2))
    expect(meter.exchanges.at(-1)?.outcome).toBe('refused')
    await meter.send(TELEGRAM.replace('0272031312565', '0000000000001'))
    await vi.waitFor(() => expect(others).toEqual(['0000000000001']))
    expect(heard).toHaveLength(1)
    meter.hangUp()
    expect(await opened.ended).toBe('closed by the device')
  })

  it('that floods is left', async () => {
    const meter = await openMeter()
    const heard: Heard[] = []
    const devices = [{ key: 'm', serial: '0272031312565', opens: {} }] as unknown as Target['devices']
    const opened = await meterStream.open({ settings: {}, devices }, meter.io, tellTo(heard, []))
    await meter.send(TELEGRAM.repeat(5_000))
    expect(await opened.ended).toBe('too many bytes')
    expect(heard.length).toBeLessThan(5_000)
  })

  it('that falls silent is connected anew', async () => {
    const meter = await openMeter()
    const opened = await meterStream.open({ settings: {}, devices: [] }, meter.io, tellTo([], []))
    await meter.clock.turn(150_000)
    expect(await opened.ended).toBe('silent')
    expect(meter.clock.waiting()).toBe(0)
  })

  it('has no settings', () => {
    expect(meterStream.readSettings(undefined)).toEqual({})
    expect(() => meterStream.readSettings({ baud: 9600 })).toThrow(new RangeError('baud'))
    expect(() => meterStream.readSettings([])).toThrow(RangeError)
  })
})
