import type { Values } from '@heliograph/domain/reading.ts'
import { randomAt, smoothNoiseAt } from '@heliograph/solar/random.ts'
import { findFault } from './faults.ts'
import type { PlantModel } from './plant-model.ts'
import { healthOf, type Moment } from './readings.ts'

export const CELLS = 15

/** A battery of modules in series, each with 15 cells, as its management system reports it. */
export type BatteryReading = Readonly<{ battery: Values; modules: readonly Values[] }>

/** The least change that the registers of such a system show (facts/profiles pylontech-force). */
const inSteps = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(4))

/** Open-circuit voltage of a lithium iron phosphate cell: flat, with knees at both ends. @param soc 0 to 1 */
const openVoltageV = (soc: number): number =>
  3.22 + 0.11 * soc - 0.35 * Math.exp(-28 * soc) + 0.12 * Math.exp(-30 * (1 - soc))

/** Ohms of a cell and its connection. */
const CELL_OHM = 0.0011

/**
 * Every cell has an own capacity, so that cells drift apart where the curve is steep; one of them is worn. In the
 * resolution of a real system: 1 mV, 0.1 °C, 0.1 V, 0.01 A, whole percent.
 */
export function readBattery(
  model: PlantModel,
  { atMs, now, powers }: Moment,
  moduleCount: number,
): BatteryReading | undefined {
  const { socPercent, flows, airC } = powers
  const capacityWh = model.spec.batteryWh
  if (socPercent === null || capacityWh === undefined) return undefined
  const ratedV = moduleCount * CELLS * 3.2
  const currentA = (flows.dischargeW - flows.chargeW) / ratedV
  const lowerV = findFault(model.faults, 'cell-spread', undefined, atMs)?.severity ?? 0
  const hotC = findFault(model.faults, 'battery-heat', undefined, atMs)?.severity
  const cycles = now.boundary.discharge.total / capacityWh
  const modules = Array.from({ length: moduleCount }, (_, module): Values => {
    const values: Record<string, number> = {}
    let sum = 0
    for (let cell = 0; cell < CELLS; cell++) {
      const own = randomAt(model.seed, 81, module, cell) - 0.5
      const worn = module === 1 && cell === 6 ? 0.03 : 0
      const soc = Math.min(1, Math.max(0, socPercent / 100 + own * 0.012 - worn * (1 - socPercent / 100)))
      const volts =
        openVoltageV(soc) - (worn > 0 ? lowerV : 0) + 0.004 * own - currentA * CELL_OHM * (1 + own + worn * 20)
      const degrees =
        hotC ?? 17 + airC / 5 + 2 * smoothNoiseAt(model.seed, 82 + module, atMs / 7_200_000) + Math.abs(currentA) * 0.04
      values[`cell${cell + 1}VoltageV`] = inSteps(volts, 0.001)
      values[`cell${cell + 1}TemperatureC`] = inSteps(degrees + own * 1.2, 0.1)
      sum += volts
    }
    return { ...values, batteryVoltageV: inSteps(sum, 0.01) } as Values
  })
  const ofKind = (kind: string) =>
    modules.flatMap((values) =>
      Object.entries(values).flatMap(([id, value]) => (id.startsWith('cell') && id.endsWith(kind) ? [value] : [])),
    )
  const [volts, degrees] = [ofKind('VoltageV'), ofKind('TemperatureC')]
  return {
    battery: {
      batteryVoltageV: inSteps(
        modules.reduce((sum, values) => sum + (values.batteryVoltageV ?? 0), 0),
        0.1,
      ),
      batteryCurrentA: inSteps(currentA, 0.01),
      batterySocPercent: inSteps(socPercent, 1),
      batterySohPercent: inSteps(healthOf(cycles), 1),
      batteryCycles: Math.floor(cycles),
      batteryCapacityAh: inSteps(capacityWh / ratedV, 0.1),
      batteryTemperatureC: inSteps(degrees.reduce((sum, value) => sum + value, 0) / degrees.length, 0.1),
      batteryCellMaxVoltageV: Math.max(...volts),
      batteryCellMinVoltageV: Math.min(...volts),
      batteryCellMaxTemperatureC: Math.max(...degrees),
      batteryCellMinTemperatureC: Math.min(...degrees),
    },
    modules,
  }
}
