import { connect } from 'node:net'
import { systemClock } from '@heliograph/collect/clock.ts'
import { createSolarmanLocal } from '@heliograph/collect/solarman-local/solarman-local.ts'
import { oneFamily, registersOf } from '@heliograph/collect/testing/one-family.ts'
import type { Heard, Io, Tell } from '@heliograph/collect/way.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { AnswerRegisters } from './modbus-server.ts'
import { type SolarmanStick, type StickHabits, serveSolarmanStick } from './solarman-local.ts'

const SERIAL = 2_700_011_122
const table = registersOf(77, 1_234, 5_000)
const fromTable: AnswerRegisters = ({ address, count }) => {
  const words = Array.from({ length: count }, (_, n) => table.get(address + n))
  return words.every((word) => word !== undefined) ? words : { exception: 2 }
}
const way = createSolarmanLocal(oneFamily)
const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
async function plug(answer: AnswerRegisters, habits: StickHabits = {}): Promise<SolarmanStick> {
  const timeFields = () => ({ totalS: 1_000, poweronS: 100, offsetS: 1_700_000_000 })
  const stick = await serveSolarmanStick(0, { serial: SERIAL, answer, timeFields, habits })
  open.push(stick.stop)
  return stick
}
const ioTo = ({ port }: SolarmanStick): Io => ({
  clock: { ...systemClock, after: (ms, run) => systemClock.after(ms < 1_000 ? 0 : 500, run) },
  memory: new Map(),
  note: () => {},
  connect: () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      open.push(() => socket.destroy())
      socket.once('connect', () => resolve(socket))
      socket.once('error', reject)
    }),
})
async function read(io: Io, serial?: number): Promise<readonly Heard[]> {
  const heard: Heard[] = []
  const tell: Tell = {
    heard: (one) => void heard.push(one),
    asleep: () => {},
    otherDevice: () => {},
    leftOut: () => {},
  }
  const settings = way.readSettings(serial === undefined ? {} : { serial })
  const opened = await way.open({ settings, devices: await way.probe(settings, io) }, io, tell)
  await opened.poll?.()
  opened.close()
  return heard
}

describe('the local port of a simulated stick', () => {
  it.each<[string, StickHabits]>([
    ['plain', {}],
    ['with double CRC', { isDoubleCrc: true }],
    ['with a banner', { banner: 'AT+YZCMPVER=MW3_16U_5406_2.27-D1\r\n\r\n' }],
    ["with copies of the cloud's requests", { copiesEvery: 1 }],
    ['that forgets a third of the requests', { forgetsEvery: 3 }],
    ['on Ethernet', { isEthernet: true }],
  ])('is read: %s', async (_, habits) => {
    const io = ioTo(await plug(fromTable, habits))
    const [heard] = await read(io)
    expect(heard?.decoded.values).toEqual({ acPowerW: 1_234, generationTotalWh: 5_000 })
  })

  it('names its serial number when another is given', async () => {
    const io = ioTo(await plug(fromTable))
    expect(await read(io, 2_700_000_001)).toHaveLength(1)
    expect(io.memory?.get('stick')).toMatchObject({ serial: SERIAL })
  })

  it('refuses what its device refuses, and a device that sleeps', async () => {
    await expect(read(ioTo(await plug(() => undefined)))).rejects.toThrow('silent')
    await expect(read(ioTo(await plug(() => ({ exception: 2 }))))).rejects.toThrow('silent')
  })

  it('serves two clients, and hangs up on a third', async () => {
    const stick = await plug(fromTable)
    await Promise.all([ioTo(stick).connect({ timeoutMs: 1_000 }), ioTo(stick).connect({ timeoutMs: 1_000 })])
    await expect(way.probe(way.readSettings({}), ioTo(stick))).rejects.toThrow('busy')
  })
})
