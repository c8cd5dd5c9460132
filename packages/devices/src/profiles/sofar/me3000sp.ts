import { field, type Profile } from '../profile.ts'
import { storageStates } from './state-names.ts'

/**
 * Sofar ME3000SP, a battery inverter without PV inputs. Sofar counts charging positive, so battery power and current
 * are turned round. The energies at 65 and 69 are not taken: the sources do not say what they count, and what a battery
 * inverter feeds in is no generation.
 */
export const sofarMe3000Sp: Profile = {
  id: 'sofar-2703',
  sensorType: 0x2703,
  maker: 'Sofar',
  model: 'ME3000SP',
  deviceType: 'INVERTER',
  hybrid: true,
  confidence: 'experimental',
  mpptCount: 0,
  phaseCount: 1,
  stateNames: storageStates,
  payloadLength: 151,
  serial: { at: 21, length: 16 },
  texts: [],
  fields: [
    field(37, 's16le', 'batteryTemperatureC', 0.1),
    field(53, 'u16le', 'ac1VoltageV', 0.1),
    field(55, 'u16le', 'ac2VoltageV', 0.1),
    field(57, 'u16le', 'ac3VoltageV', 0.1),
    field(59, 'u16le', 'acFrequencyHz', 0.01),
    field(61, 's32le', 'acPowerW'),
    field(77, 'u16le', 'inverterState'),
    field(89, 's16le', 'batteryPowerW', 0.1, { inverted: true }),
    field(91, 'u16le', 'batteryVoltageV', 0.1),
    field(93, 's16le', 'batteryCurrentA', 0.1, { inverted: true }),
    field(95, 'u16le', 'batterySocPercent'),
  ],
  computed: [],
  silentTogether: [['ac1VoltageV', 'ac2VoltageV']],
}
