import type { QuantityId } from '@heliograph/domain/quantities.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from './fixtures/http.json' with { type: 'json' }
import { findAll, findFirst, holds, toNumber } from './json-path.ts'
import type { HttpProfile } from './profile.ts'
import { findHttpProfile, httpProfiles } from './profiles.ts'
import { type HttpReplies, readHttp } from './read-http.ts'
import { readReply } from './reply.ts'

type Route = Readonly<{ path: string; query?: Readonly<Record<string, string>>; body: unknown }>

/** The replies that a way would gather from these routes. */
function gather(profile: HttpProfile, routes: readonly Route[]): HttpReplies {
  const replies: Record<string, unknown> = {}
  const ask = (name: string, path: string): unknown => {
    const url = new URL(path, 'http://device')
    const query = Object.fromEntries(url.searchParams)
    const route = routes.find(
      (item) => item.path === url.pathname && JSON.stringify(item.query ?? {}) === JSON.stringify(query),
    )
    if (route === undefined) return undefined
    const body = typeof route.body === 'string' ? route.body : JSON.stringify(route.body)
    return readReply(profile.requests[name] as HttpProfile['requests'][string], body)
  }
  for (const [name, { path, each }] of Object.entries(profile.requests)) {
    if (each === undefined) replies[name] = ask(name, path)
    else replies[name] = findAll(replies, each).map((value) => ask(name, path.replace('{}', String(value))))
  }
  return replies
}

const read = (id: string, routes: readonly Route[]) => {
  const profile = findHttpProfile(id)
  if (profile === undefined) throw new Error(`There is no profile ${id}`)
  return readHttp(profile, gather(profile, routes))
}
const valuesOf = (id: string, routes: readonly Route[]) =>
  Object.fromEntries(read(id, routes).map(({ key, decoded }) => [key, decoded.values]))

const profileOf: Readonly<Record<string, string>> = {
  'fronius-symo-night': 'fronius-solar-api',
  'envoy-battery': 'enphase',
  'envoy-cts': 'enphase',
  'envoy-5': 'enphase',
  'homewizard-p1': 'homewizard',
  'shelly-gen2': 'shelly-gen2',
  'opendtu-http': 'opendtu',
}

type Expected = Readonly<{ quantity: string; value?: number; tolerance?: number; absent_or?: number }>

describe('replies over HTTP', () => {
  it.each(vectors.items.map((item) => [item.id, item] as const))('of %s are read by value', (id, item) => {
    const read1 = read(profileOf[id] ?? '', item.routes as readonly Route[])
    for (const { quantity, value, tolerance = 0, absent_or } of item.expect as readonly Expected[]) {
      const found = read1.map(({ decoded }) => decoded.values[quantity as QuantityId]).find((one) => one !== undefined)
      if (value === undefined) expect([undefined, absent_or], quantity).toContain(found)
      else expect(Math.abs((found ?? Number.NaN) - value), quantity).toBeLessThanOrEqual(tolerance)
    }
  })

  it.each(vectors.items.map((item) => [item.id, item] as const))('of %s are those of its profile alone', (id, item) => {
    const known = httpProfiles.filter((profile) => {
      const { request, when } = profile.identify
      return holds(gather(profile, item.routes as readonly Route[]), when) && profile.requests[request] !== undefined
    })
    expect(known.map((profile) => profile.id)).toEqual([profileOf[id]])
  })

  it('have one reading for each serial', () => {
    for (const { id, routes } of vectors.items) {
      const serials = read(profileOf[id] ?? '', routes as readonly Route[]).map(({ decoded }) => decoded.deviceSerial)
      expect(new Set(serials).size, id).toBe(serials.length)
    }
  })
})

