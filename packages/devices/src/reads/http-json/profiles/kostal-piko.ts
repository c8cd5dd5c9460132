import type { HttpProfile } from '../profile.ts'

/** Numbers of values in /api/dxs.json. */
const entry = (number: number): string => `values.dxsEntries[dxsId=${number}].value`
const wanted = {
  dcPower: 33556736,
  acPower: 67109120,
  frequency: 67110400,
  totalKwh: 251658753,
  todayWh: 251658754,
  load: 83887872,
  dc1Voltage: 33555202,
  dc1Current: 33555201,
  dc1Power: 33555203,
  dc2Voltage: 33555458,
  dc2Current: 33555457,
  dc2Power: 33555459,
  ac1Voltage: 67109378,
  ac2Voltage: 67109634,
  ac3Voltage: 67109890,
  soc: 33556229,
} as const
const ident = { serial: 16777728, name: 16777984 } as const

/** Kostal Piko of the second generation (from 2014 on). */
export const kostalPiko: HttpProfile = {
  id: 'kostal-piko',
  maker: 'Kostal',
  title: 'Kostal Piko',
  auth: ['none'],
  ports: [80],
  requests: {
    values: {
      path: `/api/dxs.json?${[...Object.values(wanted), ...Object.values(ident)].map((n) => `dxsEntries=${n}`).join('&')}`,
    },
  },
  identify: { request: 'values', when: entry(wanted.acPower) },
  devices: [
    {
      key: 'inverter',
      type: 'INVERTER',
      serial: [entry(ident.serial)],
      name: [entry(ident.name)],
      items: [
        { quantity: 'acPowerW', from: entry(wanted.acPower) },
        { quantity: 'pvPowerW', from: entry(wanted.dcPower) },
        { quantity: 'acFrequencyHz', from: entry(wanted.frequency) },
        { quantity: 'generationTotalWh', from: entry(wanted.totalKwh), scale: 1e3 },
        { quantity: 'generationTodayWh', from: entry(wanted.todayWh) },
        { quantity: 'loadPowerW', from: entry(wanted.load) },
        { quantity: 'pv1VoltageV', from: entry(wanted.dc1Voltage) },
        { quantity: 'pv1CurrentA', from: entry(wanted.dc1Current) },
        { quantity: 'pv1PowerW', from: entry(wanted.dc1Power) },
        { quantity: 'pv2VoltageV', from: entry(wanted.dc2Voltage) },
        { quantity: 'pv2CurrentA', from: entry(wanted.dc2Current) },
        { quantity: 'pv2PowerW', from: entry(wanted.dc2Power) },
        { quantity: 'ac1VoltageV', from: entry(wanted.ac1Voltage) },
        { quantity: 'ac2VoltageV', from: entry(wanted.ac2Voltage) },
        { quantity: 'ac3VoltageV', from: entry(wanted.ac3Voltage) },
        { quantity: 'batterySocPercent', from: entry(wanted.soc) },
      ],
    },
  ],
}
