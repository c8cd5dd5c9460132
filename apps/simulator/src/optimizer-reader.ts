import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { optimizerSerial, readOptimizers } from './optimizers.ts'
import type { PlantModel } from './plant-model.ts'
import { agesOf, type ReaderOptions } from './reader.ts'
import type { Moment } from './readings.ts'

const EVERY_MS = 5 * MINUTE_MS

/** Optimizers behind the first inverter, each five minutes; their past is two days. */
export function optimizerReader(
  model: PlantModel,
  count: number,
  momentAt: (atMs: number) => Moment | undefined,
): Pick<ReaderOptions, 'source' | 'everyMs' | 'agesMs' | 'readAt'> {
  const inverter = model.inverters[0]?.serial ?? ''
  return {
    source: 'Optimizer reader',
    everyMs: EVERY_MS,
    agesMs: agesOf(2 * 288, EVERY_MS),
    readAt: (atMs) => {
      const moment = momentAt(atMs)
      const values = moment && readOptimizers(model, moment, count)
      return (values ?? []).map((each, index) => ({
        type: 'OPTIMIZER',
        maker: 'Simulated',
        model: 'P500',
        parentSerial: inverter,
        serial: optimizerSerial(inverter, index),
        name: `Optimizer ${index + 1}`,
        values: each,
      }))
    },
  }
}