const flow = (site: object, inverters: object = {}) => ({
  path: '/solar_api/v1/GetPowerFlowRealtimeData.fcgi',
  body: { Body: { Data: { Site: { Mode: 'bidirectional', ...site }, Inverters: inverters } } },
})
const fronius = (path: string, data: object): Route => ({
  path: `/solar_api/v1/${path}`,
  query: { Scope: 'System' },
  body: { Body: { Data: data } },
})

describe('a Fronius system', () => {
  it('has battery, load and the meter at its grid connection', () => {
    const found = valuesOf('fronius-solar-api', [
      flow(
        { P_PV: 3000, P_Akku: -1200.5, P_Load: -800, P_Grid: -999.5, E_Total: null },
        { 1: { P: 1000, SOC: 55.1 }, 2: { P: 800 } },
      ),
      fronius('GetInverterRealtimeData.cgi', { TOTAL_ENERGY: { Values: { 1: 1000, 2: 500 } } }),
      fronius('GetMeterRealtimeData.cgi', {
        0: {
          Meter_Location_Current: 0,
          PowerReal_P_Sum: -999.5,
          EnergyReal_WAC_Plus_Absolute: 12,
          EnergyReal_WAC_Minus_Absolute: 34,
          Details: { Serial: 'M1' },
        },
        1: { Meter_Location_Current: 3, PowerReal_P_Sum: 5, Details: { Serial: 'M2' } },
      }),
    ])
    expect(found.inverter).toEqual({
      pvPowerW: 3000,
      acPowerW: 1800,
      generationTotalWh: 1500,
      batteryPowerW: -1200.5,
      batterySocPercent: 55.1,
      loadPowerW: 800,
    })
    expect(found['meter M1']).toEqual({ gridPowerW: -999.5, gridImportTotalWh: 12, gridExportTotalWh: 34 })
    expect(Object.keys(found)).toHaveLength(2)
  })

  it('has no battery where its input is unused, also beside an inverter that has one', () => {
    const unused = { P: 37, SOC: 0, Battery_Mode: 'disabled' }
    expect(valuesOf('fronius-solar-api', [flow({ P_PV: 62, P_Akku: null }, { 1: unused })])).toEqual({
      inverter: { pvPowerW: 62, acPowerW: 37 },
    })
    const used = { P: 100, SOC: 4.6, Battery_Mode: 'suspended' }
    expect(
      valuesOf('fronius-solar-api', [flow({ P_PV: 62 }, { 1: unused, 2: used })]).inverter?.batterySocPercent,
    ).toBe(4.6)
  })

  it('has its meter also by the names of the first GEN24, and no n.a. as its serial', () => {
    const meter = {
      SMARTMETER_VALUE_LOCATION_U16: 0,
      SMARTMETER_POWERACTIVE_MEAN_SUM_F64: 480.9,
      SMARTMETER_ENERGYACTIVE_CONSUMED_SUM_F64: 16_264_640,
      SMARTMETER_ENERGYACTIVE_PRODUCED_SUM_F64: 719_605,
      SMARTMETER_POWERACTIVE_02_F64: 100,
      Details: { Serial: 'n.a.' },
    }
    const [, found] = read('fronius-solar-api', [
      flow({ P_PV: 0 }),
      fronius('GetMeterRealtimeData.cgi', { 0: meter, 1: { ...meter, SMARTMETER_VALUE_LOCATION_U16: 256 } }),
    ])
    expect(found?.decoded.deviceSerial).toBe('fronius-solar-api-meter')
    expect(found?.decoded.values).toEqual({
      gridPowerW: 480.9,
      gridImportTotalWh: 16_264_640,
      gridExportTotalWh: 719_605,
      grid2PowerW: 100,
    })
  })

  it('without a total keeps the rest, and a total of 0 is none', () => {
    const [reading] = read('fronius-solar-api', [flow({ P_PV: 10, E_Total: 0 })])
    expect(reading?.decoded.values).toEqual({ pvPowerW: 10 })
    expect(reading?.decoded.complaints).toEqual([{ code: 'zero-total', quantity: 'generationTotalWh', raw: 0 }])
  })
})

