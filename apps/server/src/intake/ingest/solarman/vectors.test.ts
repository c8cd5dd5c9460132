import { readFileSync } from 'node:fs'
import { decodeFrame, encodeFrame, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeDataHeader } from '@heliograph/wires/solarman-v5/messages.ts'
import { acquisitionS } from '@heliograph/wires/solarman-v5/time.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { addPlant, createStick, openScene, quantityOf, register, type Scene, samplesOf } from '../testing/scene.ts'

type Recorded = {
  exchanges: { name: string; request: string; answer: string }[]
  records: { frame: string; receivedAt: string; cloud: Record<string, number | null> }[]
  session: { at: string; from: 'logger' | 'cloud'; hex: string }[]
}
const recorded: Recorded = JSON.parse(readFileSync(new URL('../fixtures/solis-stick.json', import.meta.url), 'utf8'))
const SERIAL = 4_000_000_001
const DEVICE_SERIAL = '060E31200000001'

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex')
const hexOf = (frame: V5Frame): string => Buffer.from(encodeFrame(frame)).toString('hex')
const parse = (hex: string): V5Frame => {
  const result = decodeFrame(bytesOf(hex))
  if ('fault' in result) throw new Error(result.fault)
  return result.frame
}
const unixS = (answer: V5Frame): number => Buffer.from(answer.payload).readUInt32LE(2)

let database: TestDatabase
let scene: Scene
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await scene.close()
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples cascade',
  )
})
afterAll(() => database.drop())

