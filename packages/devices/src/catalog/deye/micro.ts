import { readsRegisters } from '../../reads/reads.ts'
import registers from '../../reads/register-map/maps/deye-micro.json' with { type: 'json' }
import { counter, field } from '../../reads/v5-record/record-layout.ts'
import { type Profile, stringPowers } from '../profile.ts'

/**
 * Deye microinverters (SUN-M..G3, also sold as Bosswerk and others). Volts, amperes, power, totals and frequency were
 * compared with a real log. Low byte first up to 99, high byte first from 129 on. The device reports its number of
 * inputs; those beyond it are left out. Every counter moves in 0.1 kWh, as registers 60 to 77 do (facts/profiles
 * deye-micro).
 */
export const deyeMicro: Profile = {
  id: 'deye-5408',
  maker: 'Deye',
  model: 'SUN-M microinverter',
  deviceType: 'MICRO_INVERTER',
  hybrid: false,
  confidence: 'verified',
  mpptCount: 4,
  phaseCount: 1,
  stateNames: {},
  faults: [],
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0x5408,
      payloadLength: 330,
      serial: { at: 21, length: 10 },
      texts: [
        { name: 'protocolVersion', at: 101, length: 8, as: 'ascii' },
        { name: 'dcFirmware', at: 109, length: 8, as: 'ascii' },
        { name: 'acFirmware', at: 117, length: 8, as: 'ascii' },
      ],
      clock: { at: 245, type: 'u8' },
      mpptCountAt: 131,
      phaseCountAt: 132,
      fields: [
        counter(33, 'u32le', 'generationTodayWh', 10, 100),
        counter(37, 'u32le', 'generationTotalWh', 100, 100),
        field(45, 'u16le', 'ac1VoltageV', 0.1),
        field(51, 'u16le', 'ac1CurrentA', 0.1),
        field(57, 'u16le', 'acFrequencyHz', 0.01),
        field(59, 'u32le', 'acPowerW'),
        field(63, 's16le', 'radiatorTemperatureC', 0.01),
        field(85, 'u16le', 'pv1VoltageV', 0.1, { mppt: 1 }),
        field(87, 'u16le', 'pv1CurrentA', 0.1, { mppt: 1 }),
        field(89, 'u16le', 'pv2VoltageV', 0.1, { mppt: 2 }),
        field(91, 'u16le', 'pv2CurrentA', 0.1, { mppt: 2 }),
        field(93, 'u16le', 'pv3VoltageV', 0.1, { mppt: 3 }),
        field(95, 'u16le', 'pv3CurrentA', 0.1, { mppt: 3 }),
        field(97, 'u16le', 'pv4VoltageV', 0.1, { mppt: 4 }),
        field(99, 'u16le', 'pv4CurrentA', 0.1, { mppt: 4 }),
        field(129, 'u16be', 'ratedPowerW', 0.1),
        counter(135, 'u16be', 'pv1TodayWh', 100, 100, { mppt: 1 }),
        counter(137, 'u16be', 'pv2TodayWh', 100, 100, { mppt: 2 }),
        counter(139, 'u16be', 'pv3TodayWh', 100, 100, { mppt: 3 }),
        counter(141, 'u16be', 'pv4TodayWh', 100, 100, { mppt: 4 }),
        counter(143, 'u32be', 'pv1TotalWh', 100, 100, { mppt: 1 }),
        counter(147, 'u32be', 'pv2TotalWh', 100, 100, { mppt: 2 }),
        counter(151, 'u32be', 'pv3TotalWh', 100, 100, { mppt: 3 }),
        counter(155, 'u32be', 'pv4TotalWh', 100, 100, { mppt: 4 }),
      ],
    },
    readsRegisters(registers),
  ],
  computed: stringPowers([1, 2, 3, 4], 'sum'),
}
