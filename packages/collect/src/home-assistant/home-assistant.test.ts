import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHandClock } from '../testing/hand-clock.ts'
import { createHome, openHomeAssistant } from '../testing/home-assistant-server.ts'
import type { Exchange, Heard, Io } from '../way.ts'
import { homeAssistant } from './home-assistant.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})

const settings = homeAssistant.readSettings({ token: 'long-lived-token' })

async function start() {
  const home = createHome()
  const server = await openHomeAssistant(home)
  undo.push(server.close)
  const clock = createHandClock()
  const exchanges: Exchange[] = []
  const io = {
    clock,
    note: (exchange: Exchange) => exchanges.push(exchange),
    memory: new Map(),
    connect: async () => {
      const socket = connect(server.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  } as Io
  const heard: Heard[] = []
  const asleep: string[] = []
  const tell = {
    heard: (item: Heard) => void heard.push(item),
    otherDevice: () => {},
    asleep: (key: string) => void asleep.push(key),
    leftOut: () => {},
  }
  const open = async (devices: Awaited<ReturnType<typeof homeAssistant.probe>>) => {
    const opened = await homeAssistant.open({ settings, devices }, io, tell)
    undo.push(opened.close)
    return opened
  }
  /** What is gathered, once the last change has come. */
  const settle = async (count: number) =>
    await vi.waitFor(async () => {
      await clock.turn(1_100)
      expect(heard.length).toBeGreaterThanOrEqual(count)
    })
  return { home, server, clock, io, exchanges, heard, asleep, open, settle }
}

describe('Home Assistant', () => {
  it('names the roles of a home in its energy settings', async () => {
    const { io, server, exchanges } = await start()
    const found = await homeAssistant.probe(settings, io)
    expect(found.map(({ key, serial, role }) => [key, serial, role])).toEqual([
      ['solar 1', 'ha-Home-solar-1', 'generation'],
      ['grid', 'ha-Home-grid', 'grid'],
      ['battery 1', 'ha-Home-battery-1', undefined],
    ])
    await vi.waitFor(() => expect(server.connections()).toBe(0))
    const noted = exchanges.map(({ sent, received }) => Buffer.concat([sent, received]).toString()).join()
    expect(noted).not.toContain('long-lived-token')
  })

  it('does not read back what a Heliograph publishes there', async () => {
    const { io, home } = await start()
    home.registry = home.registry.map((row) =>
      row.entity_id === 'sensor.export'
        ? { ...row, platform: 'mqtt', unique_id: 'heliograph_0a1b2c3d_p7_gridExportTotalKwh' }
        : row,
    )
    const found = await homeAssistant.probe(settings, io)
    expect(found.map(({ key }) => key)).toEqual(['solar 1', 'battery 1'])
  })

  it('tells the states of its entities, and nothing for one that is unavailable', async () => {
    const { io, heard, open, settle } = await start()
    await open(await homeAssistant.probe(settings, io))
    await settle(3)
    expect(Object.fromEntries(heard.map(({ deviceKey, decoded }) => [deviceKey, decoded.values]))).toEqual({
      'solar 1': { generationTotalWh: 12_345_600, acPowerW: 2_500 },
      grid: { gridImportTotalWh: 1_500_500, gridExportTotalWh: 2_500_000, gridPowerW: -1_800 },
      'battery 1': { batteryDischargeTotalWh: 70_000 },
    })
  })

  it('tells what changed, several changes as one reading, and all of it each minute', async () => {
    const { io, server, clock, exchanges, heard, open, settle } = await start()
    await open(await homeAssistant.probe(settings, io))
    await settle(3)
    heard.length = 0
    server.setStates({ 'sensor.grid_power': '200', 'sensor.import_low': '1001' })
    await settle(1)
    expect(heard.map(({ deviceKey, decoded }) => [deviceKey, decoded.values])).toEqual([
      ['grid', { gridImportTotalWh: 1_501_500, gridExportTotalWh: 2_500_000, gridPowerW: 200 }],
    ])
    server.setState('sensor.grid_power', 'unknown')
    await settle(2)
    expect(heard.at(-1)?.decoded.values.gridPowerW).toBeUndefined()
    heard.length = 0
    await clock.turn(32_000)
    // The sign of life is answered in real time.
    await vi.waitFor(() =>
      expect(exchanges.at(-1)).toMatchObject({ about: { kind: 'message', name: 'ping' }, outcome: 'answered' }),
    )
    await clock.turn(29_000)
    expect(heard.map(({ deviceKey }) => deviceKey).sort()).toEqual(['battery 1', 'grid', 'solar 1'])
  })

  it('tells a still source each minute, while another one changes all the time', async () => {
    const { io, server, clock, heard, open, settle } = await start()
    await open(await homeAssistant.probe(settings, io))
    await settle(3)
    heard.length = 0
    for (let step = 1; step <= 13; step++) {
      server.setState('sensor.grid_power', String(200 + step))
      await settle(heard.length + 1)
      await clock.turn(4_000)
    }
    const counts = ['solar 1', 'grid'].map((key) => heard.filter(({ deviceKey }) => deviceKey === key).length)
    expect(counts[0]).toBeGreaterThanOrEqual(1)
    expect(counts[0]).toBeLessThanOrEqual(2)
    expect(counts[1]).toBeGreaterThanOrEqual(13)
  })

  it('finds an entity again that its owner has renamed', async () => {
    const { home, io, heard, open, settle } = await start()
    const found = await homeAssistant.probe(settings, io)
    home.registry = home.registry.map((row) =>
      row.unique_id === 'id-pv_power' ? { ...row, entity_id: 'sensor.roof' } : row,
    )
    home.states.delete('sensor.pv_power')
    home.states.set('sensor.roof', { state: '900', unit: 'W' })
    await open(found.filter(({ key }) => key === 'solar 1'))
    await settle(1)
    expect(heard[0]?.decoded.values.acPowerW).toBe(900)
  })

  it('says why it ends: a restart, a token that is not taken, an owner who closes', async () => {
    const { io, server, clock, open } = await start()
    const found = await homeAssistant.probe(settings, io)
    const opened = await open(found)
    server.restart()
    expect(await opened.ended).toMatch(/closed/)
    const again = await open(found)
    again.close()
    await expect(homeAssistant.probe({ token: 'wrong' }, io)).rejects.toThrow('not allowed')
    expect(await again.ended).toBe('closed')
    await vi.waitFor(() => expect(server.connections()).toBe(0))
    expect(clock.waiting()).toBe(0)
  })

  it('asks for a sign of life, and leaves one that speaks no JSON', async () => {
    const { io, server, clock, open } = await start()
    const opened = await open(await homeAssistant.probe(settings, io))
    await clock.turn(30_000)
    await vi.waitFor(() => expect(server.asked).toContain('ping'))
    server.send('no JSON')
    expect(await opened.ended).toBe('not understood')
  })

  it('has hours of its counters as history, tariffs added', async () => {
    const { io } = await start()
    const devices = await homeAssistant.probe(settings, io)
    const fromMs = Date.parse('2025-01-01T00:00:00Z')
    const histories = (await homeAssistant.history?.({ settings, devices }, io, fromMs + 48 * 3_600_000)) ?? []
    expect(histories.map(({ key, quantities }) => [key, quantities])).toEqual([
      ['solar 1', ['generationTotalWh']],
      ['grid', ['gridImportTotalWh', 'gridExportTotalWh']],
    ])
    expect(histories[0]?.rows.slice(0, 2)).toEqual([
      [fromMs + 3_600_000, 1_000],
      [fromMs + 2 * 3_600_000, 2_000],
    ])
    // The second tariff began a day later.
    expect(histories[1]?.rows[23]).toEqual([fromMs + 24 * 3_600_000, 12_000, 2_400])
    expect(histories[1]?.rows[24]).toEqual([fromMs + 25 * 3_600_000, 12_500 + 250, 2_500])
  })
})

describe('settings of Home Assistant', () => {
  it.each([
    [undefined, 'token'],
    [{ token: '' }, 'token'],
    [{ token: 'a b' }, 'token'],
    [{ token: 'a', url: 'x' }, 'url'],
    [{ token: 'a', isTls: 1 }, 'isTls'],
    [{ token: 'a', fingerprint: 'x' }, 'fingerprint'],
  ])('refuse %j', (value, field) => expect(() => homeAssistant.readSettings(value)).toThrow(new RangeError(field)))
})
