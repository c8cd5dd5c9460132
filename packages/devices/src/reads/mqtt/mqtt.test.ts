import { getQuantity, isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepAliveTopic } from './dialects/victron.ts'
import field from './fixtures/mqtt.json' with { type: 'json' }
import open from './fixtures/mqtt-open.json' with { type: 'json' }
import { type Assignments, assignmentKey, createMqttReader, type NumberUse } from './mqtt.ts'
import { readTemplate } from './template.ts'

type Message = Readonly<{ topic: string; payload: string; retain?: boolean }>
const nowMs = Date.parse('2026-06-15T10:00:00Z')

/** The readings of messages that come at once, as if none of them was retained. */
function read(messages: readonly Message[], options: Parameters<typeof createMqttReader>[0] = {}) {
  const reader = createMqttReader(options)
  for (const { topic, payload } of messages) reader.push({ topic, payload, isRetained: false }, nowMs)
  return reader.take(nowMs + 2_000)
}
const valuesOf = (messages: readonly Message[], options: Parameters<typeof createMqttReader>[0] = {}) =>
  Object.fromEntries(read(messages, options).map(({ key, decoded }) => [key, decoded.values]))

type Expected = Readonly<{ quantity?: string; value?: number; tolerance?: number; channels?: number }>

describe('messages of a broker', () => {
  it.each(field.items.map((item) => [item.id, item] as const))('of %s are read by value', (_, item) => {
    const readings = read(item.messages as readonly Message[])
    for (const { quantity = '', value = 0, tolerance = 0, channels } of item.expect as readonly Expected[]) {
      if (channels !== undefined) expect(readings).toHaveLength(channels)
      // Energy of a plug that is neither use nor production until its owner says so.
      else if (quantity === 'energyTotalWh') {
        const energy = readings.map(({ decoded }) => decoded.values.loadTotalWh ?? Number.NaN)
        expect(energy.some((found) => Math.abs(found - value) <= tolerance)).toBe(true)
      } else {
        expect(isQuantityId(quantity) && getQuantity(quantity).id).toBe(quantity)
        const found = readings.map(({ decoded }) => decoded.values[quantity as QuantityId] ?? Number.NaN)
        expect(
          found.some((one) => Math.abs(one - value) <= tolerance),
          `${quantity} ${found}`,
        ).toBe(true)
      }
    }
  })

  it('of the older captures are read by value', () => {
    const all = Object.fromEntries(
      open.vectors.map(({ id, messages }) => [id, valuesOf(messages as readonly Message[])]),
    )
    expect(all['open-mqtt-opendtu-1']).toEqual({
      'opendtu 116183124575': {
        acPowerW: 274.6,
        pvPowerW: 289,
        pv1PowerW: 50.5,
        pv2PowerW: 78.1,
        pv3PowerW: 83.6,
        pv4PowerW: 76.8,
      },
    })
    expect(all['open-mqtt-ahoy-1']?.['ahoy HM600']).toMatchObject({
      ac1VoltageV: 233.3,
      acPowerW: 71,
      acFrequencyHz: 49.99,
      inverterTemperatureC: 19.8,
      generationTodayWh: 51,
      generationTotalWh: 465_294,
      pvPowerW: 74.6,
      pv1VoltageV: 38.9,
      pv1CurrentA: 0.64,
      pv1PowerW: 25,
      pv1TodayWh: 17,
      pv1TotalWh: 110_819,
    })
    expect(all['open-mqtt-tasmota-1']).toEqual({
      'tasmota sonoff_desk': {
        acPowerW: 56,
        loadTotalWh: 514_153,
        loadTodayWh: 537,
        ac1VoltageV: 234,
        ac1CurrentA: 0.392,
        powerFactor: 0.61,
        acReactivePowerVar: 73,
        acApparentPowerVa: 92,
      },
    })
    expect(all['open-mqtt-tasmota-dual']).toMatchObject({
      'tasmota tasmota-1': { acPowerW: 52, loadTotalWh: 2813, ac1CurrentA: 0.278, ac1VoltageV: 235 },
      'tasmota tasmota-2': { acPowerW: 5, loadTotalWh: 254, ac1CurrentA: 0.044, ac1VoltageV: 235 },
    })
    expect(all['open-mqtt-shelly-gen2-switch']).toEqual({
      'shelly shellypro1pm-30c6f78bb4d8 0': { acPowerW: 47.11, loadTotalWh: 5.125, ac1VoltageV: 232, ac1CurrentA: 0 },
    })
    expect(all['open-mqtt-ha-discovery-sbfspot']).toEqual({
      'ha sma_1901344243': { acPowerW: 1935, generationTodayWh: 2408, generationTotalWh: 79_855_544 },
    })
    expect(all['open-mqtt-hypfer-deye']).toEqual({
      'deye 3939932716': { acPowerW: 79, generationTotalWh: 180_300, pv1VoltageV: 30.8 },
    })
  })
})