const envoy = (production: object, ...others: Route[]): readonly Route[] => [
  { path: '/info', body: '<info><sn>122000000001</sn><software>D8.2</software></info>' },
  { path: '/production.json', query: { details: '1' }, body: production },
  ...others,
]

describe('an Envoy', () => {
  it('without a meter counts on where the sum of its inverters begins again', () => {
    const inverters = { type: 'inverters', activeCount: 13, wNow: 3413, whLifetime: 366_148 }
    const old = (wattHoursLifetime: number): Route => ({ path: '/api/v1/production', body: { wattHoursLifetime } })
    expect(valuesOf('enphase', envoy({ production: [inverters] }, old(8_717_473)))).toEqual({
      inverter: { acPowerW: 3413, generationTotalWh: 8_717_473 },
    })
    const unused = { type: 'eim', activeCount: 0, measurementType: 'production', wNow: 0.6, whLifetime: 1586 }
    expect(valuesOf('enphase', envoy({ production: [inverters, unused] }, old(1583)))).toEqual({
      inverter: { acPowerW: 3413, generationTotalWh: 366_148 },
    })
  })

  it('has its meter also where an old firmware does not say what it measures', () => {
    const production = [
      { type: 'inverters', activeCount: 19, wNow: 0, whLifetime: 11_425_504 },
      { type: 'eim', activeCount: 1, wNow: -8.796, whLifetime: 8_598_256.633 },
    ]
    expect(valuesOf('enphase', envoy({ production }))).toEqual({
      inverter: { acPowerW: -8.796, generationTotalWh: 8_598_256.633 },
    })
  })

  it('has the power of its batteries, by their meter if there is one', () => {
    const production = { production: [{ type: 'inverters', wNow: 0 }] }
    const power: Route = {
      path: '/ivp/ensemble/power',
      body: { 'devices:': [{ real_power_mw: -532_000 }, { real_power_mw: -552_000 }] },
    }
    expect(valuesOf('enphase', envoy(production, power)).inverter).toEqual({ acPowerW: 0, batteryPowerW: -1084 })
    const meters: Route = {
      path: '/ivp/meters',
      body: [{ eid: 3, state: 'enabled', measurementType: 'storage' }],
    }
    const readings: Route = {
      path: '/ivp/meters/readings',
      body: [{ eid: 3, activePower: -1297.667, actEnergyDlvd: 344.359, actEnergyRcvd: 8052.959 }],
    }
    expect(valuesOf('enphase', envoy(production, power, meters, readings)).inverter).toEqual({
      acPowerW: 0,
      batteryPowerW: -1297.667,
      batteryDischargeTotalWh: 344.359,
      batteryChargeTotalWh: 8052.959,
    })
  })

  it('has a grid meter of its own: its number is the same in every Envoy', () => {
    const consumption = [{ measurementType: 'net-consumption', activeCount: 1, wNow: 129.4 }]
    const meters: Route = { path: '/ivp/meters', body: [{ eid: 704_643_584, measurementType: 'net-consumption' }] }
    const [meter] = read('enphase', envoy({ consumption }, meters))
    expect([meter?.key, meter?.decoded.deviceSerial]).toEqual(['meter', '122000000001-net'])
  })
})

