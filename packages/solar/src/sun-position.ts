import { radiansPerDegree } from './degrees.ts'
import { DAY_MS } from './spans.ts'

/**
 * Direction of the sun's center, degrees. Azimuth 0..360 clockwise from north. Elevation is topocentric and true (no
 * air); the apparent values include refraction and are the ones that irradiance formulas need.
 */
export type SunPosition = Readonly<{
  elevationDeg: number
  apparentElevationDeg: number
  apparentZenithDeg: number
  azimuthDeg: number
}>

/** Pressure at sea level in Pa (ISO 2533 standard atmosphere). */
export const STANDARD_PRESSURE_PA = 101_325

/** Terrestrial time minus UTC in s; 1 s of error moves the sun by 0.00001 deg, so a constant serves 2000 to 2040. */
const DELTA_TS = 67
/** 2000-01-01T12:00Z in days since 1970. */
const J2000_DAYS = 10_957.5
/** Sun's radius plus refraction at the horizon: below this, refraction would be meaningless. */
const LOWEST_REFRACTED_DEG = -0.83337

/**
 * Sun position at a UTC instant (ms). Latitude north +, longitude east +, degrees; pressure in Pa and air temperature
 * in degC for refraction. Within 0.01 deg of the NREL SPA from 2000 to 2040.
 * Source: Meeus, Astronomical Algorithms, ch. 25 (low accuracy); refraction as in Reda and Andreas, NREL/TP-560-34302.
 */
export function getSunPosition(
  atMs: number,
  latitudeDeg: number,
  longitudeDeg: number,
  pressurePa = STANDARD_PRESSURE_PA,
  airTemperatureC = 12,
): SunPosition {
  const { sinDeclination, cosDeclination, hourAngle } = locateSun(atMs, longitudeDeg)
  const sinLatitude = Math.sin(latitudeDeg * radiansPerDegree)
  const cosLatitude = Math.cos(latitudeDeg * radiansPerDegree)
  const cosHour = Math.cos(hourAngle)
  const elevationDeg = toTopocentric(sinLatitude * sinDeclination + cosLatitude * cosDeclination * cosHour)
  // Both arguments times cos(declination), so that nothing is divided by it.
  const fromSouth = Math.atan2(
    Math.sin(hourAngle) * cosDeclination,
    cosHour * sinLatitude * cosDeclination - sinDeclination * cosLatitude,
  )
  const apparentElevationDeg = elevationDeg + getRefractionDeg(elevationDeg, pressurePa, airTemperatureC)
  return {
    elevationDeg,
    apparentElevationDeg,
    apparentZenithDeg: 90 - apparentElevationDeg,
    azimuthDeg: (fromSouth / radiansPerDegree + 540) % 360,
  }
}

/** True topocentric elevation of the sun's center in degrees (-90..90, no refraction), for rise and set. */
export function getSunElevationDeg(atMs: number, latitudeDeg: number, longitudeDeg: number): number {
  const { sinDeclination, cosDeclination, hourAngle } = locateSun(atMs, longitudeDeg)
  const latitude = latitudeDeg * radiansPerDegree
  return toTopocentric(Math.sin(latitude) * sinDeclination + Math.cos(latitude) * cosDeclination * Math.cos(hourAngle))
}

/** Declination of the sun in degrees: the latitude where it is overhead. */
export const getSunDeclinationDeg = (atMs: number): number =>
  Math.asin(locateSun(atMs, 0).sinDeclination) / radiansPerDegree

/** Local hour angle of the sun in degrees, -180..180: 0 at solar noon, negative before it. */
export function getHourAngleDeg(atMs: number, longitudeDeg: number): number {
  const turns = locateSun(atMs, longitudeDeg).hourAngle / (2 * Math.PI)
  return (turns - Math.round(turns)) * 360
}

/** Mean air pressure in Pa at an altitude in m above sea level (standard atmosphere, good to about 11 km). */
export function pressureFromAltitude(altitudeM: number): number {
  return 100 * (Math.max(0, 44_331.514 - altitudeM) / 11_880.516) ** (1 / 0.1902632)
}

type SunPlace = Readonly<{ sinDeclination: number; cosDeclination: number; hourAngle: number }>

function locateSun(atMs: number, longitudeDeg: number): SunPlace {
  const days = atMs / DAY_MS - J2000_DAYS
  const t = (days + DELTA_TS / 86_400) / 36_525
  const meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
  const anomaly = (357.52911 + t * (35_999.05029 - t * 0.0001537)) * radiansPerDegree
  const center =
    (1.914602 - t * (0.004817 + t * 0.000014)) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly)
  const node = (125.04 - 1934.136 * t) * radiansPerDegree
  const nutationDeg = -0.00478 * Math.sin(node)
  const longitude = (meanLongitude + center - 0.00569 + nutationDeg) * radiansPerDegree
  const obliquity = (23.43929111 - 0.0130041667 * t + 0.00256 * Math.cos(node)) * radiansPerDegree
  const sinLongitude = Math.sin(longitude)
  const cosObliquity = Math.cos(obliquity)
  const rightAscension = Math.atan2(cosObliquity * sinLongitude, Math.cos(longitude))
  const sinDeclination = Math.sin(obliquity) * sinLongitude
  const siderealDeg = 280.46061837 + 360.98564736629 * days + nutationDeg * cosObliquity
  return {
    sinDeclination,
    cosDeclination: Math.sqrt(1 - sinDeclination * sinDeclination),
    hourAngle: (siderealDeg + longitudeDeg) * radiansPerDegree - rightAscension,
  }
}

/** Elevation in degrees from its geocentric sine, lowered by parallax (8.794 arc seconds at the horizon). */
function toTopocentric(sinElevation: number): number {
  const elevation = Math.asin(sinElevation > 1 ? 1 : sinElevation < -1 ? -1 : sinElevation)
  return elevation / radiansPerDegree - 0.0024428 * Math.cos(elevation)
}

function getRefractionDeg(elevationDeg: number, pressurePa: number, airTemperatureC: number): number {
  if (elevationDeg < LOWEST_REFRACTED_DEG) return 0
  const bent = Math.tan((elevationDeg + 10.3 / (elevationDeg + 5.11)) * radiansPerDegree)
  return ((pressurePa / 101_000) * (283 / (273 + airTemperatureC)) * 1.02) / (60 * bent)
}
