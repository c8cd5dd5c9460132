import { station as stationShape } from '@heliograph/contract/maintain-s/station.ts'
import { plantRecordParts } from '@heliograph/domain/plant-record.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls } from '../testing/render.tsx'
import { worstFirst } from './plant-order.ts'
import { editPlant, fromKwp, readPlantCodes, searchPlants, toPlant, toPlantInList, toStation } from './plants.ts'

const reason = { kind: 'well', count: 1, total: 1, group: 'inverter', since: 5, devices: [], code: null }
const record = {
  name: 'Lindenhof',
  type: 'HOUSE_ROOF',
  gridType: 'EXCESS',
  capacityWp: 9840,
  latitudeDeg: 48.1,
  longitudeDeg: 11.5,
  altitudeM: 519,
  address: 'Lindenweg 4',
  country: 'DE',
  zone: 'Pacific/Auckland',
  currency: 'EUR',
  pricePerKwh: 0.31,
  azimuthDeg: 180,
  tiltDeg: 20,
  startedOn: '2019-05-01',
  floorAreaM2: 61.5,
} as const
const installationPlanes = [
  { name: '', installationAzimuthAngle: 180, installationTiltAngle: 20, installedCapacity: 9.84 },
]
const wire = {
  ...toStation(record),
  installationPlanes,
  installedCapacities: [],
  reason,
  externalRoleCode: [],
  roleCode: [],
  deviceCount: 2,
  gatewayCount: 3,
}
const on = (code: string) => ({ code, isOn: 1 })

afterEach(() => vi.unstubAllGlobals())

describe('a plant', () => {
  it('survives the round trip to the wire', () => {
    const plant = toPlant(wire as unknown as Parameters<typeof toPlant>[0])
    expect(plant).toMatchObject({ ...record, deviceCount: 2, loggerCount: 3, reason: { sinceMs: 5000 } })
    expect(plantRecordParts.every((part) => plant[part] !== undefined)).toBe(true)
  })

  it('keeps its capacity to the milliwatt in both directions', () => {
    for (const kwp of [1.001, 8.2, 0.0003, 9_999_999.999]) expect(fromKwp(kwp) / 1000).toBe(kwp)
  })

  it('sends only changed fields in an edit', async () => {
    const sent: unknown[] = []
    const answer = ({ body }: Readonly<{ body: unknown }>) => {
      sent.push(body)
      return { changes: [], recount: true }
    }
    vi.stubGlobal('fetch', answerCalls({ 'POST /maintain-s/station/7': answer }))
    expect(await editPlant(7, record, ['capacityWp', 'startedOn'])).toBe(true)
    expect(sent).toEqual([{ installedCapacity: 9.84, startOperatingTime: Date.parse('2019-04-30T12:00:00Z') / 1000 }])
  })
})

describe('the role codes on a plant', () => {
  it('are empty for an owner, for whom every check passes', () => {
    expect(readPlantCodes([])).toBeUndefined()
  })

  it('are only the codes that are on, marked as the plant’s', () => {
    expect(readPlantCodes([on('viewPlantInfo'), { code: 'editPlant', isOn: 0 }])).toEqual(['plant:viewPlantInfo'])
  })

  it('are the granted ones, and the own ones of the row until the details are there', () => {
    const row = { ...wire, externalRoleCode: [on('viewPlantInfo')], roleCode: [on('editPlant')] }
    const options = row as unknown as Parameters<typeof toPlant>[0]
    expect(toPlant(options).codes).toEqual(['plant:viewPlantInfo'])
    expect(toPlantInList(options).codes).toEqual(['plant:editPlant'])
  })
})

it('requests a page of plants, the worst first', async () => {
  const asked: unknown[] = []
  const answer = ({ url, body }: Readonly<{ url: string; body: unknown }>) => {
    asked.push(Object.fromEntries(new URL(url, 'http://here').searchParams), body)
    return { total: 1, data: [{ ...wire, id: 4, generationPower: 7, nextSunrise: 9 }] }
  }
  vi.stubGlobal('fetch', answerCalls({ 'POST /maintain-s/operating/station/search': answer }))
  const found = await searchPlants({ status: 'fault', sort: worstFirst, page: 2, size: 20 })
  expect(found).toMatchObject({ total: 1, rows: [{ id: 4, pvW: 7, nextSunriseMs: 9000, zone: 'Pacific/Auckland' }] })
  expect(asked).toEqual([
    { page: '2', size: '20', 'order.direction': 'DESC', 'order.property': 'status' },
    { statuses: ['fault'] },
  ])
})

it('reads only fields of the contract', () => {
  expect(Object.keys(wire).filter((name) => !(name in stationShape.shape))).toEqual([])
})
