import type { HttpProfile } from '../profile.ts'

const BASE = '/solar_api/v1'

/** Fronius Solar API v1 (42,0410,2012): Datamanager, Symo, Primo, GEN24. P_Akku is positive while the battery discharges. */
export const fronius: HttpProfile = {
  id: 'fronius-solar-api',
  maker: 'Fronius',
  title: 'Fronius Solar API v1',
  auth: ['none'],
  ports: [80],
  requests: {
    flow: { path: `${BASE}/GetPowerFlowRealtimeData.fcgi`, isOpen: true },
    system: { path: `${BASE}/GetInverterRealtimeData.cgi?Scope=System`, isOptional: true },
    meter: { path: `${BASE}/GetMeterRealtimeData.cgi?Scope=System`, isOptional: true },
    storage: { path: `${BASE}/GetStorageRealtimeData.cgi?Scope=System`, isOptional: true },
    active: { path: `${BASE}/GetActiveDeviceInfo.cgi?DeviceClass=System`, isOptional: true },
    logger: { path: `${BASE}/GetLoggerInfo.cgi`, isOptional: true },
  },
  identify: { request: 'flow', when: 'flow.Body.Data.Site.Mode' },
  devices: [
    {
      key: 'inverter',
      type: 'INVERTER',
      serial: ['active.Body.Data.Inverter.*.Serial', 'logger.Body.LoggerInfo.UniqueID'],
      firmware: ['logger.Body.LoggerInfo.SWVersion'],
      items: [
        { quantity: 'pvPowerW', from: 'flow.Body.Data.Site.P_PV' },
        { quantity: 'acPowerW', from: ['flow.Body.Data.Inverters.*.P', 'system.Body.Data.PAC.Values.*'], isSum: true },
        {
          quantity: 'generationTotalWh',
          from: ['flow.Body.Data.Site.E_Total', 'system.Body.Data.TOTAL_ENERGY.Values.*'],
          isSum: true,
        },
        {
          quantity: 'generationTodayWh',
          from: ['flow.Body.Data.Site.E_Day', 'system.Body.Data.DAY_ENERGY.Values.*'],
          isSum: true,
        },
        { quantity: 'batteryPowerW', from: 'flow.Body.Data.Site.P_Akku' },
        {
          quantity: 'batterySocPercent',
          from: ['flow.Body.Data.Inverters.*.SOC', 'storage.Body.Data.*.Controller.StateOfCharge_Relative'],
        },
        { quantity: 'loadPowerW', from: 'flow.Body.Data.Site.P_Load', isTurned: true },
      ],
    },
    {
      key: 'meter',
      type: 'SMART_METER',
      role: 'grid',
      each: ['meter.Body.Data.*'],
      // 0 is the grid connection; a meter in the load path or of another source says nothing about it.
      when: 'item.Meter_Location_Current=0',
      serial: ['item.Details.Serial', 'active.Body.Data.Meter.*.Serial'],
      model: ['item.Details.Model'],
      items: [
        { quantity: 'gridPowerW', from: 'item.PowerReal_P_Sum' },
        { quantity: 'gridImportTotalWh', from: 'item.EnergyReal_WAC_Plus_Absolute' },
        { quantity: 'gridExportTotalWh', from: 'item.EnergyReal_WAC_Minus_Absolute' },
        { quantity: 'gridFrequencyHz', from: 'item.Frequency_Phase_Average' },
        { quantity: 'ac1VoltageV', from: 'item.Voltage_AC_Phase_1' },
        { quantity: 'ac2VoltageV', from: 'item.Voltage_AC_Phase_2' },
        { quantity: 'ac3VoltageV', from: 'item.Voltage_AC_Phase_3' },
        { quantity: 'grid1PowerW', from: 'item.PowerReal_P_Phase_1' },
        { quantity: 'grid2PowerW', from: 'item.PowerReal_P_Phase_2' },
        { quantity: 'grid3PowerW', from: 'item.PowerReal_P_Phase_3' },
      ],
    },
  ],
}
