import { languageCodes } from '@heliograph/domain/languages.ts'
import { listZones, offsetMinutes } from '@heliograph/domain/time.ts'
import { describe, expect, it } from 'vitest'
import { openCities } from './cities.ts'
import { ownSpellings } from './city-name.ts'
import reference from './fixtures/geo_lookup.json' with { type: 'json' }
import { readPacked } from './place-data.ts'
import { describePlace, findCountryOfAddress, listAreasBelow, listCountryNames, searchCities } from './places.ts'

const at = (latitude: number, longitude: number) => describePlace({ latitude, longitude }, 'en')
const [winterMs, summerMs] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]

describe('describePlace', () => {
  it('knows country, region and clock of the reference cities', async () => {
    // The region of Arba Minch was founded after the names of regions were gathered.
    for (const { city, lat, lon, country, geonames_admin1, zone } of reference.cases) {
      const found = await at(lat, lon)
      const offsets = (key: string | null | undefined) =>
        key ? [offsetMinutes(winterMs, key), offsetMinutes(summerMs, key)] : []
      expect([city, found?.country.code, offsets(found?.zone)]).toEqual([city, country, offsets(zone)])
      const id = `${country}.${geonames_admin1}`
      if (city !== 'Arba Minch') expect([city, found?.area?.id]).toEqual([city, id])
    }
  })

  it('names the place in the language of the page, else in English', async () => {
    const munich = { latitude: 48.137, longitude: 11.575 }
    expect(await describePlace(munich, 'de')).toMatchObject({
      country: { code: 'DE', name: 'Deutschland', currency: 'EUR' },
      area: { id: 'DE.02', name: 'Bayern' },
      city: { id: 2_867_714, name: 'München' },
      zone: 'Europe/Berlin',
    })
    expect(await describePlace(munich, 'uk')).toMatchObject({
      country: { name: 'Німеччина' },
      area: { name: 'Bavaria' },
    })
    expect((await describePlace({ latitude: 41.9, longitude: 12.48 }, 'de'))?.city?.name).toBe('Rom')
  })

  it.each([
    ['München', 'de', 48.14, 11.58],
    ['慕尼黑', 'zh', 48.14, 11.58],
    ['ミュンヘン', 'ja', 48.14, 11.58],
    ['Munich', 'fr', 48.14, 11.58],
    ['上海', 'zh', 31.23, 121.47],
    ['Shanghai', 'en', 31.23, 121.47],
    ['東京', 'ja', 35.68, 139.69],
    ['Tokyo', 'en', 35.68, 139.69],
    ['London', 'en', 51.5, -0.1],
    ['Fürth', 'de', 49.47, 10.99],
    ['Unterhaching', 'de', 48.066, 11.61],
  ] as const)('calls the city %s in %s, not a district of it', async (name, language, latitude, longitude) => {
    expect((await describePlace({ latitude, longitude }, language))?.city?.name).toBe(name)
  })

  it('has spellings of its own for cities that it knows', async () => {
    const cities = await openCities()
    const known = new Map<number, string>()
    for (let index = 0; index < cities.count; index += 1) {
      const { id, name } = cities.at(index)
      if (id in ownSpellings) known.set(id, name)
    }
    expect([...known.values()].sort()).toEqual([
      'Florence',
      'Genève',
      'Kraków',
      'Köln',
      'Milan',
      'Munich',
      'Naples',
      'Nürnberg',
      'The Hague',
      'Turin',
      'Venice',
    ])
    expect(known.size).toBe(Object.keys(ownSpellings).length)
  })

  it.each([
    ['the middle of the Atlantic', 30, -45],
    ['the Atlantic below Brazil', 0, -30],
    ['the north pole', 90, 0],
    ['the date line', -20, 180],
    ['the North Sea', 56.5, 3.2],
  ])('knows nothing of %s', async (_, latitude, longitude) => {
    expect(await at(latitude, longitude)).toBeUndefined()
  })

  it.each([
    ['a territory has its own code', 18.4, -66.1, 'PR', 'America/Puerto_Rico'],
    ['an island off its country', 28.1, -15.4, 'ES', 'Atlantic/Canary'],
    ['Crimea is in Ukraine', 44.95, 34.1, 'UA', 'Europe/Simferopol'],
    ['the north of Nicosia is in Cyprus', 35.19, 33.36, 'CY', 'Asia/Nicosia'],
    ['a country within another', 41.903, 12.453, 'VA', 'Europe/Vatican'],
    ['the ice has no zone of a city', -80, 0, 'AQ', null],
    ['the south pole is on land', -90, 0, 'AQ', null],
    ['Lapland, far from its towns', 67.9, 26.2, 'FI', 'Europe/Helsinki'],
    ['the Chukchi Peninsula, beyond the date line', 66, -175, 'RU', 'Asia/Anadyr'],
    ['Wrangel Island, on both sides of it', 71.2, -179.5, 'RU', 'Asia/Anadyr'],
    ['Wrangel Island, on the line', 71.2, 180, 'RU', 'Asia/Anadyr'],
    ['an island without a city', -31.55, 159.08, 'AU', 'Australia/Lord_Howe'],
    ['an island whose zone the list of cities does not know', -3.85, -32.42, 'BR', 'America/Noronha'],
    ['a town whose zone the list of cities has wrong', 64.57, 143.23, 'RU', 'Asia/Ust-Nera'],
    ['a station on the ice', -66.28, 110.52, 'AQ', 'Antarctica/Casey'],
    ['a covered country', 27.13, -13.16, 'EH', 'Africa/El_Aaiun'],
    ['an island of Fiji, on the line', -16.8, 180, 'FJ', 'Pacific/Fiji'],
  ])('%s', async (_, latitude, longitude, country, zone) => {
    const found = await at(latitude, longitude)
    expect([found?.country.code, found?.zone]).toEqual([country, zone])
  })

  it('knows the zone of the place that gives each zone its name', async () => {
    const rows = JSON.parse((await readPacked('zones')).part('places').toString('utf8')) as [
      ...[zone: string, country: string, latitude: number, longitude: number],
    ][]
    const zones = new Set(listZones())
    const wrong: string[] = []
    for (const [zone, country, latitude, longitude] of rows) {
      const found = await at(latitude, longitude)
      if (zones.has(zone) && (found?.zone !== zone || found.country.code !== country)) wrong.push(zone)
    }
    // Written in whole minutes, which is in France.
    expect(wrong).toEqual(['Europe/Monaco'])
    expect(rows.length).toBeGreaterThan(400)
  })

  it('names no city far from all', async () => {
    expect(await at(72, -40)).toMatchObject({ country: { code: 'GL' }, city: null, zone: 'America/Nuuk' })
  })
})

