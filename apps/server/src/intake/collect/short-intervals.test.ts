import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveClock } from '../../fleet/now/now.ts'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createReactions } from '../../reactions.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { createIngest, type Ingest, openPolled, type PolledDesk } from '../ingest/ingest.ts'
import { addTarget } from './targets.ts'

/** Noon in Berlin. */
const startMs = Date.parse('2026-06-15T10:00:00Z')
const log = pino({ level: 'silent' })

describe.each([10, 300])('a device that is stored every %i s', (seconds) => {
  let test: TestApp
  let ingest: Ingest
  let desk: PolledDesk
  let token = ''
  let [plant, logger] = [0, '']
  const stepMs = seconds * 1000

  beforeAll(async () => {
    test = await createTestApp(startMs)
    const { db } = test
    const now = (): number => test.clock.nowMs
    ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
    await ingest.start()
    desk = await ingest.open(openPolled)
    const owner = await addTestUser(test, 'owner')
    token = owner.token
    plant = await addTestPlant(db, owner.userId)
    const candidate = { key: 'a', maker: 'M', model: 'X', serial: 'A1', confidence: 1, why: 'model', opens: 0 } as const
    const offer = { plantId: plant, way: 'modbus-tcp', host: '192.168.1.20', port: 502, settings: {}, candidate }
    const rates = { pollSeconds: Math.min(60, seconds), storeSeconds: seconds }
    await addTarget(db, {
      plantId: plant,
      userId: null,
      offers: [offer],
      secrets: [],
      name: '',
      nowMs: now(),
      ...rates,
    })
    const { rows } = await db.pool.query('select address, interval_s from loggers')
    expect(rows).toMatchObject([{ interval_s: seconds }])
    logger = rows[0].address
  })
  afterAll(async () => {
    await ingest.close()
    await test.close()
  })

  const from = () => ({ logger, address: '192.168.1.20', intervalMs: stepMs })
  const read = async (acPowerW: number): Promise<void> => {
    const values = { acPowerW, acPowerMinW: acPowerW - 5, acPowerMaxW: acPowerW + 5, generationTotalWh: 1e6 + acPowerW }
    const outcome = await desk.store(from(), {
      atMs: test.clock.nowMs,
      words: Uint8Array.of(1),
      decoded: { deviceSerial: 'A1', deviceType: 'INVERTER', profileId: 'x', values, texts: {}, complaints: [] },
    })
    expect(outcome).toBe('stored')
  }
  const statusOf = async (): Promise<string> => {
    await moveClock(test.db, test.clock.nowMs, { mostMs: 5_000 })
    return (await test.db.pool.query('select status from plant_now where plant_id = $1', [plant])).rows[0].status
  }
  const loggerOf = async () => {
    const reply = await inject(
      test.app,
      'GET /maintain-s/operating/station/{id}/communication',
      { params: { id: plant }, query: {} },
      bearer(token),
    )
    return reply.json().data[0]
  }

  it('is well, and its logger online', async () => {
    for (let atMs = startMs; atMs <= startMs + HOUR_MS; atMs += stepMs) {
      test.clock.nowMs = atMs
      await read(1_000 + ((atMs - startMs) / stepMs) * 2)
    }
    test.clock.nowMs += stepMs
    await desk.noteContact(from())
    expect(await statusOf()).toBe('well')
    expect(await loggerOf()).toMatchObject({ online: true, intervalS: seconds })
  })

  it('misses no record and has no gap', async () => {
    const { days } = await loggerOf()
    expect(days.at(-1)).toMatchObject({ received: 3_600 / seconds + 1, expected: 3_600 / seconds + 1, gaps: [] })
  })

  it('is late and silent in its time, not while it restarts', async () => {
    const lastMs = startMs + HOUR_MS
    const seen: Record<string, string> = {}
    for (const s of [50, 70, 550, 610, 890, 910, 3_590, 3_610]) {
      test.clock.nowMs = lastMs + s * 1000
      seen[s] = await statusOf()
    }
    expect(seen).toEqual(
      seconds === 10
        ? {
            50: 'well',
            70: 'late',
            550: 'late',
            610: 'silent',
            890: 'silent',
            910: 'silent',
            3590: 'silent',
            3610: 'silent',
          }
        : { 50: 'well', 70: 'well', 550: 'well', 610: 'well', 890: 'well', 910: 'late', 3590: 'late', 3610: 'silent' },
    )
  })

  it('has a gap then, in records', async () => {
    test.clock.nowMs = startMs + 2 * HOUR_MS
    await read(5_000)
    const { days } = await loggerOf()
    const [gap] = days.at(-1).gaps
    expect(gap).toMatchObject({ records: 3_600 / seconds - 1 })
    expect(await statusOf()).toBe('well')
    test.clock.nowMs += MINUTE_MS / 2
    expect(await statusOf()).toBe('well')
  })
})
