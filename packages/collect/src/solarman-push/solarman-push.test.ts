import { decodeReadRequest, encodeException, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { oneFamily, registersOf } from '../testing/one-family.ts'
import type { Exchange, Heard, Io, LoggerReply, Tell } from '../way.ts'
import { createSolarmanPush } from './solarman-push.ts'

const way = createSolarmanPush(oneFamily)
const table = registersOf(77, 1_234, 5_000)
const settings = way.readSettings({})
let heard: Heard[]
let told: string[]
let exchanges: Exchange[]
beforeEach(() => {
  heard = []
  told = []
  exchanges = []
})
const tell: Tell = {
  heard: (one) => void heard.push(one),
  asleep: (key) => void told.push(`asleep ${key}`),
  otherDevice: (key, serial) => void told.push(`${serial} instead of ${key}`),
  leftOut: () => {},
}
const fromRegisters = (rtu: Uint8Array): LoggerReply => {
  const request = decodeReadRequest(rtu)
  if (request === undefined) throw new Error('no read request')
  const words = Array.from({ length: request.count }, (_, n) => table.get(request.address + n) ?? 0)
  return { rtu: encodeReadReply({ ...request, words }) }
}
const ioOf = (askLogger: (rtu: Uint8Array) => Promise<LoggerReply>): Io => ({
  clock: { ...systemClock, after: (_, run) => systemClock.after(0, run) },
  memory: new Map(),
  note: (exchange) => void exchanges.push(exchange),
  connect: () => Promise.reject(new Error('nothing is connected to')),
  askLogger,
})
async function readOnce(io: Io): Promise<void> {
  const opened = await way.open(
    {
      settings,
      devices: await way.probe(
        settings,
        ioOf(async (rtu) => fromRegisters(rtu)),
      ),
    },
    io,
    tell,
  )
  await opened.poll?.()
  opened.close()
}

describe('a logger over its own connection', () => {
  it('is read without a connection to it', async () => {
    await readOnce(ioOf(async (rtu) => fromRegisters(rtu)))
    expect(heard.map(({ decoded }) => decoded.values)).toEqual([{ acPowerW: 1_234, generationTotalWh: 5_000 }])
    expect(exchanges.at(-1)).toMatchObject({
      about: { kind: 'registers', unit: 1, fn: 3, address: 20, count: 3 },
      outcome: 'answered',
    })
  })

  it('waits while a person reads the device', async () => {
    let busy = 5
    await readOnce(
      ioOf(async (rtu) => {
        if (busy-- > 0) throw new Error('busy')
        return fromRegisters(rtu)
      }),
    )
    expect(heard).toHaveLength(1)
  })

  it('is asked once more when a reply does not come, or is of another request', async () => {
    let count = 0
    await readOnce(
      ioOf(async (rtu) => {
        count += 1
        if (count === 1) throw new Error('timeout')
        if (count === 3) return { rtu: encodeReadReply({ unit: 1, fn: 4, words: [1] }) }
        return fromRegisters(rtu)
      }),
    )
    expect(heard).toHaveLength(1)
    expect(exchanges.map(({ outcome }) => outcome)).toContain('silent')
  })

  it.each(['offline', 'not allowed'])('fails with the reason: %s', async (reason) => {
    const io = ioOf(() => Promise.reject(new Error(reason)))
    const target = {
      settings,
      devices: await way.probe(
        settings,
        ioOf(async (rtu) => fromRegisters(rtu)),
      ),
    }
    await expect(way.open(target, io, tell)).rejects.toThrow(reason)
  })

  it('says that a device sleeps, and what a device refuses', async () => {
    await expect(
      createSolarmanPush({
        ...oneFamily,
        *probeEndpoint() {
          for (let n = 0; n < 9; n += 1) yield { unit: 1, function: 3, address: n, count: 1, cuts: [] }
          return []
        },
      }).probe(
        settings,
        ioOf(async () => ({ loggerError: 5 })),
      ),
    ).rejects.toThrow('asleep')
    const io = ioOf(async (rtu) =>
      decodeReadRequest(rtu)?.address === 20
        ? { rtu: encodeException({ unit: 1, fn: 3, code: 2 }) }
        : fromRegisters(rtu),
    )
    await readOnce(io)
    expect(exchanges.at(-1)).toMatchObject({ outcome: 'refused', code: 2 })
  })

  it('is no logger: nothing is asked', async () => {
    const { askLogger: _, ...io } = ioOf(async (rtu) => fromRegisters(rtu))
    await expect(way.probe(settings, io)).rejects.toThrow('offline')
  })
})
