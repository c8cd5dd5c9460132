import { DAY_MS } from './spans.ts'

/** Mean irradiance outside the atmosphere in W/m2 that this package's models were fitted with. */
const SOLAR_CONSTANT_WM2 = 1366.1

/**
 * Day of the year, 1..366, of the UTC date of an instant (ms). Civil calendar by arithmetic: no Date object per call.
 */
export function getDayOfYearUtc(atMs: number): number {
  const day = Math.floor(atMs / DAY_MS)
  // Years counted from 1 March 0000, so that the leap day is a year's last (Howard Hinnant's day count).
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const fromMarch = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  // March year y runs into January and February of calendar year y + 1, whose leap day is the one just counted.
  if (fromMarch >= 306) return fromMarch - 305
  const year = yearOfEra + era * 400
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return fromMarch + (leap ? 61 : 60)
}

/**
 * Irradiance outside the atmosphere on a plane that faces the sun, W/m2 (about 1320..1415), for a day of the year
 * 1..366.
 * Source: Spencer, Search 2 (1971) 172.
 */
export function getExtraterrestrialWm2(dayOfYear: number): number {
  const b = (2 * Math.PI * (dayOfYear - 1)) / 365
  return (
    SOLAR_CONSTANT_WM2 *
    (1.00011 + 0.034221 * Math.cos(b) + 0.00128 * Math.sin(b) + 0.000719 * Math.cos(2 * b) + 0.000077 * Math.sin(2 * b))
  )
}
