import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import type { ClimateName } from '@heliograph/solar/climates.ts'
import type { LoadProfileName } from '@heliograph/solar/household-profiles.ts'
import type { Fault } from './faults.ts'

/** One inverter behind a logger. `dcWp` is the nameplate of its modules. */
export type InverterSpec = Readonly<{ serial: string; ratedAcW: number; dcWp: number; master?: true }>

export type LoggerSpec = Readonly<{
  serial: number
  profileId: string
  firmware: string
  intervalMinutes: number
  inverters: readonly InverterSpec[]
}>

/** Equipment beside the inverters that a program reads. */
export type EquipmentKind =
  | 'meter'
  | 'exportLimiter'
  | 'storageConverter'
  | 'generator'
  | 'smartLoad'
  | 'weatherStation'

/** A way in which a home's devices answer (sites/links.ts). */
export type LinkName = 'sunspec'

export type PlantSpec = Readonly<{
  name: string
  type: PlantType
  gridType: GridType
  address: string
  country: string
  latitude: number
  longitude: number
  altitudeM: number
  zone: string
  currency: string
  pricePerKwh: number
  tiltDeg: number
  azimuthDeg: number
  climate: ClimateName
  meanTemperatureC: number
  seasonalSwingC: number
  load?: Readonly<{ profile: LoadProfileName; scale: number }>
  batteryWh?: number
  /** A program beside the battery reads its modules and cells. */
  batteryModules?: number
  /** A program beside the first inverter reads the optimizers behind its modules. */
  optimizers?: number
  /** A program reads this equipment beside the inverters. */
  equipment?: readonly EquipmentKind[]
  /** Kind of the modules in the plant's layout (draw-layout.ts). */
  drawn?: 'micro' | 'optimizer' | 'string'
  /** Its devices are asked on the network of the home: they have no logger that sends. */
  links?: readonly LinkName[]
  generatorW?: number
  exportLimitW?: number
  loggers: readonly LoggerSpec[]
  faults: readonly Fault[]
}>

let nextLogger = 1_790_000_100
let nextInverter = 1

/** Serial numbers are invented; they only look real. */
function logger(
  profileId: string,
  firmware: string,
  intervalMinutes: number,
  count: number,
  ratedAcW: number,
  dcWp: number,
  master = false,
): LoggerSpec {
  const inverters = Array.from({ length: count }, (_, i): InverterSpec => {
    const serial = `SIM${String(nextInverter++).padStart(7, '0')}`
    return { serial, ratedAcW, dcWp: dcWp / count, ...(master && i === 0 ? { master: true as const } : {}) }
  })
  return { serial: nextLogger++, profileId, firmware, intervalMinutes, inverters }
}

const solis = (count: number, ratedAcW: number, dcWp: number, interval = 5) =>
  logger('solis-0507', 'MW_08_512_0501_1.82', interval, count, ratedAcW, dcWp)
const solisLan = (count: number, ratedAcW: number, dcWp: number) =>
  logger('solis-0503', 'ME_08_0501_1.63', 5, count, ratedAcW, dcWp)
const sofar = (count: number, ratedAcW: number, dcWp: number) =>
  logger('sofar-2701', 'LSW3_14_2701_1.48', 5, count, ratedAcW, dcWp)
const hybrid = (ratedAcW: number, dcWp: number, interval = 5) =>
  logger('sofar-2708', 'LSW3_15_2701_1.57', interval, 1, ratedAcW, dcWp, true)
const micro = (ratedAcW: number, dcWp: number) => logger('deye-5408', 'MW3_16U_5408_1.53', 1, 1, ratedAcW, dcWp)

