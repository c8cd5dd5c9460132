import { readsRegisters } from '../../reads/reads.ts'
import solis from '../../reads/register-map/maps/solis-3p-4g.json' with { type: 'json' }
import { counter, field, type RecordLayout } from '../../reads/v5-record/record-layout.ts'
import { type Profile, stringPowers } from '../profile.ts'
import { stringRecordFields } from '../string-record.ts'
import { solisFaults, solisStates } from './faults.ts'

const wifiRecord: RecordLayout = {
  wire: 'solarman-v5',
  sensorType: 0x0507,
  payloadLength: 233,
  serial: { at: 21, length: 16 },
  texts: [
    { name: 'model', at: 147, length: 2, as: 'hex16le' },
    { name: 'dspVersion', at: 149, length: 2, as: 'hex16le' },
    { name: 'hmiVersion', at: 151, length: 2, as: 'hex16le' },
  ],
  clock: { at: 135, type: 'u16le' },
  fields: [
    ...stringRecordFields,
    counter(65, 'u32le', 'generationTodayWh', 10, 100),
    counter(69, 'u32le', 'generationTotalWh', 100, 1000),
    field(97, 'u16le', 'dcBusVoltageV', 0.1),
    field(101, 'u16le', 'powerLimitPercent', 0.01),
    field(103, 's16le', 'powerFactor', 0.001),
    field(105, 'u32le', 'pvPowerW'),
    field(109, 'u32le', 'generationMonthWh', 1000),
    field(113, 'u32le', 'generationLastMonthWh', 1000),
    field(117, 'u16le', 'generationYesterdayWh', 100),
    field(119, 'u32le', 'generationYearWh', 1000),
    field(131, 'u16le', 'acApparentPowerVa'),
    field(231, 'u16le', 'inverterState'),
  ],
}

/**
 * Solis string inverters. Compared with the SolarmanPV export over two days: temperature, PV volts and amperes, grid,
 * energy today, total and yesterday, DC and apparent power; public sources state the rest. The cloud computes its "AC
 * output total power", which is not the AC power here.
 * A single-phase unit is wired to the third phase, so the silent first two are left out.
 * Today moves in 0.1 kWh and the total in whole kWh, in every captured frame and in the manufacturer's registers 3014
 * and 3008 (facts/profiles solis-1p-5g, solis-3p-4g).
 * 231 is the status word (register 3044): 3 in all captured frames but one, a start-up with 2.
 * The clock is the inverter's local time, 4 to 45 s behind, and may be an hour off at a clock change.
 */
export const solisWifi: Profile = {
  id: 'solis-0507',
  maker: 'Solis',
  model: 'String inverter (Wi-Fi stick)',
  deviceType: 'INVERTER',
  hybrid: false,
  confidence: 'verified',
  mpptCount: 2,
  phaseCount: 3,
  stateNames: solisStates,
  faultsFromState: 0x1000,
  faults: [solisFaults],
  reads: [wifiRecord, readsRegisters(solis)],
  computed: stringPowers([1, 2], 'own'),
  silentTogether: [['ac1VoltageV', 'ac1CurrentA', 'ac2VoltageV', 'ac2CurrentA']],
}

/** The LAN logger sends the same record under another type; no frame of it was available. */
export const solisLan: Profile = {
  ...solisWifi,
  id: 'solis-0503',
  model: 'String inverter (LAN stick)',
  confidence: 'stated',
  reads: [{ ...wifiRecord, sensorType: 0x0503 }, readsRegisters(solis)],
}

/**
 * The short record of older Wi-Fi sticks (firmware MW_08_0501_1.31): positions 37 to 72 as in 0x0507, confirmed by a
 * captured record (3.4 A at 240.6 V is its 818 W). The bytes behind them are unknown and stay unread: they have no
 * clock and no status word that could be confirmed.
 */
export const solisShort: Profile = {
  ...solisWifi,
  id: 'solis-0504',
  model: 'String inverter (Wi-Fi stick, short record)',
  confidence: 'stated',
  stateNames: {},
  faults: [],
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0x0504,
      payloadLength: 124,
      lengths: [124],
      serial: wifiRecord.serial,
      texts: [],
      fields: wifiRecord.fields.filter(({ at }) => at <= 69),
    },
    readsRegisters(solis),
  ],
  computed: stringPowers([1, 2], 'sum'),
}