describe('a retained message', () => {
  it('is no value until a second one follows', () => {
    const reader = createMqttReader()
    const power = { topic: 'solar/116183124575/0/power', payload: '274.6' }
    reader.push({ ...power, isRetained: true }, nowMs)
    expect([reader.dueMs(), reader.take(nowMs + 60_000)]).toEqual([undefined, []])
    expect(reader.devices()[0]?.quantities).toEqual(['acPowerW'])
    reader.push({ ...power, isRetained: false }, nowMs + 60_000)
    expect(reader.take(nowMs + 62_000).map(({ decoded }) => decoded.values)).toEqual([{ acPowerW: 274.6 }])
  })
})

describe('values of one device', () => {
  const power = (serial: string, watts: number) => ({
    topic: `solar/${serial}/0/power`,
    payload: String(watts),
    isRetained: false,
  })

  it('are one reading when nothing followed for two seconds, each inverter apart', () => {
    const reader = createMqttReader()
    reader.push(power('116183000001', 1), nowMs)
    reader.push(power('116183000002', 2), nowMs + 1_500)
    reader.push({ topic: 'solar/116183000001/0/frequency', payload: '50', isRetained: false }, nowMs + 1_000)
    expect(reader.take(nowMs + 2_900)).toEqual([])
    expect(reader.dueMs()).toBe(nowMs + 3_000)
    expect(reader.take(nowMs + 3_000).map(({ atMs, decoded }) => [atMs, decoded.values])).toEqual([
      [nowMs + 1_000, { acPowerW: 1, acFrequencyHz: 50 }],
    ])
    expect(reader.take(nowMs + 3_500).map(({ decoded }) => decoded.deviceSerial)).toEqual(['116183000002'])
  })

  it('are read after ten seconds even if they never pause', () => {
    const reader = createMqttReader()
    for (let ms = 0; ms <= 10_000; ms += 500) reader.push(power('116183000001', ms), nowMs + ms)
    expect(reader.take(nowMs + 10_000)).toHaveLength(1)
  })

  it('never come from the sum of all inverters, and not from one that is not reached', () => {
    expect(read([{ topic: 'solar/ac/yieldtotal', payload: '5' }])).toEqual([])
    const gone = { topic: 'solar/116183000001/status/reachable', payload: '0' }
    expect(read([power('116183000001', 5), gone])).toEqual([])
  })

  it('come from serial numbers with letters, and from inverters of three phases', () => {
    const messages = [
      { topic: 'solar/1164a00b1c2d/0/power', payload: '300.1' },
      { topic: 'solar/1164a00b1c2d/0/voltage ph2-n', payload: '231.4' },
      { topic: 'solar/1164a00b1c2d/0/current ph3', payload: '0.52' },
    ]
    expect(valuesOf(messages)).toEqual({
      'opendtu 1164a00b1c2d': { acPowerW: 300.1, ac2VoltageV: 231.4, ac3CurrentA: 0.52 },
    })
    const ahoy = [
      { topic: 'inverter/Süd/ch0/U_AC_2N', payload: '231.4' },
      { topic: 'inverter/Süd/ch0/I_AC_3', payload: '0.52' },
      { topic: 'inverter/Süd/ch0/IAC_1', payload: '0.5' },
    ]
    expect(valuesOf(ahoy)).toEqual({ 'ahoy Süd': { ac2VoltageV: 231.4, ac3CurrentA: 0.52, ac1CurrentA: 0.5 } })
  })

  it('have no lifetime total of 0', () => {
    const [reading] = read([power('116183000001', 5), { topic: 'solar/116183000001/0/yieldtotal', payload: '0.000' }])
    expect(reading?.decoded.values).toEqual({ acPowerW: 5 })
    expect(reading?.decoded.complaints).toEqual([{ code: 'zero-total', quantity: 'generationTotalWh', raw: 0 }])
  })
})