describe('a HomeWizard', () => {
  const device = (type: string, data: object): readonly Route[] => [
    { path: '/api', body: { product_type: type, serial: '3c39e7000001' } },
    { path: '/api/v1/data', body: data },
  ]
  it('socket is a consumer, also with one tariff alone', () => {
    const [found] = read('homewizard', device('HWE-SKT', { active_power_w: 123, total_power_import_t1_kwh: 10.5 }))
    expect([found?.decoded.deviceType, found?.role]).toEqual(['SOCKET', undefined])
    expect(found?.decoded.values).toEqual({ acPowerW: 123, loadTotalWh: 10_500 })
  })

  it('kWh meter measures what its owner states, and a P1 meter the grid', () => {
    const data = { active_power_w: -45, total_power_export_t1_kwh: 1, total_power_export_t2_kwh: null }
    const kinds = ['HWE-KWH1', 'SDM630-wifi', 'HWE-P1'].map((type) => read('homewizard', device(type, data))[0])
    expect(kinds.map((found) => found?.role)).toEqual([undefined, undefined, 'grid'])
    expect(kinds[2]?.decoded.values).toEqual({ gridPowerW: -45 })
  })

  it('names a meter as the meter names itself at its P1 port', () => {
    const [found] = read('homewizard', device('HWE-P1', { active_power_w: 1, unique_id: '4B4845303034' }))
    expect(found?.decoded.deviceSerial).toBe('KHE004')
  })
})

describe('a Shelly', () => {
  it('of the first generation counts watt-minutes at relays and Wh at meters', () => {
    const ident: Route = { path: '/shelly', body: { type: 'SHPLG-S', mac: 'AABBCC', fw: '1' } }
    const status = (body: object): Route => ({ path: '/status', body })
    expect(valuesOf('shelly-gen1', [ident, status({ meters: [{ power: 384.21, total: 74_073 }] })])).toEqual({
      'relay 0': { acPowerW: 384.21, loadTotalWh: 1234.55 },
    })
    const phase = { power: -100, total: 10, total_returned: 5, voltage: 230 }
    expect(valuesOf('shelly-gen1', [ident, status({ emeters: [phase, phase, phase], total_power: -300 })])).toEqual({
      meter: {
        gridPowerW: -300,
        gridImportTotalWh: 30,
        gridExportTotalWh: 15,
        ac1VoltageV: 230,
        ac2VoltageV: 230,
        ac3VoltageV: 230,
        grid1PowerW: -100,
        grid2PowerW: -100,
        grid3PowerW: -100,
      },
    })
    const invalid = { ...phase, is_valid: false }
    expect(read('shelly-gen1', [ident, status({ emeters: [phase, phase, invalid] })])).toEqual([])
    expect(Object.keys(valuesOf('shelly-gen1', [ident, status({ emeters: [phase, invalid] })]))).toEqual(['meter 0'])
    expect(read('shelly-gen1', [ident, status({ meters: [{ power: 0, total: 7, is_valid: false }] })])).toEqual([])
    const two = read('shelly-gen1', [ident, status({ emeters: [phase, phase] })])
    expect(two.map(({ key, decoded }) => [key, decoded.deviceSerial])).toEqual([
      ['meter 0', 'AABBCC-em0'],
      ['meter 1', 'AABBCC-em1'],
    ])
  })
})

describe('an OpenDTU', () => {
  it('names an inverter that it does not reach, and never takes the sums of all', () => {
    const item = { serial: '1', reachable: false, AC: { 0: { Power: { v: 0, u: 'W' } } } }
    const list: Route = {
      path: '/api/livedata/status',
      body: { inverters: [item], total: { YieldTotal: { v: 5, u: 'kWh' } } },
    }
    expect(read('opendtu', [list])).toMatchObject([{ isAsleep: true, decoded: { deviceSerial: '1', values: {} } }])
    const old: Route = { ...list, body: { inverters: [{ ...item, reachable: true }] } }
    expect(valuesOf('opendtu', [old])).toEqual({ inverter: { acPowerW: 0 } })
  })
})

