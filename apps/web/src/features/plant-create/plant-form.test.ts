import { newStation } from '@heliograph/contract/maintain-s/station.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPlant, emptyDraft, type PlantDraft, toNewStation } from './plant-form.ts'

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

describe('the form of a new plant', () => {
  it('becomes what the call takes', () => {
    expect(checkPlant(good)).toEqual({})
    expect(toNewStation(good)).toEqual({
      name: 'Lindenhof roof',
      type: 'HOUSE_ROOF',
      gridInterconnectionType: 'BATTERY_BACKUP',
      installedCapacity: 9.84,
      locationAddress: 'Lindenweg 4',
      locationLat: 48.1371,
      locationLng: 11.5754,
      regionTimezone: 'Europe/Berlin',
      currency: 'EUR',
      mergeElectricPrice: 0.31,
      installationAzimuthAngle: 180,
      installationTiltAngle: 30,
    })
  })

  it('leaves an unknown price unknown', () => {
    expect(toNewStation({ ...good, price: '' })?.mergeElectricPrice).toBeNull()
  })

  it('names every field that is missing', () => {
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
    expect(toNewStation(emptyDraft)).toBeUndefined()
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
    ['zone', 'Mars/Olympus'],
    ['currency', 'EUX'],
  ])('refuses %s %s', (field, value) => {
    expect(Object.keys(checkPlant({ ...good, [field]: value }))).toEqual([field])
  })

  it('agrees with the contract: what it lets through, the server takes; numbers out of the contract it refuses', () => {
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
            ...toNewStation(good),
            installedCapacity: n('capacity'),
            locationLat: n('latitude'),
            locationLng: n('longitude'),
            mergeElectricPrice: n('price'),
            installationAzimuthAngle: n('azimuth'),
            installationTiltAngle: n('tilt'),
          })
          expect(toNewStation(draft) !== undefined).toBe(wire.success)
        },
      ),
    )
  })
})
