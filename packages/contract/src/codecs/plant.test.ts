import { plantRecordParts, usualPlantParts } from '@heliograph/domain/plant-record.ts'
import { describe, expect, it } from 'vitest'
import { station } from '../maintain-s/station.ts'
import { kilowattPeak } from './fields.ts'
import { plant, type SeenPlant } from './plant.ts'
import { fromPlantFields, plantRecord, toPlantFields } from './plant-record.ts'

const seen: SeenPlant = {
  ...usualPlantParts,
  id: 7,
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
  planes: [{ name: 'East', azimuthDeg: 90, tiltDeg: 20, capacityWp: 9840 }],
  capacities: [
    { from: null, capacityWp: 5000 },
    { from: '2026-11-01', capacityWp: 9840 },
  ],
  networkStatus: 'NORMAL',
  hasAlert: true,
  status: 'fault',
  reason: {
    kind: 'faultCode',
    count: 1,
    total: 2,
    group: 'inverter',
    sinceMs: 5000,
    code: 'F12',
    devices: [{ id: 3, name: 'Roof' }],
  },
  statusSinceMs: 5000,
  pvW: 1200,
  loadW: null,
  socPercent: 55,
  todayWh: 18_640.5,
  monthWh: null,
  yearWh: 0,
  totalWh: 9_000_000,
  todayYieldH: 1.9,
  airC: -2.5,
  weather: 'sunny',
  nextSunriseMs: null,
  lastAtMs: 1_764_000_000_000,
  createdAtMs: 1_700_000_000_000,
  role: 'admin',
  deviceCount: 2,
  loggerCount: 3,
  hasLayout: true,
  rights: ['viewPlantInfo', 'editPlant'],
  granted: ['viewPlantInfo'],
}

describe('a plant on the wire', () => {
  it('survives the way there and back, in fields of the contract alone', () => {
    const wire = plant.toWire(seen)
    expect(station.strict().parse(wire)).toEqual(wire)
    expect(Object.keys(wire).sort()).toEqual(Object.keys(station.shape).sort())
    expect(plant.fromWire(wire)).toEqual(seen)
  })

  it('keeps its capacity to the milliwatt in both directions', () => {
    for (const kwp of [1.001, 8.2, 0.0003, 9_999_999.999])
      expect(kilowattPeak.toWire(kilowattPeak.fromWire(kwp))).toBe(kwp)
  })

  it('says nothing of an owner’s grants, for whom every check passes', () => {
    expect(plant.toWire({ ...seen, granted: null }).externalRoleCode).toEqual([])
  })
})

describe('an edit of a plant', () => {
  it('carries the changed parts alone, and changes no other', () => {
    for (const part of plantRecordParts) {
      const sent = toPlantFields(seen, [part])
      expect(Object.keys(sent)).toHaveLength(1)
      expect(fromPlantFields(sent, seen)).toEqual({ [part]: seen[part] })
    }
  })

  it('reads a first day by the zone that comes with it', () => {
    const sent = toPlantFields({ ...seen, zone: 'America/Lima' }, ['zone', 'startedOn'])
    expect(fromPlantFields(sent, seen)).toEqual({ zone: 'America/Lima', startedOn: '2019-05-01' })
    expect(plantRecord.toWire({ ...seen, startedOn: null }).startOperatingTime).toBeNull()
  })
})