const withoutLayouts: readonly PlantSpec[] = [
  {
    name: 'Lake Turkana mini-grid',
    type: 'GROUND',
    gridType: 'CENTRALIZED_FULLY',
    address: 'Loiyangalani',
    country: 'KE',
    latitude: 2.76,
    longitude: 36.72,
    altitudeM: 380,
    zone: 'Africa/Nairobi',
    currency: 'KES',
    pricePerKwh: 12,
    tiltDeg: 10,
    azimuthDeg: 180,
    climate: 'semi-arid',
    meanTemperatureC: 29,
    seasonalSwingC: 2,
    loggers: [solis(3, 20_000, 66_000)],
    faults: [{ type: 'dead-string', device: 1, fromMs: -40 * DAY_MS, severity: 0.5 }],
  },
  {
    name: 'Warehouse Jundiaí',
    type: 'INDUSTRIAL_ROOF',
    gridType: 'DISTRIBUTED_FULLY',
    address: 'Jundiaí, São Paulo',
    country: 'BR',
    latitude: -23.19,
    longitude: -46.88,
    altitudeM: 760,
    zone: 'America/Sao_Paulo',
    currency: 'BRL',
    pricePerKwh: 0.78,
    tiltDeg: 8,
    azimuthDeg: 0,
    climate: 'maritime',
    meanTemperatureC: 21,
    seasonalSwingC: 4,
    loggers: [solis(2, 60_000, 140_000)],
    faults: [{ type: 'counter-reset', device: 0, fromMs: -75 * DAY_MS, toMs: -75 * DAY_MS, severity: 1 }],
  },
  {
    name: 'Kauri school',
    type: 'COMMERCIAL_ROOF',
    gridType: 'DISTRIBUTED_FULLY',
    address: 'Henderson, Auckland',
    country: 'NZ',
    latitude: -36.88,
    longitude: 174.63,
    altitudeM: 40,
    zone: 'Pacific/Auckland',
    currency: 'NZD',
    pricePerKwh: 0.17,
    tiltDeg: 15,
    azimuthDeg: 0,
    climate: 'maritime',
    meanTemperatureC: 15,
    seasonalSwingC: 4.5,
    loggers: [solisLan(2, 20_000, 48_000)],
    faults: [],
  },
  {
    name: 'Sierra Norte solar field',
    type: 'GROUND',
    gridType: 'CENTRALIZED_FULLY',
    address: 'Alburquerque, Badajoz',
    country: 'ES',
    latitude: 39.22,
    longitude: -6.99,
    altitudeM: 430,
    zone: 'Europe/Madrid',
    currency: 'EUR',
    pricePerKwh: 0.046,
    tiltDeg: 25,
    azimuthDeg: 180,
    climate: 'semi-arid',
    meanTemperatureC: 17,
    seasonalSwingC: 9,
    loggers: [
      sofar(4, 100_000, 500_000),
      sofar(4, 100_000, 500_000),
      sofar(4, 100_000, 500_000),
      sofar(4, 100_000, 500_000),
    ],
    faults: [
      { type: 'outage', device: 6, fromMs: -3 * DAY_MS, severity: 1 },
      { type: 'soiling', fromMs: -60 * DAY_MS, severity: 0.06 },
    ],
  },
  {
    name: 'Vineyard pump',
    type: 'GROUND',
    gridType: 'OFF_GRID',
    address: 'Stellenbosch',
    country: 'ZA',
    latitude: -33.93,
    longitude: 18.86,
    altitudeM: 140,
    zone: 'Africa/Johannesburg',
    currency: 'ZAR',
    pricePerKwh: 2.4,
    tiltDeg: 25,
    azimuthDeg: 0,
    climate: 'semi-arid',
    meanTemperatureC: 17,
    seasonalSwingC: 5,
    loggers: [sofar(1, 10_000, 11_000)],
    faults: [{ type: 'silence', fromMs: -1.4 * DAY_MS, severity: 1 }],
  },
  {
    name: 'Tin works 锡山工厂',
    type: 'INDUSTRIAL_ROOF',
    gridType: 'BATTERY_BACKUP',
    address: '江苏省无锡市锡山区',
    country: 'CN',
    latitude: 31.6,
    longitude: 120.36,
    altitudeM: 8,
    zone: 'Asia/Shanghai',
    currency: 'CNY',
    pricePerKwh: 0.391,
    tiltDeg: 10,
    azimuthDeg: 180,
    climate: 'maritime',
    meanTemperatureC: 17,
    seasonalSwingC: 12,
    load: { profile: 'workshop', scale: 6 },
    batteryWh: 215_000,
    equipment: ['meter', 'storageConverter'],
    loggers: [solis(2, 100_000, 220_000), solis(2, 100_000, 220_000)],
    faults: [],
  },
  {
    name: 'Saguaro house',
    type: 'HOUSE_ROOF',
    gridType: 'BATTERY_BACKUP',
    address: 'Tucson, Arizona',
    country: 'US',
    latitude: 32.25,
    longitude: -110.95,
    altitudeM: 730,
    zone: 'America/Phoenix',
    currency: 'USD',
    pricePerKwh: 0.14,
    tiltDeg: 18,
    azimuthDeg: 200,
    climate: 'semi-arid',
    meanTemperatureC: 22,
    seasonalSwingC: 10,
    load: { profile: 'american', scale: 1 },
    batteryWh: 20_000,
    batteryModules: 4,
    loggers: [hybrid(8_000, 12_400)],
    faults: [{ type: 'clipping', fromMs: -120 * DAY_MS, severity: 0.75 }],
  },
  {
    name: 'Patan clinic',
    type: 'COMMERCIAL_ROOF',
    gridType: 'PV_BTR_USE',
    address: 'Lalitpur',
    country: 'NP',
    latitude: 27.67,
    longitude: 85.32,
    altitudeM: 1320,
    zone: 'Asia/Kathmandu',
    currency: 'NPR',
    pricePerKwh: 11,
    tiltDeg: 28,
    azimuthDeg: 180,
    climate: 'maritime',
    meanTemperatureC: 18,
    seasonalSwingC: 7,
    load: { profile: 'small', scale: 4 },
    batteryWh: 15_000,
    loggers: [hybrid(5_000, 6_600)],
    faults: [{ type: 'sentinel', fromMs: -6 * DAY_MS, toMs: -5 * DAY_MS, severity: 1 }],
  },
  {
    name: 'Lord Howe lodge',
    type: 'COMMERCIAL_ROOF',
    gridType: 'BATTERY_BACKUP',
    address: 'Lord Howe Island',
    country: 'AU',
    latitude: -31.55,
    longitude: 159.08,
    altitudeM: 10,
    zone: 'Australia/Lord_Howe',
    currency: 'AUD',
    pricePerKwh: 0.32,
    tiltDeg: 20,
    azimuthDeg: 10,
    climate: 'maritime',
    meanTemperatureC: 19,
    seasonalSwingC: 3.5,
    load: { profile: 'american', scale: 0.6 },
    batteryWh: 13_500,
    exportLimitW: 5_000,
    equipment: ['exportLimiter'],
    loggers: [hybrid(6_000, 8_200)],
    faults: [{ type: 'link-loss', fromMs: -9 * HOUR_MS, toMs: -7 * HOUR_MS, severity: 1 }],
  },
  {
    name: 'Jayanagar workshop',
    type: 'COMMERCIAL_ROOF',
    gridType: 'BATTERY_BACKUP',
    address: 'Bengaluru',
    country: 'IN',
    latitude: 12.93,
    longitude: 77.58,
    altitudeM: 920,
    zone: 'Asia/Kolkata',
    currency: 'INR',
    pricePerKwh: 7.1,
    tiltDeg: 12,
    azimuthDeg: 180,
    climate: 'semi-arid',
    meanTemperatureC: 24,
    seasonalSwingC: 3,
    load: { profile: 'workshop', scale: 0.5 },
    batteryWh: 10_000,
    loggers: [hybrid(12_000, 16_000)],
    faults: [{ type: 'soiling', fromMs: -80 * DAY_MS, severity: 0.18 }],
  },
  {
    name: 'Tromsø cabin',
    type: 'HOUSE_ROOF',
    gridType: 'BATTERY_BACKUP',
    address: 'Kvaløya, Tromsø',
    country: 'NO',
    latitude: 69.69,
    longitude: 18.7,
    altitudeM: 30,
    zone: 'Europe/Oslo',
    currency: 'NOK',
    pricePerKwh: 0.62,
    tiltDeg: 45,
    azimuthDeg: 170,
    climate: 'maritime',
    meanTemperatureC: 4,
    seasonalSwingC: 9,
    load: { profile: 'small', scale: 1 },
    batteryWh: 7_700,
    equipment: ['smartLoad'],
    loggers: [hybrid(5_000, 5_400)],
    faults: [{ type: 'snow', fromMs: -300 * DAY_MS, toMs: -240 * DAY_MS, severity: 0.9 }],
  },
  {
    name: 'Alpine hut Sefinen',
    type: 'HOUSE_ROOF',
    gridType: 'PV_BTR_USE',
    address: 'Mürren, Bern',
    country: 'CH',
    latitude: 46.55,
    longitude: 7.87,
    altitudeM: 2_340,
    zone: 'Europe/Zurich',
    currency: 'CHF',
    pricePerKwh: 0.4,
    tiltDeg: 50,
    azimuthDeg: 190,
    climate: 'maritime',
    meanTemperatureC: 1,
    seasonalSwingC: 8,
    load: { profile: 'small', scale: 2.2 },
    batteryWh: 16_000,
    batteryModules: 3,
    generatorW: 4_000,
    equipment: ['generator'],
    loggers: [hybrid(5_000, 7_200)],
    faults: [{ type: 'gap', fromMs: -20 * DAY_MS, toMs: -18 * DAY_MS, severity: 1 }],
  },
  {
    name: 'Balkon Ehrenfeld',
    type: 'HOUSE_ROOF',
    gridType: 'EXCESS',
    address: 'Köln',
    country: 'DE',
    latitude: 50.95,
    longitude: 6.92,
    altitudeM: 55,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    pricePerKwh: 0.31,
    tiltDeg: 70,
    azimuthDeg: 195,
    climate: 'maritime',
    meanTemperatureC: 11,
    seasonalSwingC: 8,
    loggers: [micro(800, 860)],
    faults: [
      {
        type: 'spike',
        device: 0,
        fromMs: -12 * DAY_MS + 11 * HOUR_MS,
        toMs: -12 * DAY_MS + 11.4 * HOUR_MS,
        severity: 1,
      },
    ],
  },
  {
    name: 'Harbor depot',
    type: 'COMMERCIAL_ROOF',
    gridType: 'EXCESS',
    address: 'Waalhaven, Rotterdam',
    country: 'NL',
    latitude: 51.89,
    longitude: 4.45,
    altitudeM: 4,
    zone: 'Europe/Amsterdam',
    currency: 'EUR',
    pricePerKwh: 0.11,
    tiltDeg: 10,
    azimuthDeg: 165,
    climate: 'maritime',
    meanTemperatureC: 11,
    seasonalSwingC: 7,
    load: { profile: 'workshop', scale: 3 },
    loggers: [hybrid(120_000, 154_000)],
    faults: [{ type: 'clock-shift', device: 0, fromMs: -28 * DAY_MS, severity: 3_600 }],
  },
  {
    name: 'Lindenhof roof',
    type: 'HOUSE_ROOF',
    gridType: 'BATTERY_BACKUP',
    address: 'Lindenhof, Potsdam',
    country: 'DE',
    latitude: 52.4,
    longitude: 13.06,
    altitudeM: 45,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    pricePerKwh: 0.29,
    tiltDeg: 32,
    azimuthDeg: 185,
    climate: 'maritime',
    meanTemperatureC: 10,
    seasonalSwingC: 9,
    load: { profile: 'european', scale: 1 },
    batteryWh: 10_240,
    drawn: 'string',
    loggers: [hybrid(8_000, 9_840, 1)],
    faults: [],
  },
]

