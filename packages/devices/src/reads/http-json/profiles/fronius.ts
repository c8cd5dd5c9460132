import type { HttpDevice, HttpItem, HttpProfile } from '../profile.ts'

const BASE = '/solar_api/v1'

/** Values of a meter, by the names of the interface and by those that the first firmwares of the GEN24 had. */
const meterNames = [
  {
    location: 'Meter_Location_Current',
    power: 'PowerReal_P_Sum',
    imported: 'EnergyReal_WAC_Plus_Absolute',
    exported: 'EnergyReal_WAC_Minus_Absolute',
    voltage: (n: number) => `Voltage_AC_Phase_${n}`,
    phasePower: (n: number) => `PowerReal_P_Phase_${n}`,
  },
  {
    location: 'SMARTMETER_VALUE_LOCATION_U16',
    power: 'SMARTMETER_POWERACTIVE_MEAN_SUM_F64',
    imported: 'SMARTMETER_ENERGYACTIVE_CONSUMED_SUM_F64',
    exported: 'SMARTMETER_ENERGYACTIVE_PRODUCED_SUM_F64',
    voltage: (n: number) => `SMARTMETER_VOLTAGE_0${n}_F64`,
    phasePower: (n: number) => `SMARTMETER_POWERACTIVE_0${n}_F64`,
  },
] as const

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
          // An inverter whose battery input is unused shows 0 %.
          from: [
            'flow.Body.Data.Inverters.*[Battery_Mode!=disabled].SOC',
            'storage.Body.Data.*.Controller.StateOfCharge_Relative',
          ],
        },
        { quantity: 'loadPowerW', from: 'flow.Body.Data.Site.P_Load', isTurned: true },
      ],
    },
    ...meterNames.map(
      ({ location, power, imported, exported, voltage, phasePower }): HttpDevice => ({
        key: 'meter',
        type: 'SMART_METER',
        role: 'grid',
        each: ['meter.Body.Data.*'],
        // 0 is the grid connection; a meter in the load path or of another source says nothing about it.
        when: `item.${location}=0`,
        serial: ['item.Details.Serial', 'active.Body.Data.Meter.*.Serial'],
        model: ['item.Details.Model'],
        items: [
          { quantity: 'gridPowerW', from: `item.${power}` },
          { quantity: 'gridImportTotalWh', from: `item.${imported}` },
          { quantity: 'gridExportTotalWh', from: `item.${exported}` },
          { quantity: 'gridFrequencyHz', from: ['item.Frequency_Phase_Average', 'item.GRID_FREQUENCY_MEAN_F32'] },
          ...([1, 2, 3] as const).flatMap((n): readonly HttpItem[] => [
            { quantity: `ac${n}VoltageV`, from: `item.${voltage(n)}` },
            { quantity: `grid${n}PowerW`, from: `item.${phasePower(n)}` },
          ]),
        ],
      }),
    ),
  ],
}
