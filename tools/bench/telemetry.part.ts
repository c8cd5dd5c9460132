import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { getClearSkyIndex, type Sky } from '@heliograph/solar/clouds.ts'
import { getHouseholdLoadW } from '@heliograph/solar/household.ts'
import { loadProfiles } from '@heliograph/solar/household-profiles.ts'
import { smoothNoiseAt } from '@heliograph/solar/random.ts'
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'

/** Plants of two inverters with twenty quantities each, in the resolution in which real inverters report them. */
export const ZONE = 'Europe/Berlin'
export const RATED_W = 5_000

const common = [
  'pv1VoltageV',
  'pv1CurrentA',
  'pv2VoltageV',
  'pv2CurrentA',
  'ac1VoltageV',
  'ac2VoltageV',
  'ac3VoltageV',
  'ac1CurrentA',
  'acFrequencyHz',
  'acPowerW',
  'generationTodayWh',
  'generationTotalWh',
  'inverterTemperatureC',
] as const
const ofHybrid = [
  'gridPowerW',
  'loadPowerW',
  'batteryPowerW',
  'batterySocPercent',
  'batteryVoltageV',
  'gridImportTotalWh',
  'gridExportTotalWh',
] as const
const ofStringInverter = [
  'pv1PowerW',
  'pv2PowerW',
  'pvPowerW',
  'dcBusVoltageV',
  'powerFactor',
  'radiatorTemperatureC',
  'inverterState',
] as const

export const kinds: readonly Readonly<{ quantities: readonly QuantityId[]; flows: readonly Flow[] }>[] = [
  { quantities: [...common, ...ofHybrid], flows: ['generation', 'import', 'export'] },
  { quantities: [...common, ...ofStringInverter], flows: ['generation'] },
]

export type BenchPlant = {
  readonly seed: number
  readonly sky: Sky
  atMs: number
  socWh: number
  importWh: number
  exportWh: number
  readonly generationWh: [number, number]
  readonly dayWh: [number, number]
}

export function createBenchPlant(seed: number): BenchPlant {
  const place = { latitudeDeg: 46 + (seed % 80) / 10, longitudeDeg: 6 + (seed % 97) / 10 }
  return {
    seed,
    sky: { seed, regionSeed: seed % 7, climate: 'maritime', ...place },
    atMs: 0,
    socWh: 4_000,
    importWh: 1_000_000 + seed * 977,
    exportWh: 2_000_000 + seed * 1_301,
    generationWh: [5_000_000 + seed * 3_701, 4_000_000 + seed * 2_903],
    dayWh: [0, 0],
  }
}

const to = (value: number, step: number): number => Math.round(value / step) / Math.round(1 / step)
const BATTERY_WH = 10_000

/** Advances a plant and returns the reports of its two inverters. */
export function readPlant(plant: BenchPlant, atMs: number): readonly [Values, Values] {
  const { seed, sky } = plant
  const hours = plant.atMs === 0 ? 0 : (atMs - plant.atMs) / 3_600_000
  // German DST all year: only midnight matters here.
  const localMs = atMs + 7_200_000
  if (Math.floor(localMs / 86_400_000) !== Math.floor((plant.atMs + 7_200_000) / 86_400_000)) plant.dayWh.fill(0)
  plant.atMs = atMs
  const elevation = getSunElevationDeg(atMs, sky.latitudeDeg, sky.longitudeDeg)
  const sun = elevation > 0 ? Math.sin((elevation * Math.PI) / 180) ** 1.15 * getClearSkyIndex(sky, atMs) : 0
  const noise = (stream: number, minutes: number): number => smoothNoiseAt(seed, stream, atMs / (minutes * 60_000))
  const acW = [0, 1].map((i) => Math.min(RATED_W, RATED_W * (0.95 - 0.1 * i) * sun * (1 + 0.01 * noise(60 + i, 5))))
  const [w0 = 0, w1 = 0] = acW.map((w) => (w < 20 ? 0 : w))
  const minute = Math.floor((localMs % 86_400_000) / 60_000)
  const loadW = getHouseholdLoadW(seed, minute, Math.floor(localMs / 86_400_000), loadProfiles.european)
  const excess = w0 + w1 - loadW
  const room = excess > 0 ? BATTERY_WH - plant.socWh : plant.socWh - 1_000
  const stored = Math.sign(excess) * Math.min(Math.abs(excess), 3_000, Math.max(0, room) / Math.max(hours, 1 / 12))
  plant.socWh += stored * hours
  const gridW = stored - excess
  if (gridW > 0) plant.importWh += gridW * hours
  else plant.exportWh -= gridW * hours
  plant.generationWh[0] += w0 * hours
  plant.generationWh[1] += w1 * hours
  plant.dayWh[0] += w0 * hours
  plant.dayWh[1] += w1 * hours
  const both = [w0, w1].map((w, i): Values => {
    const volts = 231 + 2.5 * noise(3, 20) + 3 * (w / RATED_W) + 0.3 * noise(4, 3)
    const dcV = w > 0 ? 410 - 30 * (w / RATED_W) + 6 * noise(10 + i, 15) : 0
    return {
      pv1VoltageV: to(dcV, 0.1),
      pv1CurrentA: dcV > 0 ? to((w * 0.52) / dcV, 0.1) : 0,
      pv2VoltageV: to(dcV * 0.97, 0.1),
      pv2CurrentA: dcV > 0 ? to((w * 0.51) / dcV, 0.1) : 0,
      ac1VoltageV: to(volts, 0.1),
      ac2VoltageV: to(volts + 1.2 + 0.3 * noise(5, 4), 0.1),
      ac3VoltageV: to(volts - 0.8 + 0.3 * noise(6, 4), 0.1),
      ac1CurrentA: to(w / 3 / volts, 0.1),
      acFrequencyHz: to(50 + 0.025 * noise(7, 4), 0.01),
      acPowerW: to(w, 1),
      generationTodayWh: Math.floor((plant.dayWh[i] ?? 0) / 100) * 100,
      generationTotalWh: Math.floor((plant.generationWh[i] ?? 0) / 1000) * 1000,
      inverterTemperatureC: to(18 + 6 * noise(8, 300) + 25 * (w / RATED_W) + 0.2 * noise(20 + i, 10), 0.1),
    }
  })
  const soc = (plant.socWh / BATTERY_WH) * 100
  return [
    {
      ...both[0],
      gridPowerW: Math.round(gridW),
      loadPowerW: Math.round(loadW),
      batteryPowerW: Math.round(-stored),
      batterySocPercent: Math.round(soc),
      batteryVoltageV: to(48 + soc / 20 + stored / 3_000 + 0.05 * noise(9, 10), 0.1),
      gridImportTotalWh: Math.floor(plant.importWh / 100) * 100,
      gridExportTotalWh: Math.floor(plant.exportWh / 100) * 100,
    },
    {
      ...both[1],
      pv1PowerW: Math.round(w1 * 0.52),
      pv2PowerW: Math.round(w1 * 0.5),
      pvPowerW: Math.round(w1 * 1.02),
      dcBusVoltageV: w1 > 0 ? to(640 + 3 * noise(15, 5), 0.1) : 0,
      powerFactor: w1 > 0 ? 0.998 : 1,
      radiatorTemperatureC: to(20 + 6 * noise(8, 300) + 28 * (w1 / RATED_W), 0.1),
      // Sofar: 2 is feeding, 0 waiting.
      inverterState: w1 > 0 ? 2 : 0,
    },
  ]
}
