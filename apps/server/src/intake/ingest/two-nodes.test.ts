import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, samplesOf, timeOf } from './testing/scene.ts'

const SERIAL = 4_000_000_001
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('who is alone on one node is not alone while the logger speaks to another', async () => {
  const { db } = database
  const plantId = await addPlant(db)
  await register(db, plantId, SERIAL)
  const addressOf = ({ remoteAddress = '' }: Readonly<{ remoteAddress?: string | undefined }>): string =>
    remoteAddress.replace(/^127\./, '81.')
  const nodes = await Promise.all([0, 1].map(() => openScene(db, { server: { addressOf } })))
  const [near, far] = nodes as [(typeof nodes)[number], (typeof nodes)[number]]
  const stick = createStick(SERIAL)
  const own = await near.connect('127.0.0.5')
  const forger = createStick(SERIAL, 'FORGED')
  const stranger = await far.connect('127.66.6.6')
  const forge = (atMs: number) => {
    const totalS = 7_000_000 + Math.round((atMs - recordedAtMs) / 1_000)
    far.clock.nowMs = atMs
    const time = { totalS, poweronS: totalS - 6_000_000, offsetS: Math.round(atMs / 1_000) - totalS }
    return stranger.exchange(forger.data(atMs, { acPowerW: 4_321 }, { time }))
  }
  for (let hour = 0; hour <= 30; hour += 1) {
    near.clock.nowMs = recordedAtMs + hour * HOUR_MS
    await own.exchange(stick.data(near.clock.nowMs, {}, { time: timeOf(near.clock.nowMs) }))
    // The forger's node knows the logger from before.
    if (hour === 1 || hour > 25) expect((await forge(near.clock.nowMs + 1_000)).type).toBe(0x12)
  }
  const rows = await samplesOf(db, plantId)
  expect(rows.map((row) => row.serial)).toEqual(Array.from({ length: 31 }, () => `SN${SERIAL}`))
  await Promise.all(nodes.map((node) => node.close()))
})
