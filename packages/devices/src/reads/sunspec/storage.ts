import { type Blocks, inverterModels } from './inverter.ts'
import { type Draft, numberOf, take } from './quantities.ts'

const DISCHARGING = 3
const CHARGING = 4

/** Whether a device has a battery: by its battery model, or by a storage model that knows how full it is. */
export const hasBattery = (blocks: Blocks): boolean =>
  blocks.has(802) || blocks.has(713) || blocks.get(124)?.points.ChaState !== undefined

/**
 * The battery. Makers disagree about the sign of its power and current, and the model says apart whether it charges: that
 * decides, and where it is not said the power is taken as the standard has it, positive when discharging.
 */
export function takeBattery(draft: Draft, blocks: Blocks): void {
  const battery = blocks.get(802)?.points ?? {}
  const capacity = blocks.get(713)?.points ?? {}
  const basic = blocks.get(124)?.points ?? {}
  const charge = numberOf(battery, 'ChaSt')
  const sign = charge === DISCHARGING ? 1 : charge === CHARGING ? -1 : undefined
  const [watts, volts, amperes] = [numberOf(battery, 'W'), numberOf(battery, 'V'), numberOf(battery, 'A')]
  if (watts !== undefined) take(draft, 'batteryPowerW', sign === undefined ? watts : sign * Math.abs(watts))
  else if (volts !== undefined && amperes !== undefined && sign !== undefined)
    take(draft, 'batteryPowerW', Math.round(sign * Math.abs(volts * amperes) * 10) / 10)
  take(draft, 'batteryVoltageV', volts ?? basic.InBatV)
  if (amperes !== undefined && sign !== undefined) take(draft, 'batteryCurrentA', sign * Math.abs(amperes))
  take(draft, 'batterySocPercent', battery.SoC ?? capacity.SoC ?? basic.ChaState)
  take(draft, 'batterySohPercent', battery.SoH ?? capacity.SoH)
  take(draft, 'batteryCycles', battery.NCyc)
  take(draft, 'batteryCapacityAh', battery.AHRtg)
  take(draft, 'batteryCellMaxVoltageV', battery.CellVMax)
  take(draft, 'batteryCellMinVoltageV', battery.CellVMin)
  // Beside an inverter the word is that of the inverter.
  if (!inverterModels.some((id) => blocks.has(id))) take(draft, 'faultCode1', battery.Evt1)
}
