import type { HttpProfile } from '../profile.ts'

const NET_READING = 'readings[eid=@meters[measurementType=net-consumption].eid]'
/** Of a meter at the batteries: positive while they discharge. */
const STORAGE_READING = 'readings[eid=@meters[measurementType=storage,state=enabled].eid]'

/**
 * Enphase Envoy and IQ Gateway, firmware 5 to 8. The production meter (eim) wins over the sum of the inverters; net
 * consumption is the grid, positive while it is bought; a battery is positive while it discharges. From firmware 7 on a token of the owner is needed.
 */
export const enphase: HttpProfile = {
  id: 'enphase',
  maker: 'Enphase',
  title: 'Enphase Envoy',
  auth: ['bearer', 'none', 'digest'],
  ports: [443, 80],
  hasTls: true,
  requests: {
    info: { path: '/info', isText: true, isOpen: true },
    production: { path: '/production.json?details=1', isOptional: true },
    old: { path: '/api/v1/production', isOptional: true },
    meters: { path: '/ivp/meters', isOptional: true },
    readings: { path: '/ivp/meters/readings', isOptional: true },
    storage: { path: '/ivp/ensemble/secctrl', isOptional: true },
    power: { path: '/ivp/ensemble/power', isOptional: true },
  },
  identify: { request: 'info', when: 'info.sn' },
  devices: [
    {
      key: 'inverter',
      type: 'MICRO_INVERTER',
      serial: ['info.sn'],
      firmware: ['info.software'],
      items: [
        {
          quantity: 'acPowerW',
          from: [
            'production.production[type=eim,activeCount!=0].wNow',
            'production.production[type=inverters].wNow',
            'old.wattsNow',
          ],
        },
        { quantity: 'generationTotalWh', from: 'production.production[type=eim,activeCount!=0].whLifetime' },
        // Without a meter: the sum of the inverters begins again at 1.2 MWh in some firmwares 7.
        {
          quantity: 'generationTotalWh',
          from: ['production.production[type=inverters].whLifetime', 'old.wattHoursLifetime'],
          isGreatest: true,
        },
        { quantity: 'batteryPowerW', from: `${STORAGE_READING}.activePower` },
        { quantity: 'batteryPowerW', from: 'power.devices:.*.real_power_mw', isSum: true, scale: 1e-3 },
        { quantity: 'batteryDischargeTotalWh', from: `${STORAGE_READING}.actEnergyDlvd` },
        { quantity: 'batteryChargeTotalWh', from: `${STORAGE_READING}.actEnergyRcvd` },
        { quantity: 'batterySocPercent', from: 'storage.ENC_agg_soc', when: 'storage.Enc_commissioned_capacity!=0' },
        { quantity: 'batterySocPercent', from: 'storage.ACB_agg_soc', when: 'storage.ACB_agg_energy!=0' },
      ],
    },
    {
      key: 'meter',
      type: 'SMART_METER',
      role: 'grid',
      when: 'production.consumption[measurementType=net-consumption,activeCount!=0].wNow',
      // The number of the meter is the same in every Envoy.
      serial: ['info.sn'],
      part: 'net',
      items: [
        {
          quantity: 'gridPowerW',
          from: 'production.consumption[measurementType=net-consumption,activeCount!=0].wNow',
        },
        { quantity: 'gridImportTotalWh', from: `${NET_READING}.actEnergyDlvd` },
        { quantity: 'gridExportTotalWh', from: `${NET_READING}.actEnergyRcvd` },
        { quantity: 'gridFrequencyHz', from: `${NET_READING}.freq` },
      ],
    },
  ],
}