describe('a Tasmota meter', () => {
  const message = {
    topic: 'tele/keller/SENSOR',
    payload: '{"MT175":{"P":-894,"E_in":34507.5,"Verbrauch_Nacht":5,"x":1}}',
  }
  it('lists all its numbers with guesses, and its owner assigns them', () => {
    const reader = createMqttReader()
    reader.push({ ...message, isRetained: false }, nowMs)
    expect(reader.devices()[0]?.numbers).toEqual([
      { name: 'P', value: -894, guess: { quantity: 'gridPowerW', unit: 'W' } },
      { name: 'E_in', value: 34507.5, guess: { quantity: 'gridImportTotalWh', unit: 'kWh' } },
      { name: 'Verbrauch_Nacht', value: 5 },
      { name: 'x', value: 1 },
    ])
    const key = 'tasmota keller MT175'
    const assignments: Assignments = new Map<string, NumberUse>([
      [assignmentKey(key, 'P'), { quantity: 'gridPowerW', unit: 'kW', isTurned: true }],
      [assignmentKey(key, 'Verbrauch_Nacht'), 'ignored'],
      [assignmentKey(key, 'x'), { quantity: 'gridFrequencyHz', unit: 'Hz' }],
    ])
    expect(valuesOf([message], { assignments })).toEqual({
      [key]: { gridPowerW: 894_000, gridImportTotalWh: 34_507_500, gridFrequencyHz: 1 },
    })
  })

  it.each([
    ['Total_in', 'gridImportTotalWh'],
    ['Verbrauch_Summe', 'gridImportTotalWh'],
    ['export_total_kwh', 'gridExportTotalWh'],
    ['Einspeisung_ges', 'gridExportTotalWh'],
    ['Einspeiseleistung', undefined],
    ['Einspeisung_akt', undefined],
    ['Verbrauch_T2', undefined],
    ['importht', undefined],
    ['Verbrauch_Tag', undefined],
    ['consumption_month', undefined],
    ['Power_curr', 'gridPowerW'],
    ['Power_in', undefined],
    ['Power_p2', 'grid2PowerW'],
    ['Volt_p2', 'ac2VoltageV'],
    ['Voltage_L3', 'ac3VoltageV'],
    ['voltage_phase2', 'ac2VoltageV'],
    ['Volt_avg', undefined],
    ['U1', 'ac1VoltageV'],
    ['Frequency_P1', 'gridFrequencyHz'],
    ['Freq_SF', undefined],
  ])('that its owner called %s is %s', (name, quantity) => {
    const reader = createMqttReader()
    const payload = JSON.stringify({ SML: { [name]: 5 } })
    reader.push({ topic: 'tele/x/SENSOR', payload, isRetained: false }, nowMs)
    expect(reader.devices()[0]?.numbers[0]?.guess?.quantity).toBe(quantity)
  })

  it('counts once what several phases sum up to', () => {
    const energy = {
      Total: 33.736,
      TotalTariff: [11.7, 22],
      Today: 1.5,
      Power: [100, 20.5, -30],
      Voltage: [230, 231, 232],
    }
    const payload = JSON.stringify({ ENERGY: { ...energy, Current: [0.5, 0.1, 0.2], Factor: [1, 0.9, 0.8] } })
    expect(valuesOf([{ topic: 'tele/verteiler/SENSOR', payload }])).toEqual({
      'tasmota verteiler': {
        acPowerW: 90.5,
        loadTotalWh: 33_736,
        loadTodayWh: 1500,
        ac1VoltageV: 230,
        ac2VoltageV: 231,
        ac3VoltageV: 232,
        ac1CurrentA: 0.5,
        ac2CurrentA: 0.1,
        ac3CurrentA: 0.2,
      },
    })
  })

  it('has one number for each quantity: the assigned one, else the first', () => {
    const key = 'tasmota keller MT175'
    expect(valuesOf([message])[key]).toEqual({ gridPowerW: -894, gridImportTotalWh: 34_507_500 })
    const use = { quantity: 'gridImportTotalWh', unit: 'kWh' } as const
    const assignments: Assignments = new Map([[assignmentKey(key, 'Verbrauch_Nacht'), use]])
    expect(valuesOf([message], { assignments })[key]).toEqual({ gridPowerW: -894, gridImportTotalWh: 5_000 })
  })

  it('leaves out sensors that measure no energy', () => {
    const payload =
      '{"HTU21":{"Temperature":25.2},"Gas":{"Count":1},"DS18B20-1":{"Temperature":5},"ESP32":{"Temperature":5}}'
    expect(read([{ topic: 'tele/x/SENSOR', payload }])).toEqual([])
  })
})