describe("against the vendor's cloud", () => {
  test.each(recorded.exchanges)('$name is answered byte for byte as by the cloud', async ({ request, answer }) => {
    const { db } = database
    await register(db, await addPlant(db), SERIAL)
    const expected = parse(answer)
    scene = await openScene(db, { nowMs: unixS(expected) * 1000 })
    // The cloud's counter continues across reconnects: an exchange before this one brings ours to the same value.
    const before = await scene.connect()
    const heartbeat = {
      ...createStick(SERIAL).frame(0x47, Uint8Array.of(0)),
      seqServer: (expected.seqServer - 2) & 0xff,
    }
    await before.exchange(heartbeat)
    await before.end()
    const client = await scene.connect()
    expect(hexOf(await client.exchange(parse(request)))).toBe(answer)
  })

  test("the recorded session gets the cloud's answers and is stored once", async () => {
    const { db } = database
    const plantId = await addPlant(db)
    await register(db, plantId, SERIAL)
    scene = await openScene(db)
    let client = await scene.connect()
    let answered = 0
    for (const [index, line] of recorded.session.entries()) {
      if (line.hex === '') {
        // Either side closed: the logger reconnects before it sends again.
        if (recorded.session[index + 1]?.from === 'logger') {
          await client.end()
          client = await scene.connect()
        }
        continue
      }
      if (line.from === 'cloud') continue
      const answerLine = recorded.session.slice(index).find(({ from, hex }) => from === 'cloud' && hex !== '')
      const expected = parse(answerLine?.hex ?? '')
      scene.clock.nowMs = unixS(expected) * 1000
      expect(hexOf(await client.exchange(parse(line.hex)))).toBe(answerLine?.hex)
      answered += 1
    }
    expect(answered).toBeGreaterThan(20)
    // Four data frames, each record sent twice.
    const samples = await samplesOf(db, plantId)
    expect(samples.map(({ at }) => at.toISOString())).toEqual(['2021-03-12T15:34:27.000Z', '2021-03-12T15:35:14.000Z'])
    expect(scene.ingest.stats()).toMatchObject({ stored: 2, duplicates: 2, undecoded: 0, refusedBytes: 0 })
    // The recording proxy swallowed the answers to the repeated records.
    expect(scene.ingest.stats().unreceivedAcks).toBeGreaterThanOrEqual(2)
    const { rows } = await db.pool.query('select ssid, signal_percent, firmware, working_s from loggers')
    expect(rows).toEqual([{ ssid: 'SOLARWIFI', signal_percent: 84, firmware: 'MW_08_512_0501_1.82', working_s: 32 }])
  })

  test('the stored values are those that the cloud exported', async () => {
    const { db } = database
    const plantId = await addPlant(db)
    await register(db, plantId, SERIAL)
    scene = await openScene(db)
    const client = await scene.connect()
    const columns: Record<string, [string, number]> = {
      pv1_voltage_v: ['pv1VoltageV', 1],
      pv1_current_a: ['pv1CurrentA', 1],
      dc_power_w: ['pvPowerW', 1],
      frequency_hz: ['acFrequencyHz', 1],
      energy_today_kwh: ['generationTodayWh', 1_000],
      energy_total_kwh: ['generationTotalWh', 1_000],
      temperature_c: ['inverterTemperatureC', 1],
    }
    for (const { frame, receivedAt } of recorded.records) {
      scene.clock.nowMs = Date.parse(receivedAt)
      await client.exchange(parse(frame))
    }
    const samples = await samplesOf(db, plantId)
    expect(samples).toHaveLength(recorded.records.length)
    expect(new Set(samples.map((sample) => sample.serial))).toEqual(new Set([DEVICE_SERIAL]))
    let compared = 0
    for (const { frame, receivedAt, cloud } of recorded.records) {
      const header = decodeDataHeader(parse(frame).payload)
      const atMs = (acquisitionS(header?.time ?? { totalS: 0, poweronS: 0, offsetS: 0 }) ?? 0) * 1000
      const sample = samples.find(({ at }) => at.getTime() === atMs)
      for (const [column, [quantity, factor]] of Object.entries(columns)) {
        if (cloud[column] == null) continue
        expect(quantityOf(sample, quantity), `${receivedAt} ${column}`).toBeCloseTo(cloud[column] * factor, 6)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(100)
  })
})

describe('refused input does no harm', () => {
  const record = recorded.exchanges.find(({ name }) => name === 'data-1')?.request ?? ''
  const sound = parse(record)
  const broken = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = bytesOf(record)
    change(bytes)
    return bytes
  }
  const negatives: [string, Buffer][] = [
    ['a wrong checksum', broken((bytes) => bytes.writeUInt8((bytes.at(-2) ?? 0) ^ 1, bytes.length - 2))],
    ['a changed serial', broken((bytes) => bytes.writeUInt8(bytes.readUInt8(8) ^ 1, 8))],
    ['a changed sequence byte', broken((bytes) => bytes.writeUInt8(bytes.readUInt8(6) ^ 1, 6))],
    ['a length that is one too large', broken((bytes) => bytes.writeUInt16LE(bytes.readUInt16LE(1) + 1, 1))],
    ['a length that is one too small', broken((bytes) => bytes.writeUInt16LE(bytes.readUInt16LE(1) - 1, 1))],
    ['five bytes lost on the way', Buffer.concat([bytesOf(record).subarray(0, 100), bytesOf(record).subarray(105)])],
    ['noise full of false starts', Buffer.from('a5a5a50010a5e9001042a515'.repeat(40), 'hex')],
  ]
  test.each(negatives)('%s', async (_, bytes) => {
    const { db } = database
    const plantId = await addPlant(db)
    await register(db, plantId, SERIAL)
    scene = await openScene(db, { nowMs: Date.parse('2021-03-12T14:45:36Z'), server: { stallTimeoutMs: 30 } })
    const client = await scene.connect()
    client.send(bytes)
    const answer = await client.exchange(sound)
    expect(answer).toMatchObject({ type: 0x12, seqLogger: sound.seqLogger, loggerSerial: SERIAL })
    expect(client.answers).toHaveLength(1)
    expect(await samplesOf(db, plantId)).toHaveLength(1)
    expect(scene.ingest.stats().refusedBytes).toBeGreaterThan(0)
  })

  test.each([
    ['tls', bytesOf('160303007f0100007b0303')],
    ['http', Buffer.from('GET / HTTP/1.1\r\nHost: example.org\r\n\r\n')],
    ['at', Buffer.from('AT+YZCMPVER=MW3_16U_5406_2.32-D1\r\n\r\n')],
    ['modbus-tcp', bytesOf('000100000006010300000001')],
    ['modbus-tcp', bytesOf('a5170010450300de02')],
    ['v4', bytesOf('68510210')],
  ])('%s is named in the log and closed', async (protocol, bytes) => {
    scene = await openScene(database.db)
    const client = await scene.connect()
    client.send(bytes)
    await client.closed
    expect(client.answers).toEqual([])
    expect(scene.lines.find(({ about }) => about.protocol === protocol)?.what).toMatch(/this peer speaks/)
    expect(scene.ingest.stats().foreign).toBe(1)
  })
})
