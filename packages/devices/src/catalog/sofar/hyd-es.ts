import { readsRegisters } from '../../reads/reads.ts'
import sofarHybrid from '../../reads/register-map/maps/sofar-hybrid.json' with { type: 'json' }
import { counter, field } from '../../reads/v5-record/record-layout.ts'
import type { Profile } from '../profile.ts'
import { storageStates } from './state-names.ts'
import { batteryVolts } from './storage-battery.ts'

/**
 * Sofar HYD-ES hybrids. From byte 55 on the record is the inverter's registers 0x020D.. in order (byte 77 = 0x0218, 117
 * = 0x022C, 119 = 0x022D). This settles contradictions of its sources: 0x0224 is charged today and 0x0225 discharged
 * today (bytes 101, 103), and byte 71 is no AC power and so left out. By the same order the battery's state of health,
 * register 0x0237, is at byte 139 (not seen in a frame yet).
 * The counters move in the steps of those registers: 0.01 kWh today, whole kWh in total (facts/profiles sofar-hybrid).
 * The battery's volts are stated as 0.1 V a count and as 0.01 (register 0x020E): the possible range of a 48 V battery
 * decides.
 * Sofar counts charging as positive, so battery power and current are negated. The grid's power is derived from the
 * balance of the plant's bus, losses neglected: load - PV - battery.
 */
export const sofarHydEs: Profile = {
  id: 'sofar-2708',
  maker: 'Sofar',
  model: 'HYD-ES',
  deviceType: 'INVERTER',
  hybrid: true,
  confidence: 'stated',
  mpptCount: 2,
  phaseCount: 1,
  stateNames: storageStates,
  faults: [],
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0x2708,
      payloadLength: 195,
      serial: { at: 21, length: 16 },
      texts: [],
      clock: { at: 189, type: 'u8' },
      otherScales: { decidedBy: 'batteryVoltageV', scales: { batteryVoltageV: 0.01 } },
      fields: [
        field(37, 'u16le', 'pv1VoltageV', 0.1),
        field(39, 'u16le', 'pv1CurrentA', 0.01),
        field(41, 'u16le', 'pv1PowerW', 10),
        field(43, 'u16le', 'pv2VoltageV', 0.1),
        field(45, 'u16le', 'pv2CurrentA', 0.01),
        field(47, 'u16le', 'pv2PowerW', 10),
        field(49, 'u16le', 'ac1VoltageV', 0.1),
        field(51, 's16le', 'ac1CurrentA', 0.01),
        field(53, 'u16le', 'acFrequencyHz', 0.01),
        field(55, 's16le', 'batteryPowerW', 10, { inverted: true }),
        field(57, 'u16le', 'batteryVoltageV', 0.1, { within: batteryVolts }),
        field(59, 's16le', 'batteryCurrentA', 0.01, { inverted: true }),
        field(61, 'u16le', 'batterySocPercent'),
        field(63, 's16le', 'batteryTemperatureC'),
        field(67, 'u16le', 'loadPowerW', 10),
        field(73, 'u16le', 'epsVoltageV', 0.1),
        field(75, 'u16le', 'epsPowerW', 10),
        counter(77, 'u16le', 'generationTodayWh', 10, 10),
        counter(79, 'u16le', 'gridExportTodayWh', 10, 10),
        counter(81, 'u16le', 'gridImportTodayWh', 10, 10),
        counter(83, 'u16le', 'loadTodayWh', 10, 10),
        counter(85, 'u32le', 'generationTotalWh', 1000, 1000),
        counter(89, 'u32le', 'gridExportTotalWh', 1000, 1000),
        counter(93, 'u32le', 'gridImportTotalWh', 1000, 1000),
        counter(97, 'u32le', 'loadTotalWh', 1000, 1000),
        counter(101, 'u16le', 'batteryChargeTodayWh', 10, 10),
        counter(103, 'u16le', 'batteryDischargeTodayWh', 10, 10),
        counter(105, 'u32le', 'batteryChargeTotalWh', 1000, 1000),
        counter(109, 'u32le', 'batteryDischargeTotalWh', 1000, 1000),
        field(117, 'u16le', 'batteryCycles'),
        field(119, 'u16le', 'dcBusVoltageV', 0.1),
        field(139, 'u16le', 'batterySohPercent'),
      ],
    },
    readsRegisters(sofarHybrid),
  ],
  computed: [
    { quantity: 'pvPowerW', sum: ['pv1PowerW', 'pv2PowerW'] },
    { quantity: 'gridPowerW', sum: ['loadPowerW'], less: ['pvPowerW', 'batteryPowerW'] },
  ],
}
