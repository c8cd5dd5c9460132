// Cost of the pure functions that run most often, in microseconds per call.
import { localDate, offsetMinutes } from '@heliograph/domain/time.ts'
import { describeArray, type Plane } from '@heliograph/solar/array.ts'
import { getExpectedPower } from '@heliograph/solar/expected-power.ts'

function measureCallUs(calls: number, call: (n: number) => unknown): string {
  for (let n = 0; n < calls / 10; n++) call(n)
  const began = performance.now()
  for (let n = 0; n < calls; n++) call(n)
  return (((performance.now() - began) / calls) * 1000).toFixed(3)
}

const startMs = Date.parse('2026-06-01T00:00:00Z')
const zones = ['Europe/Berlin', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe'] as const
const intl = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })
const place = { latitudeDeg: 52, longitudeDeg: 13, altitudeM: 50 }
const planes: Plane[] = [90, 270].map((azimuthDeg) => ({ mount: 'fixed', pdc0W: 5_000, tiltDeg: 30, azimuthDeg }))
const array = describeArray({ ratedAcW: 8_000 })
const weather = { clearSkyIndex: 0.7, linkeTurbidity: 3.3, temperatureC: 20, windMs: 2 }

console.log(
  `offset and local date of an instant: ${measureCallUs(400_000, (n) => offsetMinutes(startMs + n * 30_000, zones[n % 4] ?? 'UTC') + localDate(startMs + n * 30_000, zones[n % 4] ?? 'UTC').length)} us (one Intl call: ${measureCallUs(40_000, (n) => intl.format(startMs + n * 120_000))} us)`,
)
console.log(
  `expected power of a plant with two planes: ${measureCallUs(100_000, (n) => getExpectedPower(startMs + n * 1_000, place, planes, array, weather))} us`,
)