describe('findCountryOfAddress', () => {
  it.each([
    ['8.8.8.8', 'US'],
    ['1.0.1.1', 'CN'],
    ['8.8.8.8, 1.0.1.1', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['2a00:1450:4001::5', 'IE'],
    ['10.0.0.1', null],
    ['192.168.1.7', null],
    ['203.0.113.9', null],
    ['2001:db8::1', null],
    ['::1', null],
    ['fe80::1', null],
    ['0.0.0.0', null],
    ['255.255.255.255', null],
    ['ffff::', null],
    ['8.8.8', null],
    ['', null],
  ])('%j is in %s', async (address, country) => {
    expect(await findCountryOfAddress(address)).toBe(country)
  })
})

describe('searchCities', () => {
  const first = async (typed: string, home?: string) => {
    const [found] = await searchCities(typed, 'de', home)
    return found && `${found.city.name}, ${found.city.country}`
  }

  it.each([
    ['Wien', 'Vienna, AT'],
    ['munchen', 'Munich, DE'],
    ['MUENCHEN', 'Munich, DE'],
    ['Monachium', 'Munich, DE'],
    ['慕尼黑', 'Munich, DE'],
    ['Київ', 'Kyiv, UA'],
    ['東京', 'Tokyo, JP'],
    ['St. Gallen', 'Sankt Gallen, CH'],
    ['Springfield Illinois', 'Springfield, US'],
    ['Zürich, Schweiz', 'Zürich, CH'],
    ['Saint-Denis, Réunion', 'Saint-Denis, RE'],
    ['Hauptstr. 5, 80331 München', 'Munich, DE'],
    ['Hauptstr. 5 80331 München', 'Munich, DE'],
    ['12 rue de la Paix, 75002 Paris', 'Paris, FR'],
  ])('%s leads to %s', async (typed, expected) => {
    expect(await first(typed)).toBe(expected)
  })

  it('prefers the country of the plant', async () => {
    expect([await first('Lugo'), await first('Lugo', 'IT')]).toEqual(['Lugo, ES', 'Lugo, IT'])
  })

  it('shows the typed spelling beside a name that differs', async () => {
    const [munich] = await searchCities('münch', 'de', undefined)
    expect([munich?.matched, munich?.areaName, munich?.countryName]).toEqual(['München', 'Bayern', 'Deutschland'])
    expect((await searchCities('berl', 'de', undefined))[0]?.matched).toBeNull()
  })

  it('finds nothing in nonsense and survives any text', async () => {
    for (const typed of ['xqzjk', '12345', ',,,', '....', '\n\t', '\\', 'a'.repeat(5_000), '%_', '\u0000\u0000'])
      expect(await searchCities(typed, 'en', undefined)).toEqual([])
  })
})

describe('the tree of areas', () => {
  it('leads from a country over its regions to its cities', async () => {
    const regions = await listAreasBelow('DE', 'de')
    expect([regions?.length, regions?.[1]?.name, regions?.[1]?.id]).toEqual([16, 'Bayern', 'DE.02'])
    const cities = await listAreasBelow('DE.02', 'en')
    expect(cities?.slice(0, 2).map(({ name, level }) => [name, level])).toEqual([
      ['Munich', 'city'],
      ['Nürnberg', 'city'],
    ])
    expect(cities?.[0]?.place).toEqual({ latitude: 48.137, longitude: 11.575 })
  })

  it('knows no others', async () => {
    expect(await listAreasBelow('ZZ', 'en')).toBeUndefined()
    expect(await listAreasBelow('DE.99', 'en')).toBeUndefined()
  })

  it('names 250 countries in each language, in its order', () => {
    for (const language of languageCodes) expect(listCountryNames(language).size).toBe(250)
    const german = [...listCountryNames('de').values()]
    expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Paraguay'))
  })
})
