import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { readBattery } from './battery-cells.ts'
import type { PlantModel } from './plant-model.ts'
import { agesOf, type ReadDevice, type ReaderOptions } from './reader.ts'
import type { Moment } from './readings.ts'

/** Battery management system with its modules, each five minutes; its past is the hours of five weeks. */
export function batteryReader(
  model: PlantModel,
  moduleCount: number,
  momentAt: (atMs: number) => Moment | undefined,
): Pick<ReaderOptions, 'source' | 'everyMs' | 'agesMs' | 'readAt'> {
  const inverter = model.inverters.find(({ master }) => master)?.serial ?? ''
  const serial = `${inverter}-BMS`
  const about = { type: 'BATTERY', maker: 'Simulated' } as const
  return {
    source: 'Battery reader',
    everyMs: 5 * MINUTE_MS,
    agesMs: agesOf(35 * 24, HOUR_MS),
    readAt: (atMs) => {
      const moment = momentAt(atMs)
      const reading = moment && readBattery(model, moment, moduleCount)
      if (reading === undefined) return []
      const battery: ReadDevice = {
        ...about,
        serial,
        name: 'Battery',
        model: `Rack of ${moduleCount}`,
        parentSerial: inverter,
        values: reading.battery,
      }
      const modules = reading.modules.map(
        (values, module): ReadDevice => ({
          ...about,
          serial: `${serial}-M${module + 1}`,
          name: `Module ${module + 1}`,
          model: '15 cells',
          parentSerial: serial,
          values,
        }),
      )
      return [battery, ...modules]
    },
  }
}
