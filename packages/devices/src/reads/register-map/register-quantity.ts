import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { RegisterItem } from './register-map.ts'

/** A register's value times `factor` is the quantity in its base unit. */
export type RegisterQuantity = Readonly<{ quantity: QuantityId; factor: number }>

const names: readonly (readonly [RegExp, string])[] = [
  [/^pv(\d+)-voltage$/, 'pv$1VoltageV'],
  [/^pv(\d+)-current$/, 'pv$1CurrentA'],
  [/^pv(\d+)-power$/, 'pv$1PowerW'],
  [/^pv-power$/, 'pvPowerW'],
  [/^power$/, 'acPowerW'],
  [/^(?:grid-)?l([123])-voltage$/, 'ac$1VoltageV'],
  [/^(?:grid-)?l([123])-current$/, 'ac$1CurrentA'],
  [/^(?:grid-|load-|l1-)?frequency$/, 'acFrequencyHz'],
  [/^today-production$/, 'generationTodayWh'],
  [/^total-production$/, 'generationTotalWh'],
  [/^(today|total)-energy-(import|export)$/, 'grid-$2-$1'],
  [/^(today|total)-battery-(charge|discharge)$/, 'battery-$2-$1'],
  [/^(today|total)-load-consumption$/, 'load-$1'],
  [/^battery$/, 'batterySocPercent'],
  [/^battery-soh$/, 'batterySohPercent'],
  [/^battery-voltage$/, 'batteryVoltageV'],
  [/^battery-temperature$/, 'batteryTemperatureC'],
  [/^battery-cycles$/, 'batteryCycles'],
  [/^(?:inverter-)?temperature$/, 'inverterTemperatureC'],
]
const factors: Readonly<Record<string, number>> = { kW: 1000, kWh: 1000 }
const camel = (text: string): string => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * The quantity that a register holds, by its id in the map; undefined where it is none of ours. Powers of grid and battery
 * are left out: their sign differs between models and no source states it.
 */
export function quantityOfRegister({ id, unit = '' }: Pick<RegisterItem, 'id' | 'unit'>): RegisterQuantity | undefined {
  for (const [pattern, name] of names) {
    if (!pattern.test(id)) continue
    const text = id.replace(pattern, name)
    const quantity = text.includes('-') ? `${camel(text)}Wh` : text
    return isQuantityId(quantity) ? { quantity, factor: factors[unit] ?? 1 } : undefined
  }
  return undefined
}
