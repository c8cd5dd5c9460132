import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import { describe, expect, it } from 'vitest'
import { kindOfBrightSky, kindOfMetSymbol, kindOfOpenWeather, kindOfWmo } from './codes.ts'
import facts from './fixtures/facts.json' with { type: 'json' }

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('codes of the weather services', () => {
  it.each(Object.entries(facts.code_to_spec))('WMO %s is %s', (code, kind) => {
    expect(kindOfWmo(Number(code))).toBe(kind)
  })
  it.each([[4], [50], [100], [-1], [2.5], ['0'], [null], [undefined], [Number.NaN]])('WMO %s is unknown', (code) => {
    expect(kindOfWmo(code)).toBe('unknow')
  })

  const symbols: readonly (readonly [WeatherKind, readonly string[]])[] = [
    ['sunny', ['clearsky_day', 'clearsky_night', 'clearsky_polartwilight', 'fair_day', 'fair_night']],
    ['cloudy', ['partlycloudy_day', 'partlycloudy_night', 'cloudy']],
    ['foggy', ['fog']],
    ['rainy-s', ['lightrain', 'lightrainshowers_day']],
    ['rainy-l', ['rain', 'heavyrain', 'rainshowers_day', 'heavyrainshowers_night']],
    ['snow-s', ['snow', 'lightsnow', 'heavysnow', 'sleet', 'lightsleetshowers_day', 'heavysnowshowers_night']],
    [
      'thunder',
      [
        'rainandthunder',
        'lightrainandthunder',
        'heavysnowandthunder',
        'lightssleetshowersandthunder_day',
        'lightssnowshowersandthunder_polartwilight',
      ],
    ],
    ['unknow', ['', 'sandstorm', 'clearsky_dawn', 'SNOW', 'snowball']],
  ]
  it.each(symbols.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)))(
    'MET Norway %s is %s',
    (code, kind) => {
      expect(kindOfMetSymbol(code)).toBe(kind)
    },
  )

  const groups: readonly (readonly [WeatherKind, readonly number[]])[] = [
    ['thunder', [...range(200, 232), 771, 781]],
    ['rainy-s', [...range(300, 321), 500, 520]],
    ['rainy-l', [...range(501, 511), ...range(521, 531)]],
    ['snow-s', range(600, 622)],
    ['foggy', range(701, 762)],
    ['sunny', [800, 801]],
    ['cloudy', [802, 803, 804]],
    ['unknow', [0, 199, 233, 299, 400, 532, 623, 763, 799, 805, 900]],
  ]
  it.each(groups)('OpenWeather has its ids of %s', (kind, ids) => {
    expect(ids.filter((id) => kindOfOpenWeather(id) !== kind)).toEqual([])
  })

  it.each([
    ['clear-day', 0, 'sunny'],
    ['clear-night', 0, 'sunny'],
    ['partly-cloudy-day', 0, 'cloudy'],
    ['partly-cloudy-night', 0, 'cloudy'],
    ['cloudy', 0, 'cloudy'],
    ['wind', 0, 'cloudy'],
    ['fog', 0, 'foggy'],
    ['rain', 0.9, 'rainy-s'],
    ['rain', 1, 'rainy-l'],
    ['rain', null, 'rainy-l'],
    ['sleet', 2, 'snow-s'],
    ['snow', 2, 'snow-s'],
    ['hail', 2, 'thunder'],
    ['thunderstorm', 2, 'thunder'],
    [null, 0, 'unknow'],
    ['tornado', 0, 'unknow'],
  ] as const)('Bright Sky %s with %s mm is %s', (icon, mm, kind) => {
    expect(kindOfBrightSky(icon, mm)).toBe(kind)
  })
})
