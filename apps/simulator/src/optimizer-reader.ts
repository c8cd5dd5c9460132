import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { optimizerSerial, readOptimizers } from './optimizers.ts'
import type { PlantModel } from './plant-model.ts'
import type { Platform } from './platform.ts'
import type { Moment } from './readings.ts'

const EVERY_MS = 5 * MINUTE_MS
/** How far its past goes back. */
const PAST_STEPS = 2 * 288
/** Readings in one call stay far below the size that a server takes. */
const MOST_READINGS = 480

/** A program beside an inverter that reads its optimizers and posts what they report. */
export function createOptimizerReader(
  options: Readonly<{
    platform: Platform
    plantId: number
    model: PlantModel
    count: number
    momentAt: (atMs: number) => Moment | undefined
    now: () => number
  }>,
) {
  const { platform, plantId, model, count, momentAt, now } = options
  const inverter = model.inverters[0]?.serial ?? ''
  let nextMs = 0

  const post = async (instants: readonly number[]): Promise<void> => {
    const found = instants.flatMap((atMs) => {
      const moment = momentAt(atMs)
      const values = moment && readOptimizers(model, moment, count)
      return values ? [{ at: new Date(atMs).toISOString(), values }] : []
    })
    if (found.length === 0) return
    const devices = Array.from({ length: count }, (_, index) => ({
      ...({ type: 'OPTIMIZER', maker: 'Simulated', model: 'P500', parentSerial: inverter } as const),
      serial: optimizerSerial(inverter, index),
      name: `Optimizer ${index + 1}`,
      readings: found.map(({ at, values }) => ({ at, values: { ...values[index] } })),
    }))
    await platform.call('POST /maintain-s/station/{id}/readings', {
      params: { id: plantId },
      body: { source: 'Optimizer reader', devices },
    })
  }

  return {
    /** Posts the past, the newest first. */
    fillPast: async (): Promise<void> => {
      const perCall = Math.max(1, Math.floor(MOST_READINGS / count))
      const lastMs = Math.floor(now() / EVERY_MS) * EVERY_MS
      const instants = Array.from({ length: PAST_STEPS }, (_, back) => lastMs - back * EVERY_MS)
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
