import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { openDevice, probeBehindStick } from '@heliograph/devices/catalog/modbus-devices.ts'
import { answerFrom, putWords, type RegisterImage } from '@heliograph/devices/testing/register-image.ts'
import type { ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { fromTable } from '../testing/modbus-device.ts'
import { oneFamily, registersOf } from '../testing/one-family.ts'
import {
  heartbeatOf,
  openV5Stick,
  STICK_SERIAL,
  STICK_TIME,
  type StickQuirks,
  type V5Stick,
} from '../testing/v5-stick.ts'
import type { Exchange, Heard, Io, Tell } from '../way.ts'
import { createSolarmanLocal } from './solarman-local.ts'

type Capture = Readonly<{
  id: string
  family: string
  units: Record<string, { holding: Record<string, number[]>; fill: number }>
  stick: { serial: number }
  expect: readonly Readonly<{ quantity: string; value: number; tolerance: number }>[]
}>
const captures = (
  JSON.parse(
    readFileSync(new URL('../../../devices/src/testing/fixtures/v5-sticks.json', import.meta.url), 'utf8'),
  ) as { images: readonly Capture[] }
).images

const open: (() => unknown)[] = []
let heard: Heard[]
let told: string[]
let exchanges: Exchange[]
let io: Io
let stick: V5Stick
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
async function plug(answer: Parameters<typeof openV5Stick>[0], quirks?: StickQuirks): Promise<void> {
  stick = await openV5Stick(answer, quirks)
  open.push(stick.close)
  io = {
    // Pauses are none, and nobody waits long for a reply.
    clock: { ...systemClock, after: (ms, run) => systemClock.after(ms < 1_000 ? 0 : 500, run) },
    memory: new Map(),
    note: (exchange) => void exchanges.push(exchange),
    connect: () =>
      new Promise((resolve, reject) => {
        const socket = connect(stick.port, '127.0.0.1')
        socket.once('connect', () => resolve(socket))
        socket.once('error', reject)
      }),
  }
}
const way = createSolarmanLocal(oneFamily)
const table = registersOf(77, 1_234, 5_000)
const fromRegisters = (request: ReadRequest) => {
  const answer = fromTable(table)(request, 0, undefined as never)
  return answer instanceof Uint8Array ? undefined : answer
}
const settings = way.readSettings({})
async function readOnce(): Promise<void> {
  const found = await way.probe(settings, io)
  const opened = await way.open({ settings, devices: found }, io, tell)
  open.push(opened.close)
  expect(opened.isSingle).toBe(true)
  await opened.poll?.()
}
const VALUES = [{ acPowerW: 1_234, generationTotalWh: 5_000 }]

describe.each(captures)('a stick with the registers of $id', (capture) => {
  it('is found without its serial number and shows the values that are stated of it', { timeout: 60_000 }, async () => {
    const image: RegisterImage = new Map()
    for (const [address, words] of Object.entries(capture.units['1']?.holding ?? {}))
      putWords(image, 1, 3, Number(address), words)
    const answer = answerFrom(image, capture.units['1']?.fill)
    await plug(({ fn, ...span }) => answer({ ...span, function: fn, cuts: [] }), {
      serial: capture.stick.serial,
      isDoubleCrc: capture.family === 'deye-string',
    })
    const real = createSolarmanLocal({ probeEndpoint: probeBehindStick, openDevice })
    const found = await real.probe(settings, io)
    expect(found[0]?.opens).toMatchObject({ profileId: capture.family })
    expect(found[0]?.serial).toMatch(/^.{8,}$/)
    const opened = await real.open({ settings, devices: found.slice(0, 1) }, io, tell)
    open.push(opened.close)
    await opened.poll?.()
    const [one] = heard
    expect(one?.decoded.deviceSerial).toBe(found[0]?.serial)
    for (const { quantity, value, tolerance } of capture.expect) {
      const shown = one?.decoded.values[quantity as keyof typeof one.decoded.values] ?? Number.NaN
      expect([quantity, shown, Math.abs(shown - value) <= tolerance + 1e-9]).toEqual([quantity, shown, true])
    }
    expect([...stick.functions].every((fn) => fn === 3 || fn === 4)).toBe(true)
  })
})

describe('a stick', () => {
  it.each<[string, StickQuirks]>([
    ['with a banner', { banner: 'AT+YZCMPVER=MW3_16U_5406_2.27-D1\r\n\r\n' }],
    ['with a double CRC', { isDoubleCrc: true }],
    ['that speaks Modbus TCP', { isEthernet: true }],
    ['with heartbeats in between', { before: (_, write) => write(heartbeatOf(STICK_SERIAL)) }],
    [
      "with another client's replies and copies of the cloud's",
      {
        before: (request, write) => {
          const stray = (seqServer: number, rtu: readonly number[]): void =>
            write(
              encodeLocalReply({
                request: { ...request, seqServer },
                seqLogger: 1,
                loggerSerial: STICK_SERIAL,
                time: STICK_TIME,
                rtu: Uint8Array.from(rtu),
              }),
            )
          stray(0, [1, 3, 2, 0, 5, 0x78, 0x47])
          stray(request.seqServer ^ 1, [1, 3, 2, 0, 5, 0x78, 0x47])
          // The sequence of ours, the function and the length of another.
          stray(request.seqServer, [1, 4, 2, 0, 5, 0x79, 0x33])
          stray(request.seqServer, [1, 3, 2])
        },
      },
    ],
  ])('%s is read', async (_, quirks) => {
    await plug(fromRegisters, quirks)
    await readOnce()
    expect(heard.map(({ decoded }) => decoded.values)).toEqual(VALUES)
  })

  it('has its heartbeats acknowledged with the time', async () => {
    await plug(fromRegisters, { before: (_, write) => write(heartbeatOf(STICK_SERIAL)) })
    await readOnce()
    expect(stick.acknowledged[0]).toMatchObject({ type: 0x17, loggerSerial: STICK_SERIAL })
  })

  it('is asked with its own serial number after it was named once', async () => {
    await plug(fromRegisters)
    await readOnce()
    const wrong = exchanges.filter(({ sent }) => new DataView(sent.slice().buffer).getUint32(7, true) !== STICK_SERIAL)
    expect(wrong).toEqual([])
  })

  it('whose device is asleep says so', async () => {
    let isNight = true
    await plug((request) => (isNight ? { loggerError: 5 } : fromRegisters(request)))
    await expect(createSolarmanLocal({ ...oneFamily, probeEndpoint: probeBehindStick }).probe(settings, io))
      .rejects //
      .toThrow('asleep')
    isNight = false
    const found = await way.probe(settings, io)
    const opened = await way.open({ settings, devices: found }, io, tell)
    open.push(opened.close)
    await opened.poll?.()
    isNight = true
    await opened.poll?.()
    expect(told).toEqual(['asleep modbus 1 77'])
    expect(heard).toHaveLength(1)
  })

  it('that refuses a long request is asked in halves', async () => {
    await plug((request) => (request.count > 2 ? { loggerError: 5 } : fromRegisters(request)))
    const found = await way.probe(settings, io)
    const [device] = found
    const halves = createSolarmanLocal({
      ...oneFamily,
      *openDevice(candidate) {
        const reader = yield* oneFamily.openDevice(candidate)
        if (!reader || 'otherSerial' in reader) return reader
        return { ...reader, blocks: reader.blocks.map((block) => ({ ...block, cuts: [21] })) }
      },
    })
    const opened = await halves.open({ settings, devices: device ? [device] : [] }, io, tell)
    open.push(opened.close)
    await opened.poll?.()
    expect(heard).toHaveLength(1)
    expect(told).toEqual([])
  })

  it('is asked three times when it is silent', async () => {
    let count = 0
    await plug((request) => (++count % 3 === 0 ? fromRegisters(request) : undefined))
    await readOnce()
    expect(heard.map(({ decoded }) => decoded.values)).toEqual(VALUES)
  })

  it('with another client is busy', async () => {
    await plug(fromRegisters)
    const devices = await way.probe(settings, io)
    await plug(fromRegisters, { mostClients: 0 })
    await expect(way.probe(settings, io)).rejects.toThrow('busy')
    expect(stick.connections()).toBe(1)
    await expect(way.open({ settings, devices }, io, tell)).rejects.toThrow('busy')
  })

  it('takes nothing of another device behind it', async () => {
    await plug(fromRegisters)
    const [found] = await way.probe(settings, io)
    if (!found) throw new Error('nothing found')
    table.set(10, 78)
    const opened = await way.open({ settings, devices: [found] }, io, tell)
    open.push(opened.close)
    await opened.poll?.()
    table.set(10, 77)
    expect([heard, told]).toEqual([[], ['78 instead of modbus 1 77']])
  })
})

describe('the settings', () => {
  it('are a unit, and the serial number where it is known', () => {
    expect(way.readSettings(undefined)).toEqual({ unit: 1 })
    expect(way.readSettings({ serial: 2_712_345_678, unit: 3 })).toEqual({ serial: 2_712_345_678, unit: 3 })
  })
  it.each([
    [{ unit: 256 }, 'unit'],
    [{ serial: '2712345678' }, 'serial'],
    [{ serial: 0 }, 'serial'],
    [{ serial: 2 ** 32 }, 'serial'],
    [{ function: 6 }, 'function'],
    [[], 'settings'],
    [7, 'settings'],
  ])('refuse %j by its field', (value, field) => expect(() => way.readSettings(value)).toThrow(new RangeError(field)))
})