describe('a Shelly', () => {
  const em3 = (name: string, values: readonly string[]) =>
    values.map((payload, n) => ({ topic: `shellies/shellyem3-A/emeter/${n}/${name}`, payload }))

  it('of three phases is one meter, and a sum has all of them', () => {
    expect(valuesOf([...em3('power', ['-100', '20', '30']), ...em3('total', ['1000', '2000'])])).toEqual({
      'shelly shellyem3-A': { grid1PowerW: -100, grid2PowerW: 20, grid3PowerW: 30, gridPowerW: -50 },
    })
    expect(valuesOf(em3('total', ['1000', '2000', '3000']))).toEqual({
      'shelly shellyem3-A': { gridImportTotalWh: 6000 },
    })
  })

  it('counts watt-minutes at a relay, and no energy since the last message', () => {
    expect(valuesOf([{ topic: 'shellies/plug/relay/0/energy', payload: '600' }])).toEqual({
      'shelly plug 0': { loadTotalWh: 10 },
    })
    expect(read([{ topic: 'shellies/shellyem-A/emeter/0/energy', payload: '600' }])).toEqual([])
  })

  it('says what changed, and a plug that feeds in generates', () => {
    const payload = JSON.stringify({
      src: 'x',
      method: 'NotifyStatus',
      params: { ts: 1, 'switch:0': { id: 0, aenergy: { total: 7 } } },
    })
    const messages = [{ topic: 'balkon/events/rpc', payload }]
    expect(valuesOf(messages)).toEqual({ 'shelly balkon 0': { loadTotalWh: 7 } })
    const [reading] = read(messages, { generating: new Set(['shelly balkon 0']) })
    expect([reading?.decoded.deviceType, reading?.decoded.values]).toEqual(['INVERTER', { generationTotalWh: 7 }])
  })

  it('of later kinds measures what feeds in as negative, which is produced', () => {
    const status = (apower: number) => [{ topic: 'balkon/status/switch:0', payload: JSON.stringify({ id: 0, apower }) }]
    const options = { generating: new Set(['shelly balkon 0']) }
    expect(read(status(-88.9), options)[0]?.decoded.values).toEqual({ acPowerW: 88.9 })
    expect(read(status(88.9), options)[0]?.decoded.values).toEqual({ acPowerW: 88.9 })
    expect(read(status(-88.9))[0]?.decoded.values).toEqual({ acPowerW: -88.9 })
  })
})

