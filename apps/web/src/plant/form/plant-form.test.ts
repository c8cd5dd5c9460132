import { plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import { newStation } from '@heliograph/contract/maintain-s/station.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkPlant,
  emptyDraft,
  findChanged,
  findRecounting,
  type PlantDraft,
  toDraft,
  toParts,
  toRecord,
} from './plant-form.ts'

const good: PlantDraft = {
  ...emptyDraft,
  name: ' Lindenhof roof ',
  type: 'HOUSE_ROOF',
  grid: 'BATTERY_BACKUP',
  capacity: '9,84',
  address: 'Lindenweg 4',
  latitude: '48.1371',
  longitude: '11.5754',
  zone: 'Europe/Berlin',
  currency: 'EUR',
  price: '0,31',
}

/** What the call of a draft carries. */
const sent = (draft: PlantDraft) => plantRecord.toWire(toRecord(draft) ?? expect.fail())

describe('the form of a new plant', () => {
  it('becomes the body of the call', () => {
    expect(checkPlant(good)).toEqual({})
    expect(toRecord(good)).toEqual({
      name: 'Lindenhof roof',
      type: 'HOUSE_ROOF',
      gridType: 'BATTERY_BACKUP',
      capacityWp: 9840,
      startedOn: null,
      floorAreaM2: null,
      address: 'Lindenweg 4',
      country: '',
      altitudeM: 0,
      latitudeDeg: 48.1371,
      longitudeDeg: 11.5754,
      zone: 'Europe/Berlin',
      currency: 'EUR',
      pricePerKwh: 0.31,
      azimuthDeg: 180,
      tiltDeg: 20,
    })
  })

  it('leaves an unknown price unknown', () => {
    expect(toRecord({ ...good, price: '' })?.pricePerKwh).toBeNull()
  })

  it('names every missing field', () => {
    expect(Object.keys(checkPlant(emptyDraft))).toEqual([
      'name',
      'type',
      'grid',
      'capacity',
      'latitude',
      'longitude',
      'zone',
      'currency',
    ])
    expect(toRecord(emptyDraft)).toBeUndefined()
  })

  it.each<[keyof PlantDraft, string]>([
    ['name', 'x'.repeat(101)],
    ['capacity', '0'],
    ['capacity', '-3'],
    ['capacity', '10000001'],
    ['latitude', '90.1'],
    ['longitude', '-181'],
    ['price', '-1'],
    ['azimuth', '361'],
    ['tilt', '91'],
    ['altitude', '9001'],
    ['startedOn', '1949-12-31'],
    ['startedOn', '2021-02-30'],
    ['area', '0'],
    ['area', 'big'],
    ['area', '1000000001'],
    ['zone', 'Mars/Olympus'],
    ['currency', 'EUX'],
  ])('refuses %s %s', (field, value) => {
    expect(Object.keys(checkPlant({ ...good, [field]: value }))).toEqual([field])
  })

  it('accepts and refuses the same values as the contract', () => {
    const number = fc.oneof(fc.double({ min: -400, max: 400, noNaN: true }), fc.integer({ min: -2e7, max: 2e7 }))
    fc.assert(
      fc.property(
        fc.record({
          capacity: number,
          latitude: number,
          longitude: number,
          price: number,
          azimuth: number,
          tilt: number,
        }),
        (numbers) => {
          const texts = Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, value.toFixed(3)]))
          const draft = { ...good, ...texts }
          const n = (key: string): number => Number(texts[key])
          const wire = newStation.safeParse({
            ...sent(good),
            installedCapacity: n('capacity'),
            locationLat: n('latitude'),
            locationLng: n('longitude'),
            mergeElectricPrice: n('price'),
            installationAzimuthAngle: n('azimuth'),
            installationTiltAngle: n('tilt'),
          })
          expect(toRecord(draft) !== undefined).toBe(wire.success)
        },
      ),
    )
  })

  it('starts with the defaults of the contract', () => {
    const {
      name,
      type,
      gridInterconnectionType,
      installedCapacity,
      locationLat,
      locationLng,
      regionTimezone,
      currency,
    } = sent({ ...good, price: '', address: '' })
    const least = {
      name,
      type,
      gridInterconnectionType,
      installedCapacity,
      locationLat,
      locationLng,
      regionTimezone,
      currency,
    }
    expect(newStation.parse(least)).toEqual(sent({ ...good, price: '', address: '' }))
  })
})

describe('the form of an existing plant', () => {
  const plant =
    toRecord({ ...good, price: '0.04615', startedOn: '2019-05-01', altitude: '519.5', area: '61.5' }) ?? expect.fail()
  const draft = toDraft(plant, 'de-DE')

  it('shows the current values in the format of the language', () => {
    expect(draft).toMatchObject({
      capacity: '9,84',
      price: '0,04615',
      startedOn: '2019-05-01',
      altitude: '519,5',
      area: '61,5',
    })
    expect(toRecord(draft)).toEqual(plant)
    expect(findChanged(draft, draft)).toEqual([])
  })

  it('sends only the changed fields', () => {
    const now = { ...draft, capacity: '12.5', tilt: ' 20,0 ', name: 'Roof' }
    const changed = findChanged(draft, now)
    expect(changed).toEqual(['name', 'capacity'])
    expect(toParts(changed)).toEqual(['name', 'capacityWp'])
  })

  it('keeps the time zone of the first day', () => {
    const now = { ...draft, zone: 'Asia/Tokyo' }
    expect(findChanged(draft, now)).toEqual(['zone'])
  })

  it('knows which changes recount the history', () => {
    expect(findRecounting(['name', 'capacity', 'price', 'currency', 'zone', 'latitude', 'azimuth'])).toEqual([
      'capacity',
      'zone',
      'latitude',
      'azimuth',
    ])
  })
})