describe('other devices', () => {
  it('of Youless have tariffs and export, or one counter with a comma', () => {
    const e: Route = { path: '/e', body: [{ tm: 1, net: 1, pwr: -520, p1: 4703.562, p2: 4490.631, n1: 0.029, n2: 1 }] }
    const a: Route = { path: '/a', query: { f: 'j' }, body: { cnt: ' 141950,625', pwr: 750 } }
    expect(valuesOf('youless', [e, a])).toEqual({
      meter: { gridPowerW: -520, gridImportTotalWh: 9_194_193, gridExportTotalWh: 1_029 },
    })
    expect(valuesOf('youless', [a])).toEqual({ meter: { gridPowerW: 750, gridImportTotalWh: 141_950_625 } })
  })

  it('of Kostal have their values by number', () => {
    const profile = findHttpProfile('kostal-piko')
    const url = new URL(profile?.requests.values?.path ?? '', 'http://device')
    const route: Route = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: {
        dxsEntries: [
          { dxsId: 67109120, value: 1234.5 },
          { dxsId: 251658753, value: 4321 },
          { dxsId: 33556736, value: null },
        ],
      },
    }
    expect(valuesOf('kostal-piko', [route])).toEqual({ inverter: { acPowerW: 1234.5, generationTotalWh: 4_321_000 } })
  })

  it('of OpenData pass on the telegram of their meter', () => {
    const ident: Route = { path: '/rpc/Sys.GetConfig', body: { device: { sn: 'E1', type: 'P1-2W', fw: '1' } } }
    const lines =
      '{\r\n3:0.2.8(50)\r\n  0-0:96.1.1(3133363135303236)\r\n1-0:1.8.1(10830.511*kWh)\r\n1-0:1.8.2(002948.827*kWh)\r\n1-0:1.7.0(00.000*kW)\r\n1-0:2.7.0(02.345*kW)\r\n!1F28\r\n}'
    const [reading] = read('solarman-opendata', [ident, { path: '/rpc/P1.GetData', body: lines }])
    expect(reading?.decoded.deviceSerial).toBe('13615026')
    expect(reading?.decoded.values).toEqual({ gridImportTotalWh: 13_779_338, gridPowerW: -2345 })
    const plug: Route = {
      path: '/rpc/Plug.GetData',
      body: { voltage: 230, electric_current: 0, positive_active_energy: 1.73, power: 1.2 },
    }
    expect(valuesOf('solarman-opendata', [ident, plug])).toEqual({
      plug: { acPowerW: 1.2, loadTotalWh: 1730, ac1VoltageV: 230, ac1CurrentA: 0 },
    })
  })
})

describe('places in replies', () => {
  const root = {
    a: {
      list: [
        { k: 1, v: 'x' },
        { k: 2, v: 'y' },
      ],
      'em:0': { p: null },
    },
    b: [{ id: 2 }],
  }
  it.each([
    ['a.list.*.v', ['x', 'y']],
    ['a.list[k=2].v', ['y']],
    ['a.list[k!=2].v', ['x']],
    ['a.list[k=2,v!=y].v', []],
    ['a.list[k=@b[id=2].id].v', ['y']],
    ['a.list.1.v', ['y']],
    ['a.em:0.p', [null]],
    ['a.constructor', []],
    ['a.__proto__.x', []],
    ['c.d', []],
  ])('%s is %j', (path, expected) => expect(findAll(root, path)).toEqual(expected))

  it('hold what is stated', () => {
    expect(['a.list.0.k=1', 'a.list.0.k!=2', 'a.list', '!a.none'].map((item) => holds(root, item))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['a.list.0.k=2', 'a.none=1', '!a.list', 'a.em:0.p'].map((item) => holds(root, item))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(findFirst(root, ['a.none', 'a.list.0.v'])).toBe('x')
    expect(['1', ' 1,5', '-0.5', '1 W', '', null, Number.NaN].map(toNumber)).toEqual([
      1,
      1.5,
      -0.5,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('of any replies throw nothing, for every profile', () => {
    const names = [...new Set(httpProfiles.flatMap(({ requests }) => Object.keys(requests)))]
    const replies = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 4 }))
    fc.assert(
      fc.property(replies, (drawn) => {
        for (const profile of httpProfiles) expect(readHttp(profile, drawn).length).toBeLessThanOrEqual(50)
      }),
      { numRuns: 10_000 },
    )
  })
})