describe('deye-inverter-mqtt', () => {
  const deye = (values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([name, value]) => ({ topic: `deye/${name}`, payload: String(value) }))

  it('has each of several loggers, and not their sums again', () => {
    expect(
      valuesOf(
        deye({ '1/ac/active_power': 300, '1/dc/pv1/power': 160, '2/total_energy': 12.5, 'ac/active_power': 700 }),
      ),
    ).toEqual({
      'deye deye-1': { acPowerW: 300, pv1PowerW: 160 },
      'deye deye-2': { generationTotalWh: 12_500 },
    })
    expect(valuesOf(deye({ 'ac/active_power': 700 }))).toEqual({ 'deye deye': { acPowerW: 700 } })
  })

  it('names one total power for two: what stands beside it tells', () => {
    const single = { 'ac/total_grid_power': -250, 'ac/total_power': 1800, 'battery/total_charge': 40.5 }
    expect(valuesOf(deye(single))['deye deye']).toEqual({
      gridPowerW: -250,
      acPowerW: 1800,
      batteryChargeTotalWh: 40_500,
    })
    const three = { 'ac/total_internal_power': 900, 'ac/total_power': -250, 'ac/total_energy_sold': 7 }
    expect(valuesOf(deye(three))['deye deye']).toEqual({ gridPowerW: -250, gridExportTotalWh: 7000 })
    expect(valuesOf(deye({ 'ac/total_power': 1800, day_energy: 1 }))['deye deye']).toEqual({ generationTodayWh: 1000 })
  })
})

describe('a Zigbee2MQTT device', () => {
  it('is a plug, or a meter where it counts both ways', () => {
    const topic = 'zigbee2mqtt/Zähler Süd'
    expect(valuesOf([{ topic, payload: JSON.stringify({ power: 12, energy: 1.5 }) }])).toEqual({
      'zigbee2mqtt Zähler Süd': { acPowerW: 12, loadTotalWh: 1500 },
    })
    const meter = { power: -1200, energy: 4000.5, produced_energy: 12.25, voltage: 230 }
    const [reading] = read([{ topic, payload: JSON.stringify(meter) }])
    expect([reading?.decoded.deviceType, reading?.decoded.values]).toEqual([
      'SMART_METER',
      { gridPowerW: -1200, gridImportTotalWh: 4_000_500, gridExportTotalWh: 12_250, ac1VoltageV: 230 },
    ])
  })
})

describe('a Victron GX', () => {
  const n = (path: string, value: unknown, prefix = '') => ({
    topic: `${prefix}N/abc123def456/${path}`,
    payload: value === undefined ? '' : JSON.stringify({ value }),
  })

  it('has its battery turned, and its phases summed', () => {
    const system = [
      n('system/0/Ac/Grid/NumberOfPhases', 3),
      n('system/0/Ac/Grid/L1/Power', 100),
      n('system/0/Ac/Grid/L2/Power', -300),
      n('system/0/Ac/Grid/L3/Power', 50),
      n('system/0/Dc/Battery/Power', 500),
      n('system/0/Dc/Battery/Soc', 80),
    ]
    expect(valuesOf(system)).toEqual({
      'victron abc123def456 system': { gridPowerW: -150, batteryPowerW: -500, batterySocPercent: 80 },
    })
    const own = [...system, n('grid/30/Ac/Power', -150), n('grid/30/Ac/Energy/Forward', 12.5)]
    expect(valuesOf(own)).toEqual({
      'victron abc123def456 system': { batteryPowerW: -500, batterySocPercent: 80 },
      'victron abc123def456 grid 30': { gridPowerW: -150, gridImportTotalWh: 12_500 },
    })
  })

  it('whose value is null has none, and whose payload is empty is gone', () => {
    const power = n('pvinverter/20/Ac/Power', 700)
    expect(read([power, n('pvinverter/20/Ac/Power', null)])).toEqual([])
    expect(read([power, n('pvinverter/20/Ac/Power', undefined)])).toEqual([])
  })

  it('is kept talking through the prefix of a bridge', () => {
    expect(keepAliveTopic('N/abc123def456/system/0/Serial')).toBe('R/abc123def456/keepalive')
    expect(keepAliveTopic('boat/N/abc123def456/system/0/Serial')).toBe('boat/R/abc123def456/keepalive')
    expect(keepAliveTopic('N/other')).toBeUndefined()
    expect(Object.keys(valuesOf([n('pvinverter/20/Ac/Power', 7, 'boat/')]))).toHaveLength(1)
  })
})

