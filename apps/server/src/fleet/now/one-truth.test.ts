import type { CallName } from '@heliograph/contract/calls.ts'
import type { DeviceDetail } from '@heliograph/contract/device-s/device.ts'
import type { DeviceRow } from '@heliograph/contract/maintain-s/device.ts'
import type { PlantCounts, Station } from '@heliograph/contract/maintain-s/station.ts'
import type { LiveEvent } from '@heliograph/contract/maintain-s/system.ts'
import { type Status, statuses } from '@heliograph/domain/status.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLiveEvent } from '../../http/routes/live-event.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'

const MINUTE = 60_000
/** Midday in Berlin. */
const noonMs = Date.parse('2026-06-15T11:00:00Z')

let test: TestApp
let owner: { userId: number; token: string }
beforeAll(async () => {
  test = await createTestApp(noonMs)
  owner = await addTestUser(test, 'owner')
})
afterAll(() => test.close())

const get = async <T>(name: CallName, parts: CallParts): Promise<T> => {
  const reply = await inject(test.app, name, parts, bearer(owner.token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}

/** A repeatable stream of numbers in 0..1. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

it('list, header, device list, device page, counts and live stream agree', async () => {
  const dice = createDice(7)
  const seen = new Set<Status>()
  const deviceIds: number[] = []
  for (let n = 0; n < 25; n++) {
    const plantId = await addTestPlant(test.db, owner.userId, { name: `Plant ${n}`, gridType: 'DISTRIBUTED_FULLY' })
    for (let d = Math.floor(dice() * 4); d > 0; d--) {
      const device = await addTestDevice(test.db, plantId, {
        serial: `S${n}-${d}`,
        profileId: 'sofar-2701',
        quantities: ['acPowerW', 'inverterState', 'generationTodayWh'],
      })
      deviceIds.push(device.deviceId)
      const lastMs = noonMs - Math.floor((dice() < 0.6 ? dice() * 10 : dice() * 120) * MINUTE)
      const isFaulty = dice() < 0.15
      await appendSamples(test.db, device, { fromMs: lastMs, toMs: lastMs + 1 }, () => ({
        acPowerW: isFaulty ? 0 : Math.round(dice() * 5000),
        inverterState: isFaulty ? 3 : 2,
        generationTodayWh: 1000,
      }))
    }
  }
  // One that reports until the sun is low.
  const sleeper = await addTestDevice(
    test.db,
    await addTestPlant(test.db, owner.userId, { name: 'Sleeper', gridType: 'DISTRIBUTED_FULLY' }),
    { serial: 'Z', quantities: ['acPowerW'] },
  )
  const duskMs = noonMs + 8.2 * 60 * MINUTE
  await appendSamples(test.db, sleeper, { fromMs: duskMs, toMs: duskMs + 1 }, () => ({ acPowerW: 20 }))
  for (const nowMs of [noonMs, noonMs + 13 * 60 * MINUTE, noonMs + 23 * 60 * MINUTE]) {
    test.clock.nowMs = nowMs
    await settleAll(test.db, nowMs)
    const list = await get<{ data: Station[] }>('POST /maintain-s/operating/station/search', {
      query: { size: '100', 'order.property': 'status' },
      body: {},
    })
    const ranks = list.data.map(({ status }) => statuses.indexOf(status))
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    const counts = await get<PlantCounts>('POST /maintain-s/operating/station/counts', { body: {} })
    for (const status of statuses) {
      const found = list.data.filter((row) => row.status === status).length
      expect([status, counts.byStatus[status]]).toEqual([status, found])
      const filtered = await get<{ total: number }>('POST /maintain-s/operating/station/search', {
        body: { statuses: [status] },
      })
      expect([status, filtered.total]).toEqual([status, found])
    }
    const known = list.data.flatMap(({ generationPower }) => (generationPower === null ? [] : [generationPower]))
    expect(counts.powerW).toBe(known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0))
    for (const row of list.data) {
      seen.add(row.status)
      const params = { id: row.id }
      const header = await get<Station>('GET /maintain-s/station/{id}', { params })
      const { system }: LiveEvent = JSON.parse(await readLiveEvent(test.db, row.id, nowMs))
      const said = ({ status, reason, generationPower }: Pick<Station, 'status' | 'reason' | 'generationPower'>) => ({
        status,
        reason,
        generationPower,
      })
      expect(said(header)).toEqual(said(row))
      expect(said(system)).toEqual(said(row))
      const devices = (await get<DeviceRow[]>('GET /maintain-s/fast/device/{id}/device-list', { params })).filter(
        ({ deviceId }) => deviceId > 0,
      )
      const worst = devices.map(({ status }) => statuses.indexOf(status)).sort((a, b) => a - b)[0]
      const plain = row.status === 'partSilent' ? 'silent' : row.status
      if (devices.length > 0) expect(statuses[worst ?? -1]).toBe(plain)
      else expect(row.status).toBe('waiting')
      const powers = devices.flatMap(({ generationPower }) => (generationPower === null ? [] : [generationPower]))
      expect(row.generationPower).toBe(powers.length === 0 ? null : powers.reduce((sum, power) => sum + power, 0))
      if (row.status === 'silent') expect(row.networkStatus).toBe('ALL_OFFLINE')
    }
    for (const deviceId of deviceIds) {
      const detail = await get<DeviceDetail>('POST /device-s/device/v3/detail', { body: { deviceId } })
      const rows = await get<DeviceRow[]>('GET /maintain-s/fast/device/{id}/device-list', {
        params: { id: detail.stationId },
      })
      expect(detail.device).toEqual(rows.find((row) => row.deviceId === deviceId))
    }
  }
  expect([...seen].sort()).toEqual(['asleep', 'fault', 'late', 'partSilent', 'silent', 'waiting', 'well'].sort())
}, 60_000)
