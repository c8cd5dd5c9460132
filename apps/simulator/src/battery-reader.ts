import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { type BatteryReading, readBattery } from './battery-cells.ts'
import type { PlantModel } from './plant-model.ts'
import type { Platform, PostedDevice } from './platform.ts'
import type { Moment } from './readings.ts'

const EVERY_MS = 5 * MINUTE_MS
/** How far its past goes back: hours of five weeks. */
const PAST_MS = 35 * DAY_MS
/** Readings in one call stay far below the size that a server takes. */
const MOST_READINGS = 480

/** A program beside a battery that reads its management system and posts what it finds. */
export function createBatteryReader(
  options: Readonly<{
    platform: Platform
    plantId: number
    model: PlantModel
    moduleCount: number
    momentAt: (atMs: number) => Moment | undefined
    now: () => number
  }>,
) {
  const { platform, plantId, model, moduleCount, momentAt, now } = options
  const inverter = model.inverters.find(({ master }) => master)?.serial ?? ''
  const serial = `${inverter}-BMS`
  let nextMs = 0

  const post = async (instants: readonly number[]): Promise<void> => {
    const found = instants.flatMap((atMs) => {
      const moment = momentAt(atMs)
      const reading = moment && readBattery(model, moment, moduleCount)
      return reading ? [{ atMs, reading }] : []
    })
    if (found.length === 0) return
    const about = { type: 'BATTERY', maker: 'Simulated', readings: found } as const
    const pick = (valuesOf: (reading: BatteryReading) => Values): PostedDevice['readings'] =>
      found.map(({ atMs, reading }) => ({ at: new Date(atMs).toISOString(), values: { ...valuesOf(reading) } }))
    const devices: PostedDevice[] = [
      {
        ...about,
        serial,
        name: 'Battery',
        model: `Rack of ${moduleCount}`,
        parentSerial: inverter,
        readings: pick(({ battery }) => battery),
      },
      ...Array.from({ length: moduleCount }, (_, module) => ({
        ...about,
        serial: `${serial}-M${module + 1}`,
        name: `Module ${module + 1}`,
        model: '15 cells',
        parentSerial: serial,
        readings: pick(({ modules }) => modules[module] ?? {}),
      })),
    ]
    await platform.call('POST /maintain-s/station/{id}/readings', {
      params: { id: plantId },
      body: { source: 'Battery reader', devices },
    })
  }

  return {
    /** Posts the past, the newest first. */
    fillPast: async (): Promise<void> => {
      const perCall = Math.max(1, Math.floor(MOST_READINGS / (moduleCount + 1)))
      const lastMs = Math.floor(now() / HOUR_MS) * HOUR_MS
      const instants = Array.from({ length: PAST_MS / HOUR_MS }, (_, back) => lastMs - back * HOUR_MS)
      for (let at = 0; at < instants.length; at += perCall) await post(instants.slice(at, at + perCall).reverse())
    },
    /** Call about once a second. */
    tick: async (): Promise<void> => {
      const nowMs = now()
      if (nowMs < nextMs) return
      nextMs = Math.floor(nowMs / EVERY_MS + 1) * EVERY_MS
      await post([Math.floor(nowMs / 1000) * 1000])
    },
  }
}
