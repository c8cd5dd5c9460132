import type { HttpItem, HttpProfile } from '../profile.ts'

/** Totals, or what older firmwares have: each tariff, of which a socket has one. */
const total = (direction: 'import' | 'export'): Pick<HttpItem, 'from' | 'orAll' | 'scale'> => ({
  from: `data.total_power_${direction}_kwh`,
  orAll: [1, 2, 3, 4].map((tariff) => `data.total_power_${direction}_t${tariff}_kwh`),
  scale: 1e3,
})

const meterItems: readonly HttpItem[] = [
  { quantity: 'gridPowerW', from: 'data.active_power_w' },
  { quantity: 'gridImportTotalWh', ...total('import') },
  { quantity: 'gridExportTotalWh', ...total('export') },
  { quantity: 'gridFrequencyHz', from: 'data.active_frequency_hz' },
  { quantity: 'grid1PowerW', from: 'data.active_power_l1_w' },
  { quantity: 'grid2PowerW', from: 'data.active_power_l2_w' },
  { quantity: 'grid3PowerW', from: 'data.active_power_l3_w' },
  { quantity: 'ac1VoltageV', from: ['data.active_voltage_l1_v', 'data.active_voltage_v'] },
  { quantity: 'ac2VoltageV', from: 'data.active_voltage_l2_v' },
  { quantity: 'ac3VoltageV', from: 'data.active_voltage_l3_v' },
  { quantity: 'ac1CurrentA', from: ['data.active_current_l1_a', 'data.active_current_a'] },
  { quantity: 'ac2CurrentA', from: 'data.active_current_l2_a' },
  { quantity: 'ac3CurrentA', from: 'data.active_current_l3_a' },
]

const common = {
  serial: ['data.unique_id', 'ident.serial'],
  isHexSerial: true,
  model: ['data.meter_model', 'ident.product_name'],
  firmware: ['ident.firmware_version'],
} as const

/** HomeWizard local API v1: P1 meters, kWh meters and sockets. Power is positive while it is bought or used. */
export const homewizard: HttpProfile = {
  id: 'homewizard',
  maker: 'HomeWizard',
  title: 'HomeWizard',
  auth: ['none'],
  ports: [80],
  requests: { ident: { path: '/api' }, data: { path: '/api/v1/data' } },
  identify: { request: 'ident', when: 'ident.product_type' },
  devices: [
    {
      key: 'meter',
      type: 'SMART_METER',
      role: 'grid',
      when: 'ident.product_type=HWE-P1',
      ...common,
      items: meterItems,
    },
    // A kWh meter measures panels or a consumer as often as a house.
    {
      key: 'meter',
      type: 'SMART_METER',
      when: ['!ident.product_type=HWE-P1', '!ident.product_type=HWE-SKT'],
      ...common,
      items: meterItems,
    },
    {
      key: 'socket',
      type: 'SOCKET',
      when: 'ident.product_type=HWE-SKT',
      ...common,
      items: [
        { quantity: 'acPowerW', from: 'data.active_power_w' },
        { quantity: 'loadTotalWh', ...total('import') },
        { quantity: 'acFrequencyHz', from: 'data.active_frequency_hz' },
        { quantity: 'ac1VoltageV', from: 'data.active_voltage_v' },
        { quantity: 'ac1CurrentA', from: 'data.active_current_a' },
      ],
    },
  ],
}
