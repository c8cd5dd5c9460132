import type { HttpProfile } from '../profile.ts'

/**
 * Solarman OpenData: the P1 reader (P1-2W), the plug (SP-2W-EU) and the rail meter (MR1), whose API the owner switches on. The P1
 * reader passes on the telegram of the meter: its own JSON has another unit from firmware to firmware.
 */
export const opendata: HttpProfile = {
  id: 'solarman-opendata',
  maker: 'Solarman',
  title: 'Solarman OpenData',
  auth: ['none', 'digest'],
  ports: [8080],
  requests: {
    ident: { path: '/rpc/Sys.GetConfig' },
    p1: { path: '/rpc/P1.GetData', isText: true, isOptional: true },
    plug: { path: '/rpc/Plug.GetData', isOptional: true },
    meter: { path: '/rpc/Meter.JsonData', isOptional: true },
  },
  identify: { request: 'ident', when: 'ident.device.sn' },
  devices: [
    {
      key: 'p1',
      type: 'SMART_METER',
      role: 'grid',
      serial: [],
      telegram: 'p1.text',
      items: [],
    },
    {
      key: 'meter',
      type: 'SMART_METER',
      role: 'grid',
      when: 'meter.voltage',
      serial: ['meter.SN', 'ident.device.sn'],
      model: ['ident.device.type'],
      firmware: ['ident.device.fw'],
      items: [
        { quantity: 'gridPowerW', from: ['meter.active power', 'meter.active Power'] },
        { quantity: 'gridImportTotalWh', from: 'meter.total_act_energy', scale: 1e3 },
        { quantity: 'gridExportTotalWh', from: 'meter.total_act_ret_energy', scale: 1e3 },
        { quantity: 'gridFrequencyHz', from: 'meter.frequency' },
        { quantity: 'ac1VoltageV', from: 'meter.voltage' },
        { quantity: 'ac1CurrentA', from: 'meter.current' },
      ],
    },
    {
      key: 'plug',
      type: 'SOCKET',
      when: 'plug.voltage',
      serial: ['ident.device.sn'],
      model: ['ident.device.type'],
      firmware: ['ident.device.fw'],
      items: [
        { quantity: 'acPowerW', from: 'plug.power' },
        { quantity: 'loadTotalWh', from: 'plug.positive_active_energy', scale: 1e3 },
        { quantity: 'ac1VoltageV', from: 'plug.voltage' },
        { quantity: 'ac1CurrentA', from: 'plug.electric_current' },
      ],
    },
  ],
}
