import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { type Behavior, fromTable, openModbusDevice } from '../testing/modbus-device.ts'
import { oneFamily, registersOf } from '../testing/one-family.ts'
import type { Exchange, Heard, Io, Tell } from '../way.ts'
import { createModbusTcp } from './modbus-tcp.ts'

const open: (() => unknown)[] = []
let heard: Heard[]
let told: string[]
let exchanges: Exchange[]
beforeEach(() => {
  heard = []
  told = []
  exchanges = []
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
const tell: Tell = {
  heard: (one) => void heard.push(one),
  asleep: (key) => void told.push(`asleep ${key}`),
  otherDevice: (key, serial) => void told.push(`${serial} instead of ${key}`),
  leftOut: (_, parts) => void told.push(...parts.map(({ about }) => JSON.stringify(about))),
}
const ioTo = (port: number): Io => ({
  clock: { ...systemClock, after: (ms, run) => systemClock.after(Math.min(ms, 300), run) },
  memory: new Map(),
  note: (exchange) => void exchanges.push(exchange),
  connect: () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(socket))
      socket.once('error', reject)
    }),
})
async function deviceOf(behave: Behavior): Promise<Io> {
  const device = await openModbusDevice(behave)
  open.push(device.close)
  return ioTo(device.port)
}
const way = createModbusTcp(oneFamily)
const table = registersOf(77, 1_234, 5_000)

describe('Modbus TCP', () => {
  it('finds devices behind their units, opens them and reads them', async () => {
    const io = await deviceOf((request, ...rest) =>
      request.unit === 2 ? fromTable(table)(request, ...rest) : undefined,
    )
    const found = await way.probe({ framing: 'tcp' }, io)
    expect(found).toMatchObject([{ key: 'modbus 2 77', maker: 'Maker', serial: '77', why: 'model' }])
    const opened = await way.open({ settings: { framing: 'tcp' }, devices: found }, io, tell)
    open.push(opened.close)
    await opened.poll?.()
    expect(heard.map(({ deviceKey, decoded }) => [deviceKey, decoded.values])).toEqual([
      ['modbus 2 77', { acPowerW: 1_234, generationTotalWh: 5_000 }],
    ])
    expect(new TextDecoder().decode(heard[0]?.raw)).toBe('[[3,20,1234,0,500]]')
  })

  it('goes on after a peer that hangs up at a unit which it does not have', async () => {
    const io = await deviceOf((request, transaction, socket) => {
      if (request.unit === 2) return fromTable(table)(request, transaction, socket)
      socket.destroy()
      return undefined
    })
    expect(await way.probe({ framing: 'tcp' }, io)).toHaveLength(1)
  })

  it('asks again while a device is busy', async () => {
    let busy = 2
    const io = await deviceOf((request, ...rest) =>
      busy-- > 0 ? { exception: 6 } : fromTable(table)(request, ...rest),
    )
    expect(await way.probe({ framing: 'tcp', unit: 1 }, io)).toHaveLength(1)
  })

  it('takes nothing of another device at the same address', async () => {
    const io = await deviceOf(fromTable(table))
    const [found] = await way.probe({ framing: 'tcp', unit: 1 }, io)
    if (!found) throw new Error('nothing found')
    table.set(10, 78)
    const opened = await way.open({ settings: { framing: 'tcp' }, devices: [found] }, io, tell)
    open.push(opened.close)
    await opened.poll?.()
    table.set(10, 77)
    expect(heard).toEqual([])
    expect(told).toEqual(['78 instead of modbus 1 77'])
  })

  it('fails where nothing answers, and where nothing listens', async () => {
    const io = await deviceOf(() => undefined)
    const target = { settings: { framing: 'tcp' }, devices: [] }
    await expect(way.open(target, io, tell)).rejects.toThrow('silent')
    const device = await openModbusDevice(() => undefined)
    await device.close()
    await expect(way.open(target, ioTo(device.port), tell)).rejects.toThrow('ECONNREFUSED')
  })

  it('sends functions 3 and 4 only, whatever a device answers', async () => {
    const seen = new Set<number>()
    const io = await deviceOf((request, ...rest) => {
      seen.add(request.fn)
      return fromTable(table)(request, ...rest)
    })
    await way.probe({ framing: 'tcp' }, io)
    expect([...seen].every((fn) => fn === 3 || fn === 4)).toBe(true)
  })
})
