import type { TokenScope } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccessToken, findSession } from '../people/accounts/accounts.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  createTestApp,
  settleAll,
  type TestApp,
} from '../testing/app.ts'
import { readPrometheusText } from '../testing/prometheus-text.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let plantId: number
let foreignId: number
let deviceId: number
const tokens: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner')
  const guest = await addTestUser(test, 'guest')
  const neighbor = await addTestUser(test, 'neighbor')
  plantId = await addTestPlant(test.db, owner.userId, { name: 'Roof "west" \\ 1' })
  foreignId = await addTestPlant(test.db, neighbor.userId, { name: 'Foreign' })
  await addMember(test.db, plantId, guest.userId, 'viewer', ['viewPlantInfo'])
  const device = await addTestDevice(test.db, plantId, {
    serial: 'SECRET77',
    flows: ['generation', 'import', 'export'],
    quantities: ['pvPowerW', 'acPowerW', 'gridPowerW', 'batterySocPercent', 'generationTotalWh', 'gridExportTotalWh'],
  })
  deviceId = device.deviceId
  await appendSamples(test.db, device, { fromMs: nowMs - 3_600_000, toMs: nowMs + 1 }, () => ({
    pvPowerW: 5000,
    acPowerW: 4900,
    gridPowerW: -1500,
    batterySocPercent: 61,
    generationTotalWh: 1_234_567,
    gridExportTotalWh: 700_000,
  }))
  await settleAll(test.db, nowMs)
  const addToken = async (name: string, session: string, scopes: readonly TokenScope[]) => {
    const found = await findSession(test.db, session, nowMs)
    if (found === undefined) throw new Error(name)
    tokens[name] = (await addAccessToken(test.db, found, { name, scopes, expiresInDays: 30, center: '', nowMs })).token
  }
  await addToken('owner', owner.token, ['plant:read'])
  await addToken('writer', owner.token, ['reading:write'])
  await addToken('guest', guest.token, ['plant:read'])
})
afterAll(() => test.close())

const scrape = (by: string, query = '') =>
  test.app.inject({
    method: 'GET',
    url: `/api/prometheus${query}`,
    headers: { authorization: `Bearer ${tokens[by] ?? by}` },
  })

/** The series of a text by name and labels, as they stand in it. */
function parse(text: string): Map<string, number> {
  const samples = [...readPrometheusText(text).values()].flatMap((family) => family.samples)
  const write = (labels: Readonly<Record<string, string>>): string =>
    Object.keys(labels).length === 0
      ? ''
      : `{${Object.entries(labels)
          .map(([name, value]) => `${name}="${value}"`)
          .join(',')}}`
  return new Map(samples.map(({ name, labels, value }) => [name + write(labels), value]))
}

describe('the plants of a token for Prometheus', () => {
  it('have powers, counters, charge and the time of the newest reading, by ids', async () => {
    const reply = await scrape('owner')
    expect(reply.headers['content-type']).toContain('text/plain; version=0.0.4')
    const series = parse(reply.body)
    const of = (name: string, labels: string) => series.get(`heliograph_${name}{${labels}}`)
    const [plant, device] = [`plant="${plantId}"`, `plant="${plantId}",device="${deviceId}"`]
    expect(of('power_watts', `${plant},kind="pv"`)).toBe(5000)
    expect(of('power_watts', `${device},kind="grid"`)).toBe(-1500)
    expect(of('energy_watt_hours_total', `${device},kind="generation"`)).toBe(1_234_567)
    expect(of('state_of_charge_ratio', plant)).toBe(0.61)
    expect(of('last_sample_timestamp_seconds', device)).toBe(nowMs / 1000)
    expect(series.get('heliograph_plants_left_out')).toBe(0)
  })

  it('say no name and no serial number unless asked', async () => {
    expect((await scrape('owner')).body).not.toMatch(/Roof|SECRET77/)
    const named = (await scrape('owner', '?names=1')).body
    const [plant] = readPrometheusText(named).get('heliograph_plant_info')?.samples ?? []
    expect(plant?.labels.name).toBe('Roof "west" \\ 1')
    expect(named).toContain(`heliograph_plant_info{plant="${plantId}",name="Roof \\"west\\" \\\\ 1"} 1`)
    expect(named).toContain('serial="SECRET77"')
    expect((await scrape('owner', '?names=yes')).statusCode).toBe(400)
  })

  it('have no line for what is not known: neither 0 nor the last value', async () => {
    test.clock.nowMs = nowMs + 7_200_000
    await settleAll(test.db, test.clock.nowMs)
    const { body } = await scrape('owner')
    expect(body).not.toContain('kind="grid"')
    expect(body).not.toContain('heliograph_state_of_charge_ratio{')
    expect(body).toContain('heliograph_energy_watt_hours_total{')
    test.clock.nowMs = nowMs
    await settleAll(test.db, nowMs)
  })

  it('are those that it may see, with their devices only by right', async () => {
    for (const by of ['owner', 'guest']) expect((await scrape(by)).body).not.toContain(`plant="${foreignId}"`)
    const series = parse((await scrape('guest')).body)
    expect(series.get(`heliograph_power_watts{plant="${plantId}",kind="pv"}`)).toBe(5000)
    expect([...series.keys()].some((key) => key.includes('device='))).toBe(false)
  })

  it.each([
    ['without the scope', 'writer', 403, 'NO_PERMISSION'],
    ['that is unknown', 'hgp_unknown', 401, 'AUTH_TOKEN_INVALID'],
  ])('are refused to a token %s', async (_, by, status, code) => {
    const reply = await scrape(by)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })
})
