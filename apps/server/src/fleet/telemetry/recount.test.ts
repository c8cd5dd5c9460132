import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { lockDevices } from './lock-devices.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import { append, decideStep, deviceSeries, plantDays, quarantined, recount, sealDays } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const ZONE = 'Europe/Berlin'
const DAY = 86_400_000
const HOUR = 3_600_000
const START = Date.parse('2026-06-01T00:00:00+02:00')
const options = { signal: new AbortController().signal, onProgress: () => {} }

async function inverter(more = {}): Promise<DeviceMeta> {
  const quantities = ['generationTotalWh', 'generationTodayWh', 'acPowerW'] as const
  return addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities, stepWh: 100, todayStepWh: 10, ...more })
}

/** Five days of 4 kWh between 8:00 and 16:00, every 15 minutes; 2 MWh more from the third noon on. */
function daysWithJump(device: DeviceMeta): NewSample[] {
  const samples: NewSample[] = []
  for (let atMs = START; atMs < START + 5 * DAY; atMs += 900_000) {
    const day = Math.floor((atMs - START) / DAY)
    const today = Math.max(0, Math.min(8, ((atMs - START) % DAY) / HOUR - 8)) * 500
    const jump = atMs >= START + 2 * DAY + 12 * HOUR ? 2_000_000 : 0
    const total = Math.floor((10_000_050 + day * 4_000 + today + jump) / 100) * 100
    samples.push(sampleAt(device, atMs, { generationTotalWh: total, generationTodayWh: today, acPowerW: today }))
  }
  return samples
}

async function figures(device: DeviceMeta) {
  const { plantId } = device
  const query = { ...device, fromMs: 0, toMs: 4e12, quantities: ['generationTotalWh', 'acPowerW'] as const }
  const series = (resolution: 'hour' | 'day' | 'month' | 'year') => deviceSeries(test.db, { ...query, resolution })
  return {
    days: await plantDays(test.db, plantId, '2026-05-01', '2026-07-01'),
    series: [await series('hour'), await series('day'), await series('month'), await series('year')],
    refused: await quarantined(test.db, plantId, { fromMs: 0, toMs: 4e12 }),
  }
}

const generation = async ({ plantId }: DeviceMeta) =>
  (await plantDays(test.db, plantId, '2026-05-01', '2026-07-01')).map(({ energy }) => energy.generation)

