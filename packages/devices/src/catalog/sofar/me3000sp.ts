import { readsRegisters } from '../../reads/reads.ts'
import sofarHybrid from '../../reads/register-map/maps/sofar-hybrid.json' with { type: 'json' }
import { counter, field } from '../../reads/v5-record/record-layout.ts'
import type { Profile } from '../profile.ts'
import { storageStates } from './state-names.ts'
import { batteryVolts } from './storage-battery.ts'

/**
 * Sofar ME3000SP, a battery inverter without PV inputs. Sofar counts charging as positive, so battery power and current
 * are negated. Bytes 89 to 95 follow registers 0x020D to 0x0210, by which a count is 10 W, 0.01 V and 0.01 A (a server
 * in the field agrees); another source states a tenth of each. The possible range of a 48 V battery decides. The
 * battery's energies are registers 0x0224 to 0x0229 and move in their steps (facts/profiles sofar-hybrid). Bytes 65 and
 * 69 are not used: the sources do not say what they count, and the export of a battery inverter is no generation.
 */
export const sofarMe3000Sp: Profile = {
  id: 'sofar-2703',
  maker: 'Sofar',
  model: 'ME3000SP',
  deviceType: 'INVERTER',
  hybrid: true,
  confidence: 'experimental',
  mpptCount: 0,
  phaseCount: 1,
  stateNames: storageStates,
  faults: [],
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0x2703,
      payloadLength: 219,
      serial: { at: 21, length: 16 },
      texts: [],
      clock: { at: 213, type: 'u8' },
      otherScales: {
        decidedBy: 'batteryVoltageV',
        scales: { batteryPowerW: 0.1, batteryVoltageV: 0.1, batteryCurrentA: 0.1 },
      },
      fields: [
        field(37, 's16le', 'batteryTemperatureC', 0.1),
        field(53, 'u16le', 'ac1VoltageV', 0.1),
        field(55, 'u16le', 'ac2VoltageV', 0.1),
        field(57, 'u16le', 'ac3VoltageV', 0.1),
        field(59, 'u16le', 'acFrequencyHz', 0.01),
        field(61, 's32le', 'acPowerW'),
        field(77, 'u16le', 'inverterState'),
        field(89, 's16le', 'batteryPowerW', 10, { inverted: true }),
        field(91, 'u16le', 'batteryVoltageV', 0.01, { within: batteryVolts }),
        field(93, 's16le', 'batteryCurrentA', 0.01, { inverted: true }),
        field(95, 'u16le', 'batterySocPercent'),
        counter(185, 'u16le', 'batteryChargeTodayWh', 10, 10),
        counter(187, 'u16le', 'batteryDischargeTodayWh', 10, 10),
        counter(189, 'u32le', 'batteryChargeTotalWh', 1000, 1000),
        counter(193, 'u32le', 'batteryDischargeTotalWh', 1000, 1000),
      ],
    },
    readsRegisters(sofarHybrid),
  ],
  computed: [],
  silentTogether: [['ac1VoltageV', 'ac2VoltageV']],
}
