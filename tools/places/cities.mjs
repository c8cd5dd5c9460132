// Cities with at least 1,000 people and the seats of administrations, from GeoNames (CC BY 4.0).
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { foldName } from '../../apps/server/src/platform/places/fold-name.ts'
import { presentZoneName } from '../../packages/domain/src/time.ts'
import { packDifferences, packNumbers, packParts } from './pack.mjs'

/** Smaller places are found by their own name and its local spelling only. */
const MANY_NAMES_FROM = 30_000
const MOST_LATIN = 40
/** Letters of the page's languages: spellings with others are of languages that the page does not speak. */
const latin =
  /^[a-záàâäãåæçčćďđéèêëěęąíìîïłľĺńňñóòôöõőøœřŕśšşșťțţúùûüůűýÿźżžğıăơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹĩũß ’'ʼ.-]+$/u
const cyrillic = /^[а-яіїєґʼ’' -]+$/u
const han = /^\p{Script=Han}+$/u
const hangul = /^\p{Script=Hangul}+$/u
const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・]+$/u
const cyrillicCountries = new Set('UA RU BY BG RS MK ME BA KZ KG TJ MN'.split(' '))
const hanCountries = new Set(['CN', 'TW', 'HK', 'MO', 'JP', 'SG'])
const isLocal = (country, name) =>
  (hanCountries.has(country) && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) ||
  (/^K[RP]$/.test(country) && hangul.test(name)) ||
  (cyrillicCountries.has(country) && /\p{Script=Cyrillic}/u.test(name))

const rank = (name) => (/[іїєґ]/iu.test(name) ? 2 : /\p{M}/u.test(name.normalize('NFD')) ? 1 : 0)

function pickNames(name, asciiName, alternates, country, people) {
  const seen = new Set([foldName(name)])
  const kept = []
  const keep = (some, most) => {
    let left = most
    for (const one of some) {
      const folded = foldName(one)
      if (left === 0) return
      if (folded.length < 2 || seen.has(folded) || one.length > 50) continue
      seen.add(folded)
      kept.push(one)
      left -= 1
    }
  }
  keep([asciiName], 1)
  // Of two spellings that are searched alike the one with its accents, and Ukrainian before other Cyrillic ones.
  alternates.sort((left, right) => rank(right) - rank(left))
  keep(
    alternates.filter((one) => isLocal(country, one)),
    3,
  )
  if (people < MANY_NAMES_FROM) return kept
  const like = (pattern) => alternates.filter((one) => pattern.test(one.toLowerCase()) && !/^[A-Z]{3,4}$/.test(one))
  keep(like(latin), MOST_LATIN)
  keep(like(cyrillic), 6)
  keep(like(han), 3)
  keep(like(hangul), 1)
  keep(like(kana), 1)
  return kept
}

async function readCities(file) {
  const cities = []
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const cells = line.split('\t')
    const [id, name, asciiName, alternates, latitude, longitude, , kind, country, , admin] = cells
    const people = Number(cells[14])
    if (people < 1000 && !/^PPL(C|A\d?)$/.test(kind)) continue
    // Parts of a city, places that were given up, and camps are no answer to "which city".
    if (/^PPL(X|Q|W|H|CH|R)$/.test(kind)) continue
    cities.push({
      id: Number(id),
      name,
      country,
      people,
      isCapital: kind === 'PPLC',
      area: admin === '' || admin === '00' ? country : `${country}.${admin}`,
      zone: presentZoneName(cells[17]),
      at: [Math.round(Number(latitude) * 1000), Math.round(Number(longitude) * 1000)],
      names: pickNames(name, asciiName, alternates.split(',').filter(Boolean), country, people),
    })
  }
  return cities
}

/** By area, the largest first. */
export async function packCities(file, source) {
  const cities = (await readCities(file)).sort(
    (left, right) =>
      (left.area < right.area ? -1 : left.area > right.area ? 1 : 0) ||
      right.people - left.people ||
      left.id - right.id,
  )
  const areas = [...new Set(cities.map(({ area }) => area))]
  const counts = new Map(areas.map((area) => [area, 0]))
  for (const { area } of cities) counts.set(area, counts.get(area) + 1)
  const zones = [...new Set(cities.map(({ zone }) => zone))].sort()
  const text = (lines) => Buffer.from(lines.join('\n'))
  const parts = {
    counts: packNumbers([...counts.values()]),
    ids: packNumbers(cities.map(({ id }) => id)),
    latitudes: packDifferences(cities.map(({ at }) => at[0])),
    longitudes: packDifferences(cities.map(({ at }) => at[1])),
    // Eighths of powers of two: only the order matters.
    sizes: Buffer.from(cities.map(({ people }) => Math.min(255, Math.round(8 * Math.log2(people + 1))))),
    zones: packNumbers(cities.map(({ zone }) => zones.indexOf(zone))),
    names: text(cities.map(({ name }) => name)),
    others: text(cities.map(({ names }) => names.join('\t'))),
  }
  const bytes = packParts({ source, areas, zones, cities: cities.length }, parts)
  return { bytes, areas, cities }
}
