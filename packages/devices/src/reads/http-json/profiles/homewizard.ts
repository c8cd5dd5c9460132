import type { HttpProfile } from '../profile.ts'

/** HomeWizard local API v1: P1 meters and kWh meters. Power is positive while it is bought. */
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
      serial: ['data.unique_id', 'ident.serial'],
      model: ['data.meter_model', 'ident.product_name'],
      firmware: ['ident.firmware_version'],
      items: [
        { quantity: 'gridPowerW', from: 'data.active_power_w' },
        {
          quantity: 'gridImportTotalWh',
          from: 'data.total_power_import_kwh',
          orAll: ['data.total_power_import_t1_kwh', 'data.total_power_import_t2_kwh'],
          scale: 1e3,
        },
        {
          quantity: 'gridExportTotalWh',
          from: 'data.total_power_export_kwh',
          orAll: ['data.total_power_export_t1_kwh', 'data.total_power_export_t2_kwh'],
          scale: 1e3,
        },
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
      ],
    },
  ],
}
