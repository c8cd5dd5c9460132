import { expect, it } from 'vitest'
import { quantityOfRegister } from './register-quantity.ts'

it.each([
  ['pv2-voltage', 'V', 'pv2VoltageV', 1],
  ['pv-power', 'kW', 'pvPowerW', 1000],
  ['grid-l3-current', 'A', 'ac3CurrentA', 1],
  ['total-production', 'kWh', 'generationTotalWh', 1000],
  ['today-energy-export', 'kWh', 'gridExportTodayWh', 1000],
  ['total-battery-discharge', 'kWh', 'batteryDischargeTotalWh', 1000],
  ['today-load-consumption', 'kWh', 'loadTodayWh', 1000],
  ['battery', '%', 'batterySocPercent', 1],
])('%s in %s is %s', (id, unit, quantity, factor) => {
  expect(quantityOfRegister({ id, unit })).toEqual({ quantity, factor })
})

it.each(['grid-power', 'battery-power', 'device-state', 'pv99-voltage'])('%s is none of ours', (id) => {
  expect(quantityOfRegister({ id, unit: 'W' })).toBeUndefined()
})
