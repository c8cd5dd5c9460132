import { readsRegisters } from '../../reads/reads.ts'
import deyeThreePhase from '../../reads/register-map/maps/deye-p3.json' with { type: 'json' }
import { counter, field } from '../../reads/v5-record/record-layout.ts'
import type { Profile } from '../profile.ts'

/**
 * Deye three-phase hybrids, high byte first. One author's map of one capture; the scales are those of the family's
 * registers, and so is the step of every counter, 0.1 kWh (514 to 538: facts/profiles deye-p3). Deye's signs equal
 * ours: battery positive when discharging, grid positive when importing.
 */
export const deyeHybrid: Profile = {
  id: 'deye-5411',
  maker: 'Deye',
  model: 'SUN hybrid',
  deviceType: 'INVERTER',
  hybrid: true,
  // Its total (534) follows those of the single inputs (530, 531): all are of the panels.
  counterMeaning: 'pv',
  confidence: 'experimental',
  mpptCount: 2,
  phaseCount: 3,
  stateNames: {},
  faults: [],
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0x5411,
      payloadLength: 207,
      serial: { at: 25, length: 10 },
      texts: [],
      fields: [
        counter(95, 'u16be', 'batteryChargeTodayWh', 100, 100),
        counter(97, 'u16be', 'batteryDischargeTodayWh', 100, 100),
        counter(99, 'u32be', 'batteryChargeTotalWh', 100, 100),
        counter(103, 'u32be', 'batteryDischargeTotalWh', 100, 100),
        counter(107, 'u16be', 'gridImportTodayWh', 100, 100),
        counter(109, 'u16be', 'gridExportTodayWh', 100, 100),
        counter(111, 'u32be', 'gridImportTotalWh', 100, 100),
        counter(115, 'u32be', 'gridExportTotalWh', 100, 100),
        counter(119, 'u16be', 'loadTodayWh', 100, 100),
        counter(121, 'u32be', 'loadTotalWh', 100, 100),
        counter(129, 'u16be', 'generationTodayWh', 100, 100),
        counter(131, 'u16be', 'pv1TodayWh', 100, 100),
        counter(133, 'u16be', 'pv2TodayWh', 100, 100),
        counter(135, 'u32be', 'generationTotalWh', 100, 100),
        field(173, 'u16be', 'batteryTemperatureC', 0.1, { offset: 1000 }),
        field(175, 'u16be', 'batteryVoltageV', 0.01),
        field(177, 'u16be', 'batterySocPercent'),
        field(181, 's16be', 'batteryPowerW'),
        field(183, 's16be', 'batteryCurrentA', 0.01),
        field(187, 'u16be', 'grid1VoltageV', 0.1),
        field(189, 'u16be', 'grid2VoltageV', 0.1),
        field(191, 'u16be', 'grid3VoltageV', 0.1),
        field(201, 's16be', 'grid1PowerW'),
        field(203, 's16be', 'grid2PowerW'),
        field(205, 's16be', 'grid3PowerW'),
      ],
    },
    readsRegisters(deyeThreePhase),
  ],
  computed: [{ quantity: 'gridPowerW', sum: ['grid1PowerW', 'grid2PowerW', 'grid3PowerW'] }],
}
