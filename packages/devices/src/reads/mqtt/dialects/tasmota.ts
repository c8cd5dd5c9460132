import { type Fields, isFields, parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import { type Dialect, factOf, type Guess, type MqttDevice, type MqttFact } from '../message.ts'

const MOST_CHARS = 64 * 1024
/** Sensors of Tasmota that measure no energy. */
const otherSensors =
  /^(Time|TempUnit|PressureUnit|SpeedUnit|Gas|Water|ESP32|ANALOG|COUNTER|Switch\d*|.*(TU\d+|DHT|DS18|BM[EP]|SHT|SCD|BH1750|AM23|SI70|MCP).*)$/i

/**
 * Tasmota: `tele/<name>/SENSOR` or `<name>/tele/SENSOR`. ENERGY is a plug or a relay, each value a number or one for each
 * channel; any other object of numbers is a meter whose names its owner chose. `Time` has no zone, so it is not read.
 */
export const tasmota: Dialect = ({ topic, payload }) => {
  const [, front, back, kind] = /^(?:tele\/(.{1,100})|(.{1,100})\/tele)\/(SENSOR|LWT|STATE|INFO\d)$/.exec(topic) ?? []
  const name = front ?? back
  if (name === undefined) return undefined
  if (kind === 'LWT') return payload === 'Offline' ? [{ device: plugOf(name, undefined), gone: 'all' }] : []
  if (kind !== 'SENSOR') return []
  const body = parseBoundedJson(payload, MOST_CHARS)
  if (!isFields(body)) return []
  return Object.entries(body).flatMap(([key, part]) => {
    if (!isFields(part)) return []
    if (key === 'ENERGY') return readEnergy(name, part)
    return otherSensors.test(key) ? [] : readMeter(name, key, part)
  })
}

const plugOf = (name: string, channel: number | undefined): MqttDevice => {
  const id = channel === undefined ? name : `${name}-${channel + 1}`
  return { key: `tasmota ${id}`, serial: id, type: 'SOCKET', maker: 'Tasmota', name: id }
}

const rows = [
  ['Power', 'acPowerW', 1],
  ['Total', 'loadTotalWh', 1e3],
  ['Today', 'loadTodayWh', 1e3],
  ['Voltage', 'ac1VoltageV', 1],
  ['Current', 'ac1CurrentA', 1],
  ['Factor', 'powerFactor', 1],
  ['ReactivePower', 'acReactivePowerVar', 1],
  ['ApparentPower', 'acApparentPowerVa', 1],
  ['Frequency', 'acFrequencyHz', 1],
] as const

const MOST_CHANNELS = 8

function readEnergy(name: string, energy: Fields): readonly MqttFact[] {
  const channels = Math.max(...rows.map(([field]) => (Array.isArray(energy[field]) ? energy[field].length : 0)))
  // Several powers with one total are the phases of one meter.
  if (channels > 0 && typeof energy.Total === 'number') return readPhases(name, energy)
  const indices =
    channels === 0 ? [undefined] : Array.from({ length: Math.min(channels, MOST_CHANNELS) }, (_, index) => index)
  return indices.flatMap((index) =>
    rows.flatMap(([field, quantity, scale]) => {
      const sent = energy[field]
      // A channel shares what is sent once.
      const raw = Array.isArray(sent) ? (sent as unknown[])[index ?? 0] : sent
      return typeof raw === 'number' ? factOf(plugOf(name, index), quantity, raw, scale) : []
    }),
  )
}

const phaseRows = [
  ['Voltage', 'VoltageV'],
  ['Current', 'CurrentA'],
] as const

function readPhases(name: string, energy: Fields): readonly MqttFact[] {
  const device = plugOf(name, undefined)
  const listOf = (field: string): readonly unknown[] =>
    Array.isArray(energy[field]) ? (energy[field] as readonly unknown[]) : []
  const powers = listOf('Power').filter((value) => typeof value === 'number')
  return [
    ...(powers.length > 0
      ? factOf(
          device,
          'acPowerW',
          powers.reduce((sum, value) => sum + value, 0),
        )
      : []),
    ...rows.flatMap(([field, quantity, scale]) =>
      typeof energy[field] === 'number' ? factOf(device, quantity, energy[field], scale) : [],
    ),
    ...phaseRows.flatMap(([field, part]) =>
      listOf(field)
        .slice(0, 3)
        .flatMap((value, index) =>
          typeof value === 'number' ? factOf(device, `ac${(index + 1) as 1 | 2 | 3}${part}`, value) : [],
        ),
    ),
  ]
}

const MOST_NUMBERS = 40

function readMeter(name: string, key: string, part: Fields): readonly MqttFact[] {
  const device: MqttDevice = {
    key: `tasmota ${name} ${key}`,
    serial: `${name}-${key}`,
    type: 'SMART_METER',
    maker: 'Tasmota',
    name,
    role: 'grid',
  }
  return Object.entries(part)
    .filter((pair): pair is [string, number] => typeof pair[1] === 'number')
    .slice(0, MOST_NUMBERS)
    .map(([field, value]) => {
      const guess = guessOf(field)
      return { device, name: field, value, ...(guess && { guess }) }
    })
}

/** Parts of names of energies that are no total: powers, tariffs, spans of time, phases. */
const noTotal =
  /power|leistung|watt|akt|cur|moment|tarif|t\d|[hn]t(?:_|$)|tag|heute|gestern|day|monat|month|jahr|year|woche|week|stunde|hour|max|min|[lp]\d|phase/i

/** Names that owners often choose, in German and English, or by OBIS. The direction of a power of one direction is not the grid's. */
const guesses: readonly (readonly [RegExp, Guess])[] = [
  [
    /^(total_?in|e_?in|verbrauch.*|bezug.*|import.*|energy_?in|1[._]8[._]0|consum\w*)$/i,
    { quantity: 'gridImportTotalWh', unit: 'kWh' },
  ],
  [
    /^(total_?out|e_?out|einspeis\w*|export.*|liefer\w*|energy_?out|2[._]8[._]0|feed.*)$/i,
    { quantity: 'gridExportTotalWh', unit: 'kWh' },
  ],
  [
    /^(power(_?(curr|cur|total|sum))?|leistung(_?(ges\w*|aktuell|summe))?|p|p_?(sum|ges)|watt|curr?_?power|16[._]7[._]0)$/i,
    { quantity: 'gridPowerW', unit: 'W' },
  ],
  ...([1, 2, 3] as const).flatMap((n): readonly (readonly [RegExp, Guess])[] => [
    [new RegExp(`^(power|leistung|p|watt)_?(l|p|phase)?_?${n}$`, 'i'), { quantity: `grid${n}PowerW`, unit: 'W' }],
    [
      new RegExp(`^(u|volts?|voltage|spannung)_?(l|p|phase)?_?${n}(_curr?)?$`, 'i'),
      { quantity: `ac${n}VoltageV`, unit: 'V' },
    ],
  ]),
  [/^(u|volts?|voltage|spannung)$/i, { quantity: 'ac1VoltageV', unit: 'V' }],
  [/^(freq(uency|uenz)?|frequenz|hz)(_?[lp]?1)?$/i, { quantity: 'gridFrequencyHz', unit: 'Hz' }],
]

function guessOf(field: string): Guess | undefined {
  const guess = guesses.find(([pattern]) => pattern.test(field))?.[1]
  return guess?.quantity.endsWith('TotalWh') && noTotal.test(field) ? undefined : guess
}
