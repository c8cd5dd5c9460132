/** Broken frames over sockets beside a good logger, and broken bytes into every decoder. HOSTILE_FRAMES draws more. */

import { decodeData, profileOfSensorType } from '@heliograph/devices/catalog/decode-data.ts'
import { findRegisterMap, profiles } from '@heliograph/devices/catalog/registry.ts'
import { decodeRegister } from '@heliograph/devices/reads/register-map/decode-item.ts'
import { requireRecord } from '@heliograph/devices/reads/v5-record/require-record.ts'
import { decodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { decodeWriteReply } from '@heliograph/wires/modbus/rtu-write.ts'
import { encodeFrame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createDice, mutateBytes, pick } from '../../../testing/mutate.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, samplesOf } from '../testing/scene.ts'

const count = Number(process.env.HOSTILE_FRAMES ?? 2_000)
const seed = Number(process.env.HOSTILE_SEED ?? 1)
const SERIAL = 4_000_000_001
const timeout = 60_000 + count * 20

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The longest that one connection is fed before it is closed, so that each frame meets a fresh and a used one. */
const A_CONNECTION = 25

it(`survives ${count} broken frames, and a good logger beside them loses nothing`, { timeout }, async () => {
  const plantId = await addPlant(database.db)
  await register(database.db, plantId, SERIAL)
  const scene = await openScene(database.db)
  const [good, hostile] = [createStick(SERIAL), createStick(SERIAL + 1, 'HOSTILE')]
  const client = await scene.connect()
  const dice = createDice(seed)
  let sent = 0
  try {
    for (let n = 0; n < count; ) {
      const stranger = await scene.connect('127.66.0.1')
      for (let k = 0; k < A_CONNECTION && n < count && !stranger.socket.destroyed; k += 1, n += 1) {
        const whole = encodeFrame(hostile.data(recordedAtMs - n * 1_000))
        const bytes = mutateBytes(dice, whole)
        // Also a right checksum over a wrong content, and pieces that never become a frame.
        if (dice() < 0.5 && bytes.length > 2) {
          const sum = bytes.subarray(1, -2).reduce((all, byte) => (all + byte) & 0xff, 0)
          bytes[bytes.length - 2] = sum
          bytes[bytes.length - 1] = 0x15
        }
        stranger.send(dice() < 0.2 ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes)
      }
      await stranger.end()
      scene.clock.nowMs = recordedAtMs + sent * 60_000
      const reply = await client.exchange(good.data(scene.clock.nowMs))
      expect(reply.type).toBe(0x12)
      sent += 1
    }
    expect(await samplesOf(database.db, plantId)).toHaveLength(sent)
    const faults = scene.lines.filter(({ about }) => 'err' in about)
    expect(faults).toEqual([])
  } finally {
    await scene.close()
  }
})

it(`reads ${count} broken payloads of devices into possible numbers`, { timeout }, () => {
  const dice = createDice(seed)
  for (const profile of profiles) {
    const stick = createStick(SERIAL, 'SN1', profile.id)
    const payload = stick.data(recordedAtMs).payload
    for (let n = 0; n < count / 4; n += 1) {
      const read = decodeData(mutateBytes(dice, payload))
      if ('undecoded' in read) continue
      for (const [quantity, value] of Object.entries(read.values))
        expect([quantity, typeof value === 'number' && Number.isFinite(value)]).toEqual([quantity, true])
    }
    expect(profileOfSensorType(requireRecord(profile).sensorType)).toBe(profile)
  }
})

it(`reads ${count} broken replies of devices without an error`, { timeout }, () => {
  const dice = createDice(seed)
  const reply = Uint8Array.from([1, 3, 4, 0x12, 0x34, 0xff, 0xff, 0x1b, 0x2e])
  for (let n = 0; n < count * 5; n += 1) {
    const bytes = mutateBytes(dice, reply)
    decodeReadReply(bytes)
    decodeWriteReply(bytes)
    decodeLocalReply({
      type: pick(dice, [0x15, 0x45, 0x11]),
      seqServer: 0,
      seqLogger: 1,
      loggerSerial: SERIAL,
      payload: bytes,
    })
  }
  for (const { id } of profiles)
    for (const item of findRegisterMap(id)?.items ?? [])
      for (const word of [0, 1, 0x7fff, 0x8000, 0xffff]) {
        const value = decodeRegister(item, (_, registers) => registers.map(() => word))
        expect([item.id, typeof value === 'number' ? Number.isFinite(value) : true]).toEqual([item.id, true])
      }
})
