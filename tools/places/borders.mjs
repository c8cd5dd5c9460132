// Outlines of countries from country-coder (ISC), to some ten meters, and of land (Natural Earth, public domain).
import { createRequire } from 'node:module'
import { packDifferences, packNumbers, packParts } from './pack.mjs'

// A dependency of the page.
const { feature } = createRequire(new URL('../../apps/web/package.json', import.meta.url))('topojson-client')

/**
 * Whose a place is. Territories with an own code keep it; Crimea and Northern Cyprus follow ISO 3166-2 and the United
 * Nations.
 */
const decided = { Q7835: 'UA', Q23681: 'CY', Q9143535: 'CY', Q9206745: 'CY', Q25231: 'SJ', Q14056: 'SJ' }
const excepted = { AC: 'SH', CP: 'FR', DG: 'IO', CQ: 'GG', FX: 'FR', IC: 'ES', TA: 'SH' }
const territories = {
  Q25396: 'BQ',
  Q25528: 'BQ',
  Q26180: 'BQ',
  Q34497: 'SH',
  Q46772: 'TF',
  Q190571: 'TF',
  Q201698: 'TF',
  Q1681727: 'TF',
}
const outlying = /^(Wake|Baker|Jarvis|Howland|Navassa) Island$|^(Midway|Palmyra|Johnston) Atoll$|^Kingman Reef$/

function codeOf({ id, iso1A2, country, nameEn, territory }, known) {
  if (decided[id] ?? territories[id]) return decided[id] ?? territories[id]
  if (outlying.test(nameEn)) return 'UM'
  if (nameEn === 'Guernsey' || nameEn === 'Alderney' || nameEn === 'Sark') return 'GG'
  if (/^(Peros Banhos|Egmont Islands|Great Chagos Bank|Salomon Atoll)$/.test(nameEn)) return 'IO'
  const code = excepted[iso1A2] ?? iso1A2 ?? territory ?? country
  return known.has(code) ? code : country
}

export function packBorders(features, land, countries, source) {
  const known = new Set(countries)
  const codes = ['', ...countries]
  const rings = []
  for (const { geometry, properties } of features) {
    if (!geometry) continue
    const code = codeOf(properties, known)
    if (!known.has(code)) continue
    // Nobody lives in a lake: holes are other countries, which come with their own outlines, so they must stay.
    // A hole is another ring of the same country: a place in both is in neither.
    for (const ring of geometry.coordinates.flat())
      rings.push({ code, points: ring.slice(0, -1).map(([x, y]) => [Math.round(x * 10_000), Math.round(y * 10_000)]) })
  }
  // The outlines reach far over the sea: land has no country of its own.
  for (const { geometry } of feature(land, land.objects.land).features)
    for (const polygon of geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates)
      for (const ring of polygon)
        rings.push({
          code: '',
          points: ring.slice(0, -1).map(([x, y]) => [Math.round(x * 1000) * 10, Math.round(y * 1000) * 10]),
        })
  const points = rings.flatMap((ring) => ring.points)
  const parts = {
    countries: packNumbers(rings.map(({ code }) => codes.indexOf(code))),
    counts: packNumbers(rings.map((ring) => ring.points.length)),
    longitudes: packDifferences(points.map(([x]) => x)),
    latitudes: packDifferences(points.map(([, y]) => y)),
  }
  return packParts({ source, codes }, parts)
}