describe('entities of Home Assistant', () => {
  const config = (object: string, body: object) => ({
    topic: `homeassistant/sensor/node/${object}/config`,
    payload: JSON.stringify(body),
  })
  const device = { ids: ['inv1'], name: 'Roof inverter', mf: 'X' }

  it('are announced one by one or all at once, with a base topic, and taken back', () => {
    const reader = createMqttReader()
    const push = (message: Message) => reader.push({ ...message, isRetained: message.retain ?? false }, nowMs)
    push({
      topic: 'homeassistant/device/inv1/config',
      retain: true,
      payload: JSON.stringify({
        '~': 'roof/1',
        dev: device,
        o: { name: 'x' },
        cmps: {
          a: { p: 'sensor', name: 'AC power', unique_id: 'a', stat_t: '~/ac', unit_of_meas: 'kW' },
          b: { p: 'button', name: 'reset', cmd_t: '~/reset' },
        },
      }),
    })
    expect(reader.topics()).toEqual(['roof/1/ac'])
    push({ topic: 'roof/1/ac', payload: '1.5' })
    expect(reader.take(nowMs + 2_000).map(({ decoded }) => decoded.values)).toEqual([{ acPowerW: 1500 }])
    push({ topic: 'homeassistant/device/inv1/config', payload: '' })
    expect(reader.topics()).toEqual([])
    push({ topic: 'roof/1/ac', payload: '1.5' })
    expect(reader.take(nowMs + 4_000)).toEqual([])
  })

  it('without a number, or offline, have no value', () => {
    const entity = config('p', { name: 'Power', stat_t: 't', unit_of_meas: 'W', dev: device, avty_t: 'up' })
    for (const payload of ['unavailable', 'unknown', 'None', '', 'NaN', '12 W'])
      expect(read([entity, { topic: 't', payload }])).toEqual([])
    expect(read([entity, { topic: 't', payload: '5' }, { topic: 'up', payload: 'offline' }])).toEqual([])
    expect(read([entity, { topic: 't', payload: '5' }])).toHaveLength(1)
  })

  it('are watched for being offline only while they are kept', () => {
    const reader = createMqttReader()
    const push = (message: Message) => reader.push({ ...message, isRetained: true }, nowMs)
    const power = { name: 'Power', stat_t: 't', unit_of_meas: 'W', dev: device }
    // No entity, and one whose availability would be every topic.
    push(config('none', { name: 'Text', stat_t: 'text', dev: device, avty_t: 'up/none' }))
    push(config('all', { ...power, avty_t: '#' }))
    expect(reader.topics()).toEqual(['t'])
    push(config('p', { ...power, avty_t: 'up/1' }))
    push(config('p', { ...power, avty_t: 'up/2' }))
    expect(reader.topics()).toEqual(['t', 'up/2'])
    push({ ...config('p', {}), payload: '' })
    expect(reader.topics()).toEqual(['t'])
  })

  it('and devices with endless names are left out', () => {
    const long = 'n'.repeat(513)
    const part = { p: 'sensor', name: 'Power', unit_of_meas: 'W' }
    const cmps = { [long]: { ...part, stat_t: 't' }, b: { ...part, stat_t: '~/t' } }
    const meters = { [long]: { Power: 5 }, Meter: { [long]: 5, Power: 5 } }
    const reader = createMqttReader()
    for (const [topic, body] of [
      ['homeassistant/device/inv1/config', { dev: device, '~': 'b'.repeat(511), cmps }],
      ['tele/house/SENSOR', meters],
    ] as const)
      reader.push({ topic, payload: JSON.stringify(body), isRetained: false }, nowMs)
    expect(reader.topics()).toEqual([])
    expect(reader.devices().map(({ numbers }) => numbers.map(({ name }) => name))).toEqual([['Power']])
  })

  it.each([
    ['AC power', 'W', 'acPowerW'],
    ['Rated power', 'W', undefined],
    ['Power limit', 'W', undefined],
    ['Maximum power today', 'W', undefined],
    ['Estimated power production now', 'W', undefined],
    ['PV 2 power', 'W', 'pv2PowerW'],
    ['Total energy', 'kWh', 'generationTotalWh'],
    ['PV1 total energy', 'kWh', 'pv1TotalWh'],
    ['Energy today', 'kWh', 'generationTodayWh'],
    ['String 2 daily energy', 'kWh', 'pv2TodayWh'],
    ['Energy this week', 'kWh', undefined],
    ['Remaining energy today', 'kWh', undefined],
  ])('that are called %s mean %s %s', (name, unit, quantity) => {
    const entity = config('x', { name, stat_t: 't', unit_of_meas: unit, stat_cla: 'total_increasing', dev: device })
    const reader = createMqttReader()
    for (const message of [entity, { topic: 't', payload: '5' }]) reader.push({ ...message, isRetained: false }, nowMs)
    const found = reader.devices()[0]
    expect([found?.quantities, found?.numbers.length]).toEqual(quantity === undefined ? [[], 1] : [[quantity], 0])
  })

  it('whose sign nobody states wait for their owner', () => {
    const entity = config('g', { name: 'Grid power', stat_t: 't', unit_of_meas: 'W', dev: device })
    const reader = createMqttReader()
    for (const message of [entity, { topic: 't', payload: '5' }]) reader.push({ ...message, isRetained: false }, nowMs)
    expect(reader.take(nowMs + 5_000)).toEqual([])
    expect(reader.devices()[0]?.numbers).toEqual([{ name: 'sensor/node/g', label: 'Grid power', unit: 'W', value: 5 }])
  })
})

