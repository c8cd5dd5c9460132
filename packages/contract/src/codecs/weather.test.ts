import { weatherKinds } from '@heliograph/domain/weather/weather-hour.ts'
import { assert, constant, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weatherDay, weatherHour, weatherSource } from '../region-s/weather.ts'
import { skyDay, skyHour, skySource } from './weather.ts'

const value = oneof(
  constant(null),
  integer({ min: -9_000, max: 110_000 }).map((hundredths) => hundredths / 100),
)
const instant = integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1_000)
const air = {
  kind: constantFrom(...weatherKinds),
  name: constantFrom('Sunny', ''),
  temperatureC: value,
  humidityPercent: value,
  pressureHpa: value,
  windMs: value,
  windDeg: value,
  cloudPercent: value,
  precipitationMm: value,
}

const strictHour = weatherHour.strict()
const strictDay = weatherDay.strict()
const strictSource = weatherSource.strict()

describe('the weather on the wire', () => {
  it('survives the way there and back, in the shape of the contract', () => {
    const hour = record({ ...air, atMs: instant, isSunUp: constantFrom(true, false), ghiWm2: value })
    const day = record({
      ...air,
      date: constant('2026-06-15'),
      temperatureMinC: value,
      temperatureMaxC: value,
      sunshineS: value,
      irradiationKwhM2: value,
      sunriseMs: oneof(constant(null), instant),
      sunsetMs: oneof(constant(null), instant),
      polar: constantFrom('always-up', 'always-down', null),
    })
    const source = record({
      zone: constant('Europe/Berlin'),
      reason: constantFrom('', 'off', 'place', 'waiting'),
      provider: constantFrom('', 'a service'),
      attribution: constantFrom(null, { text: 'A service', url: 'https://weather.example' }),
      knowsLight: constantFrom(true, false),
      knowsPast: constantFrom(true, false),
      answeredAtMs: oneof(constant(null), instant),
      fault: constantFrom('', 'timeout'),
    })
    assert(
      property(hour, day, source, (anHour, aDay, aSource) => {
        const wire = { hour: skyHour.toWire(anHour), day: skyDay.toWire(aDay), source: skySource.toWire(aSource) }
        expect(strictHour.parse(wire.hour)).toEqual(wire.hour)
        expect(strictDay.parse(wire.day)).toEqual(wire.day)
        expect(strictSource.parse(wire.source)).toEqual(wire.source)
        expect(skyHour.fromWire(wire.hour)).toEqual(anHour)
        expect(skyDay.fromWire(wire.day)).toEqual(aDay)
        expect(skySource.fromWire(wire.source)).toEqual(aSource)
      }),
    )
  })

  it('carries hundredths', () => {
    const day = { ...skyDay.fromWire(weatherDay.parse(sample)), temperatureC: 12.34567 }
    expect(skyDay.toWire(day)).toEqual({ ...sample, temp: 12.35 })
  })
})

const sample = {
  date: '2026-06-15',
  weatherPic: 'sunny',
  weatherName: 'Sunny',
  temp: 20,
  humidity: 40,
  pressure: 1_013,
  windSpeed: 3.2,
  windDeg: 180,
  clouds: 5,
  precipitation: 0,
  tempMin: 12,
  tempMax: 27,
  sunshineDuration: 50_000,
  irradiation: 7.5,
  sunrise: null,
  sunset: null,
  polar: 'always-up',
}
