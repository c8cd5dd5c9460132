import type { HttpItem, HttpProfile } from '../profile.ts'

/** A value with its unit: {"v": 412.3, "u": "W", "d": 1}. */
const measured = (quantity: HttpItem['quantity'], ...places: readonly string[]): HttpItem => ({
  quantity,
  from: places.map((place) => `item.${place}.v`),
  unitFrom: `item.${places[0]}.u`,
})

const strings = ([1, 2, 3, 4] as const).flatMap((n): readonly HttpItem[] => [
  measured(`pv${n}PowerW`, `DC.${n - 1}.Power`),
  measured(`pv${n}VoltageV`, `DC.${n - 1}.Voltage`),
  measured(`pv${n}CurrentA`, `DC.${n - 1}.Current`),
  measured(`pv${n}TotalWh`, `DC.${n - 1}.YieldTotal`),
  measured(`pv${n}TodayWh`, `DC.${n - 1}.YieldDay`),
])

/** OpenDTU's web API, in its form with one inverter per request and the one before. The sums of all are not used. */
export const opendtu: HttpProfile = {
  id: 'opendtu',
  maker: 'OpenDTU',
  title: 'OpenDTU',
  auth: ['none', 'basic'],
  ports: [80],
  requests: {
    list: { path: '/api/livedata/status' },
    inverter: { path: '/api/livedata/status?inv={}', each: 'list.inverters.*.serial', isOptional: true },
  },
  identify: { request: 'list', when: 'list.inverters' },
  devices: [
    {
      key: 'inverter',
      type: 'MICRO_INVERTER',
      each: ['inverter.*.inverters.*', 'list.inverters.*'],
      isAwakeWhen: 'item.reachable=true',
      serial: ['item.serial'],
      name: ['item.name'],
      items: [
        measured('acPowerW', 'AC.0.Power'),
        measured('ac1VoltageV', 'AC.0.Voltage'),
        measured('ac1CurrentA', 'AC.0.Current'),
        measured('acFrequencyHz', 'AC.0.Frequency'),
        measured('acReactivePowerVar', 'AC.0.ReactivePower'),
        { quantity: 'powerFactor', from: 'item.AC.0.PowerFactor.v' },
        { quantity: 'generationTotalWh', from: 'item.INV.0.YieldTotal.v', unitFrom: 'item.INV.0.YieldTotal.u' },
        { quantity: 'generationTotalWh', from: 'item.AC.0.YieldTotal.v', unitFrom: 'item.AC.0.YieldTotal.u' },
        { quantity: 'generationTodayWh', from: 'item.INV.0.YieldDay.v', unitFrom: 'item.INV.0.YieldDay.u' },
        { quantity: 'generationTodayWh', from: 'item.AC.0.YieldDay.v', unitFrom: 'item.AC.0.YieldDay.u' },
        { quantity: 'pvPowerW', from: ['item.INV.0.Power DC.v', 'item.AC.0.Power DC.v'] },
        { quantity: 'inverterTemperatureC', from: 'item.INV.0.Temperature.v' },
        ...strings,
      ],
    },
  ],
}
