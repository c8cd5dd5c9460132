// The principal place of each time zone, from the tz database (public domain).
import { readFileSync } from 'node:fs'
import { presentZoneName } from '../../packages/domain/src/time.ts'
import { packParts } from './pack.mjs'

/** Degrees of "+5230" or "-0771200": degrees, minutes, and seconds where they are given. */
function degreesOf(written, digits) {
  const [whole, minutes, seconds] = [
    written.slice(1, 1 + digits),
    written.slice(1 + digits, 3 + digits),
    written.slice(3 + digits),
  ]
  const degrees = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600
  return Math.round((written[0] === '-' ? -degrees : degrees) * 1000) / 1000
}

/** @param file zone.tab: country, coordinates, zone */
export function packZones(file) {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [country, coordinates, zone] = line.split('\t')
      const [, latitude, longitude] = /^([+-]\d+)([+-]\d+)$/.exec(coordinates)
      return [presentZoneName(zone), country, degreesOf(latitude, 2), degreesOf(longitude, 3)]
    })
  return packParts({ source: 'tz database, zone.tab' }, { places: Buffer.from(JSON.stringify(rows)) })
}