const ofModules: readonly PlantSpec[] = [
  {
    name: 'Gartenhaus Wannsee',
    type: 'HOUSE_ROOF',
    gridType: 'EXCESS',
    address: 'Wannsee, Berlin',
    country: 'DE',
    latitude: 52.42,
    longitude: 13.16,
    altitudeM: 35,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    pricePerKwh: 0.3,
    tiltDeg: 22,
    azimuthDeg: 175,
    climate: 'maritime',
    meanTemperatureC: 10,
    seasonalSwingC: 9,
    drawn: 'micro',
    loggers: [logger('deye-5408', 'MW3_16U_5408_1.53', 5, 6, 2_000, 10_080)],
    faults: [
      { type: 'weak-string', device: 1, fromMs: -60 * DAY_MS, severity: 0.3 },
      { type: 'dead-string', device: 4, fromMs: -25 * DAY_MS, severity: 0.25 },
    ],
  },
  {
    name: 'Granja Toro',
    type: 'COMMERCIAL_ROOF',
    gridType: 'EXCESS',
    address: 'Toro, Zamora',
    country: 'ES',
    latitude: 41.52,
    longitude: -5.39,
    altitudeM: 740,
    zone: 'Europe/Madrid',
    currency: 'EUR',
    pricePerKwh: 0.16,
    tiltDeg: 15,
    azimuthDeg: 190,
    climate: 'semi-arid',
    meanTemperatureC: 13,
    seasonalSwingC: 10,
    load: { profile: 'workshop', scale: 0.3 },
    equipment: ['meter', 'weatherStation'],
    optimizers: 15,
    drawn: 'optimizer',
    loggers: [sofar(1, 6_000, 6_450)],
    faults: [],
  },
]

