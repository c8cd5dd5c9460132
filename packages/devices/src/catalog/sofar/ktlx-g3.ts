import { readsRegisters } from '../../reads/reads.ts'
import sofarG3 from '../../reads/register-map/maps/sofar-g3.json' with { type: 'json' }
import { counter, field } from '../../reads/v5-record/record-layout.ts'
import type { Profile } from '../profile.ts'

/**
 * Sofar KTLX-G3, high byte first. One source; the powers are 10 W a count, as in the register of the same name.
 * Today moves in 0.01 kWh and the total in 0.1 kWh, as registers 1668 and 1670 do (facts/profiles sofar-g3).
 * Records of another length come from other devices (834 bytes from a HYD 15KTL-3PH) with another layout.
 */
export const sofarKtlxG3: Profile = {
  id: 'sofar-270a',
  maker: 'Sofar',
  model: 'KTLX-G3',
  deviceType: 'INVERTER',
  hybrid: false,
  confidence: 'experimental',
  mpptCount: 2,
  phaseCount: 3,
  stateNames: {},
  faults: [],
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0x270a,
      payloadLength: 1432,
      lengths: [1421, 1432],
      serial: { at: 131, length: 14 },
      texts: [],
      clock: { at: 109, type: 'u16be' },
      fields: [
        field(69, 's16be', 'inverterTemperatureC'),
        field(73, 's16be', 'radiatorTemperatureC'),
        field(187, 'u16be', 'acFrequencyHz', 0.01),
        field(189, 's16be', 'acPowerW', 10),
        field(205, 'u16be', 'ac1VoltageV', 0.1),
        field(207, 's16be', 'ac1CurrentA', 0.01),
        field(227, 'u16be', 'ac2VoltageV', 0.1),
        field(229, 's16be', 'ac2CurrentA', 0.01),
        field(249, 'u16be', 'ac3VoltageV', 0.1),
        field(251, 's16be', 'ac3CurrentA', 0.01),
        field(347, 'u16be', 'pv1VoltageV', 0.1),
        field(349, 'u16be', 'pv1CurrentA', 0.01),
        field(351, 'u16be', 'pv1PowerW', 10),
        field(353, 'u16be', 'pv2VoltageV', 0.1),
        field(355, 'u16be', 'pv2CurrentA', 0.01),
        field(357, 'u16be', 'pv2PowerW', 10),
        counter(635, 'u32be', 'generationTodayWh', 10, 10),
        counter(639, 'u32be', 'generationTotalWh', 100, 100),
        field(711, 'u16be', 'dcBusVoltageV', 0.1),
      ],
    },
    readsRegisters(sofarG3),
  ],
  computed: [{ quantity: 'pvPowerW', sum: ['pv1PowerW', 'pv2PowerW'] }],
}
