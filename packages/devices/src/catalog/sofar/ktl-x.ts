import { readsRegisters } from '../../reads/reads.ts'
import sofarString from '../../reads/register-map/maps/sofar-string.json' with { type: 'json' }
import { counter, field } from '../../reads/v5-record/record-layout.ts'
import { type Profile, stringPowers } from '../profile.ts'
import { stringRecordFields } from '../string-record.ts'
import { stringStates } from './state-names.ts'
import { stringFaults } from './string-faults.ts'

/**
 * Sofar KTL-X string inverters: the first part equals Solis, public sources state the rest. Today moves in 0.01 kWh and
 * the total in whole kWh, as registers 25 and 21 do (facts/profiles sofar-string).
 * Bytes 79 to 88 are its five fault words: words 1 and 2 are fault code 1, words 4 and 5 are fault code 2, and word 3
 * has no known fault.
 */
export const sofarKtlX: Profile = {
  id: 'sofar-2701',
  maker: 'Sofar',
  model: 'KTL-X',
  deviceType: 'INVERTER',
  hybrid: false,
  confidence: 'stated',
  mpptCount: 2,
  phaseCount: 3,
  stateNames: stringStates,
  faults: stringFaults,
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0x2701,
      payloadLength: 151,
      serial: { at: 21, length: 16 },
      texts: [
        { name: 'firmware', at: 93, length: 4, as: 'ascii' },
        { name: 'hardware', at: 97, length: 4, as: 'ascii' },
      ],
      clock: { at: 141, type: 'u8' },
      fields: [
        ...stringRecordFields,
        counter(65, 'u32le', 'generationTodayWh', 10, 10),
        counter(69, 'u32le', 'generationTotalWh', 100, 1000),
        field(73, 'u32le', 'operatingHoursH'),
        field(77, 'u16le', 'inverterState'),
        field(79, 'u32le', 'faultCode1'),
        field(85, 'u32le', 'faultCode2'),
        field(89, 'u16le', 'alertCode'),
        field(101, 's16le', 'loggerTemperatureC'),
        field(103, 'u16le', 'dcBusVoltageV', 0.1),
        field(113, 'u16le', 'insulationPv1Ohm', 1000),
        field(115, 'u16le', 'insulationPv2Ohm', 1000),
        field(123, 'u16le', 'leakageCurrentMa'),
      ],
    },
    readsRegisters(sofarString),
  ],
  computed: stringPowers([1, 2], 'sum'),
  silentTogether: [['ac1VoltageV', 'ac1CurrentA', 'ac2VoltageV', 'ac2CurrentA']],
}
