// What a look-up of a place takes, and what the data of places costs in memory. In one process, without HTTP.
import {
  describePlace,
  findCountryOfAddress,
  listAreasBelow,
  listCountryNames,
  listCurrencies,
  listZonesAt,
  nameZones,
  searchCities,
} from '@heliograph/server/platform/places/places.ts'

let seed = 7
function draw(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const typed = [
  'Wien',
  'san',
  'Springfield Illinois',
  'Hauptstr. 5, 80331 München',
  '北京',
  'neu',
  'St. Gallen',
  'ber',
  'monachium',
]
const calls: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
  'country of an address': () =>
    findCountryOfAddress(Array.from({ length: 4 }, () => Math.floor(draw() * 256)).join('.')),
  'details of a place': () => describePlace({ latitude: draw() * 140 - 60, longitude: draw() * 360 - 180 }, 'de'),
  'search for a city': () => searchCities(typed[Math.floor(draw() * typed.length)] ?? '', 'de', undefined),
  'cities of Texas': () => listAreasBelow('US.TX', 'en'),
  'regions of Slovenia': () => listAreasBelow('SI', 'de'),
  countries: () => listCountryNames('de'),
  'time zones': async () => [await nameZones('de'), await listZonesAt(Date.now())],
  currencies: () => listCurrencies('de'),
}

function memoryMb(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

for (const [name, call] of Object.entries(calls)) {
  const beforeMb = memoryMb()
  const began = performance.now()
  await call()
  const firstMs = performance.now() - began
  const grownMb = memoryMb() - beforeMb
  const times: number[] = []
  for (let n = 0; n < 2_000; n += 1) {
    const from = performance.now()
    await call()
    times.push(performance.now() - from)
  }
  times.sort((left, right) => left - right)
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  console.log(
    `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; the first ${firstMs.toFixed(0)} ms and ${grownMb.toFixed(1)} MB`,
  )
}
