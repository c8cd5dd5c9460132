import type { AddressInfo } from 'node:net'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fleet } from './fleet.ts'
import { createPlantModel, getPowers, newPlantState } from './plant-model.ts'
import { indexAt } from './sky-answer.ts'
import { createWeatherServer } from './weather-server.ts'

const nowMs = Date.parse('2026-06-10T09:30:00Z')
const server = createWeatherServer({ seed: 1, now: () => nowMs })
const [spec] = fleet
if (!spec) throw new Error('no plant')
type Reply = Readonly<{ hourly: Record<string, number[]>; hourly_units: Record<string, string>; error?: boolean }>
const ask = async (query: Record<string, string>, path = 'forecast'): Promise<Reply> => {
  const { port } = server.address() as AddressInfo
  const place = {
    latitude: String(spec.latitude),
    longitude: String(spec.longitude),
    timezone: 'UTC',
    timeformat: 'unixtime',
  }
  return (await fetch(`http://127.0.0.1:${port}/v1/${path}?${new URLSearchParams({ ...place, ...query })}`)).json()
}
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

describe('the weather service of the simulated sky', () => {
  it('tells of the light that made the plant’s power', async () => {
    const { hourly, hourly_units } = await ask({ past_days: '3', forecast_days: '2' })
    expect([hourly.time?.length, hourly_units.shortwave_radiation]).toEqual([120, 'W/m²'])
    const model = createPlantModel(spec, [], 1)
    const { energy } = newPlantState(model, nowMs)
    const pairs = (hourly.time ?? []).flatMap((stamp, i) => {
      const atMs = stamp * 1000
      if (atMs > nowMs) return []
      const mean = [5, 15, 25, 35, 45, 55].reduce(
        (sum, minute) =>
          sum +
          getPowers(model, atMs - HOUR_MS + minute * 60_000, energy, 300).powers.inverters.reduce(
            (w, inverter) => w + inverter.acW,
            0,
          ) /
            6,
        0,
      )
      return [[hourly.shortwave_radiation?.[i] ?? 0, mean] as const]
    })
    // More light, more power: the correlation of both over three days.
    expect(correlation(pairs)).toBeGreaterThan(0.93)
  })

  it('keeps an archive of the same sky', async () => {
    const { hourly } = await ask({ start_date: '2026-06-07', end_date: '2026-06-08' }, 'archive')
    const { hourly: recent } = await ask({ past_days: '3', forecast_days: '0' })
    expect(hourly.time?.length).toBe(48)
    expect(hourly.shortwave_radiation).toEqual(recent.shortwave_radiation?.slice(0, 48))
    expect((await ask({ start_date: '2026-06-09', end_date: '2026-06-08' }, 'archive')).error).toBe(true)
  })

  it('knows less the further it looks ahead, and the past exactly', () => {
    const model = createPlantModel(spec, [], 1)
    const errorAt = (days: number): number => {
      let sum = 0
      for (let i = 0; i < 60; i++) {
        const atMs = nowMs + i * DAY_MS + 2 * HOUR_MS
        sum += Math.abs(indexAt(model, atMs, atMs - days * DAY_MS) - indexAt(model, atMs, atMs))
      }
      return sum
    }
    expect(errorAt(0)).toBe(0)
    expect(errorAt(5)).toBeGreaterThan(errorAt(1))
  })

  it.each([{ latitude: '0', longitude: '0' }, { past_days: '9999' }, { latitude: 'x' }, { timezone: 'auto' }])(
    'refuses %j',
    async (query) => expect((await ask(query as unknown as Record<string, string>)).error).toBe(true),
  )
})

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length
  const [x, y] = [mean(0), mean(1)]
  const sum = (pick: (dx: number, dy: number) => number): number =>
    pairs.reduce((all, pair) => all + pick(pair[0] - x, pair[1] - y), 0)
  return sum((dx, dy) => dx * dy) / Math.sqrt(sum((dx) => dx * dx) * sum((_, dy) => dy * dy))
}
