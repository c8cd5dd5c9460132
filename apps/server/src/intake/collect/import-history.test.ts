import { setTimeout as wait } from 'node:timers/promises'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { createHome, openHomeAssistant } from '@heliograph/collect/testing/home-assistant-server.ts'
import type { Candidate } from '@heliograph/collect/way.ts'
import { everyWay } from '@heliograph/collect/ways.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantDays } from '../../fleet/telemetry/telemetry.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { createHistoryImports } from '../imports/imports.ts'
import { createTargetDesk, readCollectConfig, type TargetDesk } from './collect.ts'
import { addTarget } from './targets.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const undo: (() => void)[] = []
let test: TestApp
let work: (id: number) => Promise<void>
const ordered: number[] = []

beforeAll(async () => {
  const jobs = {
    send: async (_: string, data: object) => void ordered.push((data as { id: number }).id),
    work: async (_: string, run: (data: never, job: never) => Promise<void>) => {
      work = (id) => run({ id } as never, { isLastTry: true } as never)
    },
  } as unknown as Jobs
  const late: { desk?: TargetDesk } = {}
  const history: TargetDesk['history'] = (place) => (late.desk as TargetDesk).history(place)
  test = await createTestApp(nowMs, {
    services: {
      historyImports: { order: async (_, id) => void ordered.push(id) },
      targets: {
        isOpen: true,
        ways: [],
        askable: async () => [],
        list: async () => [],
        probe: async () => [],
        add: async () => 1,
        change: async () => {},
        pause: async () => {},
        remove: async () => '',
        read: async () => {},
        history,
      },
    },
  })
  const { db } = test
  const config = readCollectConfig({ DEVICE_NETWORKS: '192.168.1.0/24', DEVICE_LOOPBACK_PORTS: '1024-65535' })
  const gate = createDeviceGate({ ...config, ownPorts: new Set() })
  const runner = { read: async () => false }
  late.desk = createTargetDesk({ db, gate, ways: everyWay, runner, storeSeconds: 60, now: () => nowMs, wait })
  const { recounts } = test.services
  await createHistoryImports({ db, jobs, recounts, log: pino({ level: 'silent' }), now: () => nowMs })
})
afterAll(async () => {
  for (const step of undo) step()
  await test.close()
})

it('years that Home Assistant has kept come in as an import, and not to a neighbor', { timeout: 60_000 }, async () => {
  const home = createHome()
  const server = await openHomeAssistant(home)
  undo.push(server.close)
  const owner = await addTestUser(test, 'owner')
  const neighbor = await addTestUser(test, 'neighbor')
  const plant = await addTestPlant(test.db, owner.userId, { zone: 'UTC', capacityWp: 6_000 })
  const neighbors = await addTestPlant(test.db, neighbor.userId)
  const source = (key: string, items: object[]): Candidate => ({
    key,
    maker: 'Home Assistant',
    model: key,
    serial: `ha-${key}`,
    confidence: 1,
    why: 'model',
    opens: { source: { key, type: 'INVERTER', items }, serial: 'ha', names: {} },
  })
  const candidates = [
    source('solar 1', [{ quantity: 'generationTotalWh', plus: ['sensor.pv_total'] }]),
    source('grid', [{ quantity: 'gridImportTotalWh', plus: ['sensor.import_low', 'sensor.import_high'] }]),
  ]
  const at = { plantId: plant, way: 'home-assistant', host: '127.0.0.1', port: server.port }
  const offers = candidates.map((candidate) => ({ ...at, settings: { token: home.token }, candidate }))
  const rates = { name: '', pollSeconds: 60, storeSeconds: 60 }
  const secrets = ['token']
  const targetId = await addTarget(test.db, { plantId: plant, userId: owner.userId, offers, secrets, nowMs, ...rates })
  const ask = async (token: string, id: number) =>
    await test.app.inject({
      method: 'POST',
      url: `/maintain-s/station/${id}/targets/${targetId}/history`,
      headers: bearer(token),
    })
  expect((await ask(neighbor.token, plant)).statusCode).toBe(404)
  expect((await ask(neighbor.token, neighbors)).statusCode).toBe(404)
  const reply = await ask(owner.token, plant)
  expect([reply.statusCode, ordered]).toEqual([200, [reply.json().importId]])
  await work(reply.json().importId)
  const days = await plantDays(test.db, plant, '2025-01-01', '2025-01-03')
  const rounded = (wh: number | null) => Math.round((wh ?? 0) / 100) * 100
  // The first hour has no counter before it.
  expect(days.map(({ period, energy }) => [period, rounded(energy.generation), rounded(energy.import)])).toEqual([
    ['2025-01-01', 23_000, 11_500],
    ['2025-01-02', 24_000, 18_000],
  ])
})