describe('a template', () => {
  const body = '{"a":{"b c":"12.5","d":[3]},"x":-2}'
  it.each<[string | undefined, string, number | undefined]>([
    [undefined, '5', 5],
    ['{{ value }}', '5', 5],
    ['{{ value | float(0) }}', '5.5', 5.5],
    ['{{ value_json.x }}', body, -2],
    ["{{ value_json.a['b c'] | float }}", body, 12.5],
    ['{{ value_json.a.d[0] | int }}', body, 3],
    ['{{ value_json.x * 1000 }}', body, -2000],
    ['{{ (value_json.x | float(0)) * 0.001 | round(3) }}', body, -0.002],
    ['{{ value_json.x / 4 }}', body, -0.5],
    ['{{ (value_json.x / 4) | round(2) }}', body, -0.5],
    ['{{(value_json.x|float*1000)|int}}', body, -2000],
    ["{{value_json['x'] if value_json['x'] is defined else 0}}", body, -2],
    ["{{value_json['y'] if value_json['y'] is defined else 0}}", body, undefined],
    ["{{ value_json['x'] if value_json['x'] > 0 else 0 }}", body, undefined],
    ['{{ value | multiply(0.001) }}', '7', undefined],
    ["{{ (value | float) / 1000 if value != 'x' else 0 }}", '7', undefined],
    ["{{ value if value != 'a/b' else 0 }}", '7', 7],
    ['{{ value_json.none }}', body, undefined],
    ['{{ value_json.__proto__ }}', body, undefined],
    ['{{ value_json.constructor.name }}', body, undefined],
    ['{% if value_json.x %}5{% endif %}', body, undefined],
    ['{{ states("sensor.x") }}', '7', 7],
    ["{{ ''.__class__.__mro__ }}", '7', 7],
    ['{{ range(10000000) | list }}', '7', 7],
  ])('%s of %s is %s', (template, payload, value) => expect(readTemplate(template, payload)).toBe(value))
})

it('of any messages throws nothing and keeps a bounded number of devices', () => {
  const topics = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(...field.items.flatMap(({ messages }) => messages.map(({ topic }) => topic))),
    fc.nat({ max: 5_000 }).map((n) => `solar/${100_000_000_000 + n}/0/power`),
  )
  const payloads = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
    fc.constantFrom(...field.items.flatMap(({ messages }) => messages.map(({ payload }) => payload))),
  )
  const reader = createMqttReader()
  let atMs = nowMs
  fc.assert(
    fc.property(topics, payloads, fc.boolean(), (topic, payload, isRetained) => {
      atMs += 700
      reader.push({ topic, payload, isRetained }, atMs)
      for (const { decoded } of reader.take(atMs)) expect(decoded.deviceSerial).toMatch(/^[\x21-\x7e]{1,64}$/)
    }),
    { numRuns: 10_000 },
  )
  expect(reader.devices().length).toBeLessThanOrEqual(500)
})