describe('a recount', () => {
  it('changes nothing where nothing changed, sealed days included', async () => {
    const device = await inverter()
    await append(test.db, daysWithJump(device))
    const before = await figures(device)
    await recount(test.db, device.plantId, [device], options)
    expect(await figures(device)).toEqual(before)
    await sealDays(test.db, { beforeDay: '2026-06-04' })
    const progress: number[][] = []
    await recount(test.db, device.plantId, [device], { ...options, onProgress: (...one) => progress.push(one) })
    expect(await figures(device)).toEqual(before)
    expect(progress.at(-1)).toEqual([480, 480])
  })

  it('resumes where it ended', async () => {
    const device = await inverter()
    const samples = daysWithJump(device)
    await append(test.db, samples.slice(0, 300))
    await recount(test.db, device.plantId, [device], options)
    const late = samples[150] as NewSample
    await append(test.db, samples.slice(300))
    const other = await inverter()
    await append(test.db, daysWithJump(other))
    expect(await generation(device)).toEqual(await generation(other))
    // A late sample uses the checkpoints of the recount.
    for (const one of [device, other])
      await append(test.db, [sampleAt(one, late.atMs + 60_000, { generationTotalWh: 9_999_999 })])
    expect(await generation(device)).toEqual(await generation(other))
  })

  it('splits days in another zone, and counts with another rating', async () => {
    const device = await inverter({ ratedW: 100 })
    await append(test.db, daysWithJump(device))
    const auckland = {
      ...(await inverter()),
      plantId: device.plantId,
      deviceId: device.deviceId,
      zone: 'Pacific/Auckland',
    }
    await recount(test.db, device.plantId, [auckland], options)
    const days = await plantDays(test.db, device.plantId, '2026-05-01', '2026-07-01')
    // 8:00 to 16:00 in Berlin is 18:00 to 2:00 in Auckland.
    const wanted = { '06-01': 3_000, '06-02': 4_000, '06-03': 4_000, '06-04': 4_000, '06-05': 4_000, '06-06': 1_000 }
    expect(days.map(({ period }) => period.slice(5))).toEqual(Object.keys(wanted))
    for (const [i, wh] of Object.values(wanted).entries())
      expect(Math.abs((days[i]?.energy.generation ?? 0) - wh)).toBeLessThanOrEqual(100)
  })

  it('counts an accepted step, and leaves a discarded one out', async () => {
    const device = await inverter({ quantities: ['generationTotalWh', 'acPowerW'] })
    const withoutToday = daysWithJump(device).map(({ values: { generationTodayWh: _, ...values }, ...one }) => ({
      ...one,
      values,
    }))
    await append(test.db, withoutToday)
    const { plantId, deviceId } = device
    const [step] = await quarantined(test.db, plantId, { fromMs: 0, toMs: 4e12 })
    expect(step).toMatchObject({ decision: null, afterWh: 12_010_000 })
    const sum = async () => (await generation(device)).reduce<number>((total, item) => total + (item ?? 0), 0)
    const before = await sum()
    const decide = (decision: 'accepted' | 'discarded' | null) =>
      decideStep(test.db.kysely, { plantId, deviceId, quantity: 'generationTotalWh', atMs: step?.atMs ?? 0 }, decision)
    expect(await decide('discarded')).toBe(true)
    await recount(test.db, plantId, [device], options)
    expect(await sum()).toBe(before)
    expect(await quarantined(test.db, plantId, { fromMs: 0, toMs: 4e12 })).toMatchObject([{ decision: 'discarded' }])
    expect(await decide('accepted')).toBe(true)
    await recount(test.db, plantId, [device], options)
    expect((await sum()) - before).toBe(2_000_100)
    expect(await quarantined(test.db, plantId, { fromMs: 0, toMs: 4e12 })).toEqual([])
    expect(await decideStep(test.db.kysely, { plantId, deviceId, quantity: 'acPowerW', atMs: 5 }, 'accepted')).toBe(
      false,
    )
    expect(await decide(null)).toBe(true)
    await recount(test.db, plantId, [device], options)
    expect(await sum()).toBe(before)
  })

  it('stops when asked, and leaves everything unchanged', async () => {
    const device = await inverter()
    await append(test.db, daysWithJump(device))
    const before = await figures(device)
    const input = { ...options, signal: AbortSignal.abort(new Error('stop')) }
    await expect(recount(test.db, device.plantId, [{ ...device, zone: 'UTC' }], input)).rejects.toThrow('stop')
    expect(await figures(device)).toEqual(before)
  })

  it('recounts what older rules left, and then counts late records from there', async () => {
    const device = await inverter()
    const other = await inverter()
    for (const one of [device, other]) await append(test.db, daysWithJump(one).slice(0, 400))
    // Like a database of an older version after its migration.
    await test.db.pool.query(`update device_latest set open = set_byte(open, 1, 0) where device_id = $1`, [
      device.deviceId,
    ])
    await test.db.pool.query('delete from meter_days where device_id = $1', [device.deviceId])
    await test.db.pool.query('update plant_days set generation_wh = 1 where plant_id = $1', [device.plantId])
    const late = (one: DeviceMeta) =>
      sampleAt(one, START + 10 * HOUR + 60_000, { generationTodayWh: 1_010, acPowerW: 7 })
    for (const one of [device, other]) await append(test.db, [late(one), ...daysWithJump(one).slice(400)])
    await recount(test.db, device.plantId, [device], options)
    expect(await generation(device)).toEqual(await generation(other))
    const later = (one: DeviceMeta) => sampleAt(one, START + 34 * HOUR + 60_000, { generationTodayWh: 1_010 })
    for (const one of [device, other]) await append(test.db, [later(one)])
    expect(await generation(device)).toEqual(await generation(other))
  })

  it('includes records that arrive during it', async () => {
    const device = await inverter()
    const other = await inverter()
    const samples = daysWithJump(device)
    await append(test.db, samples.slice(0, 200))
    const rest = (async () => {
      for (let i = 200; i < samples.length; i += 7) await append(test.db, samples.slice(i, i + 7))
    })()
    for (let i = 0; i < 4; i++) await recount(test.db, device.plantId, [device], options)
    await rest
    await append(test.db, daysWithJump(other))
    expect(await generation(device)).toEqual(await generation(other))
  })

  it('includes quantities that a device gains during it', async () => {
    const waited = await inverter()
    const device = await addDevice(test.db, waited.plantId, ZONE, { quantities: ['acPowerW'] })
    for (const item of [waited, device]) await append(test.db, daysWithJump(item))
    // The recount waits here, once it has walked everything.
    const holder = await test.db.pool.connect()
    await holder.query('begin')
    await lockDevices(holder, [waited.deviceId])
    const gained = sampleAt(device, START + 6 * DAY, { acPowerW: 100, gridFrequencyHz: 50 })
    const grow = async () => {
      await append(test.db, [gained])
      await holder.query('commit')
    }
    let growth: Promise<void> | undefined
    const onProgress = (done: number, total: number) => {
      if (done === total) growth ??= grow()
    }
    await recount(test.db, device.plantId, [waited, device], { ...options, onProgress })
    await growth
    holder.release()
    const query = { ...device, fromMs: START + 5 * DAY, toMs: START + 7 * DAY, resolution: 'day' } as const
    const series = await deviceSeries(test.db, { ...query, quantities: ['gridFrequencyHz'] })
    expect(JSON.stringify(series)).toContain('50')
  })
})