/** Homes whose devices are asked: nothing sends, so their past comes from files. */
const asked: readonly PlantSpec[] = [
  {
    name: 'Ammersee farmhouse',
    type: 'HOUSE_ROOF',
    gridType: 'EXCESS',
    address: 'Dießen am Ammersee',
    country: 'DE',
    latitude: 47.95,
    longitude: 11.1,
    altitudeM: 560,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    pricePerKwh: 0.08,
    tiltDeg: 32,
    azimuthDeg: 190,
    climate: 'maritime',
    meanTemperatureC: 9,
    seasonalSwingC: 10,
    load: { profile: 'european', scale: 1.4 },
    links: ['sunspec'],
    loggers: [
      {
        serial: 1_790_009_001,
        profileId: 'solis-0507',
        firmware: '',
        intervalMinutes: 1,
        inverters: [{ serial: 'SIM9000001', ratedAcW: 8_200, dcWp: 9_600 }],
      },
    ],
    faults: [],
  },
]

/**
 * The demo's fleet. Those with modules one by one come first, so that the others keep their serial
 * numbers. The last plant is created last and so comes first in the list.
 * Fault times are relative to the UTC midnight before the plant was created, in milliseconds (negative: in the past).
 */
export const fleet: readonly PlantSpec[] = [...ofModules, ...asked, ...withoutLayouts]
