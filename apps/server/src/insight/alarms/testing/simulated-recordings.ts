import { counterRegister, type Profile } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { decodeRecord } from '@heliograph/devices/reads/v5-record/decode-record.ts'
import { encodeRecord } from '@heliograph/devices/reads/v5-record/encode-record.ts'
import type { RuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { readBattery } from '../../../../../simulator/src/battery-cells.ts'
import { type Fault, type FaultType, findFault } from '../../../../../simulator/src/faults.ts'
import { livePast, recordsOfDay } from '../../../../../simulator/src/history.ts'
import { advance, copyState, createPlantModel, newPlantState } from '../../../../../simulator/src/plant-model.ts'
import type { LoggerSpec, PlantSpec } from '../../../../../simulator/src/plant-spec.ts'
import { computeMoment } from '../../../../../simulator/src/readings.ts'
import type { RecordedDevice, RecordedSample, Recording } from './recording.ts'

const BATTERY_ID = 900

/**
 * What a simulated plant sends, through the bytes of its devices' own protocol, as a recording.
 * @param days from `from` (a UTC midnight) on
 */
export function recordSimulated(
  options: PlantSpec,
  faults: readonly Fault[],
  {
    fromMs,
    days,
    stepMs,
    seed = 3,
  }: Readonly<{ fromMs: number; days: number; stepMs: number; seed?: number | undefined }>,
): Recording {
  const loggers = options.loggers.map((item) => ({ ...item, intervalMinutes: stepMs / MINUTE_MS }))
  const spec = { ...options, loggers }
  const model = createPlantModel(spec, faults, seed)
  const toMs = fromMs + days * DAY_MS
  // Two days in which the counters get going.
  const { past } = livePast(model, newPlantState(model, fromMs - 2 * DAY_MS), toMs)
  const devices: RecordedDevice[] = []
  let firstIndex = 0
  for (const logger of loggers) {
    devices.push(...recordLogger(logger, firstIndex))
    firstIndex += logger.inverters.length
  }
  const battery = spec.batteryModules === undefined ? [] : [recordBattery(spec.batteryModules)]
  return {
    name: spec.name,
    latitudeDeg: spec.latitude,
    longitudeDeg: spec.longitude,
    altitudeM: spec.altitudeM,
    zone: spec.zone,
    country: spec.country,
    tiltDeg: spec.tiltDeg,
    azimuthDeg: spec.azimuthDeg,
    capacityWp: loggers.flatMap(({ inverters }) => inverters).reduce((sum, { dcWp }) => sum + dcWp, 0),
    ...(spec.exportLimitW === undefined ? {} : { exportLimitW: spec.exportLimitW }),
    devices: [...devices, ...battery],
    from: localDate(fromMs + DAY_MS / 2, spec.zone),
    to: localDate(toMs - DAY_MS / 2, spec.zone),
    endMs: toMs,
  }

  function recordLogger(logger: LoggerSpec, first: number): readonly RecordedDevice[] {
    const profile = findProfileById(logger.profileId)
    if (profile === undefined) throw new Error(`no profile ${logger.profileId}`)
    const samples = logger.inverters.map(() => [] as RecordedSample[])
    for (let day = fromMs / DAY_MS; day < toMs / DAY_MS; day++)
      for (const { atMs, index, serial, reading } of recordsOfDay(past, logger, profile, first, day, stepMs, toMs)) {
        const shiftS = findFault(faults, 'stamp-shift', undefined, atMs)?.severity ?? 0
        const time = { totalS: atMs / 1_000, poweronS: 0, offsetS: 0 }
        const payload = encodeRecord(
          profile,
          { time, recordCounter: 0, buffered: false },
          { deviceSerial: serial, values: reading.values, deviceClock: reading.deviceClock },
        )
        const { values, deviceClock: clock } = decodeRecord(profile, payload)
        samples[index - first]?.push({ atMs: atMs + shiftS * 1_000, values, clock })
      }
    return logger.inverters.map(({ ratedAcW, master }, i) => ({
      id: first + i,
      type: profile.deviceType,
      profileId: profile.id,
      ratedW: ratedAcW,
      intervalMs: stepMs,
      quantities: quantitiesOf(samples[i] ?? []),
      samples: samples[i] ?? [],
      ...(master ? { isGridMeter: true } : {}),
      ...stepsOf(profile),
    }))
  }

  function recordBattery(modules: number): RecordedDevice {
    const samples: RecordedSample[] = []
    for (let day = fromMs / DAY_MS; day < toMs / DAY_MS; day++) {
      const start = past.days.get(day)
      if (start === undefined) continue
      const state = copyState(start)
      for (let atMs = day * DAY_MS; atMs < (day + 1) * DAY_MS; atMs += stepMs) {
        const reading = readBattery(model, computeMoment(model, advance(model, state, atMs), atMs), modules)
        if (reading) samples.push({ atMs, values: reading.battery })
      }
    }
    const quantities = quantitiesOf(samples)
    return { id: BATTERY_ID, type: 'BATTERY', ratedW: null, intervalMs: stepMs, quantities, samples }
  }
}

const quantitiesOf = (samples: readonly RecordedSample[]): readonly QuantityId[] => [
  ...new Set(samples.flatMap(({ values }) => Object.keys(values).filter(isQuantityId))),
]

function stepsOf(profile: Profile) {
  const [total, today] = [counterRegister(profile, 'generationTotalWh'), counterRegister(profile, 'generationTodayWh')]
  return { totalStepWh: total?.stepWh ?? 1, todayStepWh: today?.stepWh ?? 1 }
}

/** What the rules must make of a fault of the simulator. */
export type FaultCase = Readonly<{
  plant: keyof typeof plants
  severity: number
  device?: number
  /** Days before it, its own, and after it. */
  days: readonly [before: number, own: number, after: number]
  /** Hours of its first day at which it begins and of its last at which it ends, UTC. */
  hours?: readonly [from: number, to: number]
  /** null: nothing is wrong at the plant, so no message is due. */
  finds: RuleId | null
  /** What is true of it besides. */
  also?: readonly RuleId[]
  start?: string
  stepMinutes?: number
}>

const inverters = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ serial: `T${i}`, ratedAcW: 10_000, dcWp: 11_000 }))
const logger = (profileId: string, of: LoggerSpec['inverters']): LoggerSpec => ({
  serial: 1_700_000_001,
  profileId,
  firmware: '',
  intervalMinutes: 15,
  inverters: of,
})
const roof: PlantSpec = {
  name: 'Roof',
  type: 'COMMERCIAL_ROOF',
  gridType: 'DISTRIBUTED_FULLY',
  address: '',
  country: 'DE',
  latitude: 48,
  longitude: 11,
  altitudeM: 500,
  zone: 'Europe/Berlin',
  currency: 'EUR',
  pricePerKwh: 0.3,
  tiltDeg: 30,
  azimuthDeg: 180,
  climate: 'maritime',
  meanTemperatureC: 10,
  seasonalSwingC: 9,
  loggers: [logger('sofar-2701', inverters(2))],
  faults: [],
}
const house: PlantSpec = {
  ...roof,
  name: 'House',
  gridType: 'BATTERY_BACKUP',
  batteryWh: 10_000,
  batteryModules: 2,
  exportLimitW: 4_000,
  load: { profile: 'european', scale: 1 },
  loggers: [logger('sofar-2708', [{ serial: 'H0', ratedAcW: 8_000, dcWp: 9_800, master: true }])],
}

/** Plants on which the faults are shown. */
export const plants = {
  roof,
  single: { ...roof, name: 'Single', climate: 'clear', loggers: [logger('solis-0507', inverters(1))] },
  clear: { ...roof, name: 'Clear roof', climate: 'clear' },
  micro: { ...roof, name: 'Balcony', loggers: [logger('deye-5408', [{ serial: 'M0', ratedAcW: 1_600, dcWp: 1_700 }])] },
  house,
  sunny: { ...house, name: 'Sunny house', climate: 'clear' },
} as const satisfies Readonly<Record<string, PlantSpec>>

/** The simulator's whole catalog of faults: a new one must say here what finds it. */
export const faultCases: Readonly<Record<FaultType, FaultCase>> = {
  outage: {
    plant: 'roof',
    severity: 1,
    device: 1,
    days: [2, 1, 1],
    hours: [8, 17],
    finds: 'deviceFault',
    also: ['zeroPower'],
  },
  idle: { plant: 'roof', severity: 1, device: 1, days: [2, 1, 1], hours: [7, 18], finds: 'zeroPower' },
  'dead-string': {
    plant: 'clear',
    severity: 0.5,
    device: 1,
    days: [9, 5, 0],
    finds: 'stringDead',
    also: ['weakSibling', 'stringWeak', 'underPerformance'],
  },
  'weak-string': {
    plant: 'clear',
    severity: 0.5,
    device: 1,
    days: [11, 5, 0],
    finds: 'stringWeak',
    also: ['weakSibling'],
  },
  soiling: {
    plant: 'single',
    severity: 0.25,
    days: [5, 45, 0],
    finds: 'soiling',
    also: ['underPerformance'],
    stepMinutes: 15,
  },
  shading: { plant: 'single', severity: 0.4, days: [3, 12, 0], finds: null },
  snow: {
    plant: 'clear',
    severity: 1,
    days: [3, 3, 1],
    start: '2026-01-10',
    finds: 'snow',
    also: ['underPerformance'],
  },
  clipping: { plant: 'single', severity: 0.6, days: [2, 8, 0], finds: 'clipping' },
  'clock-shift': { plant: 'roof', severity: 2_700, device: 0, days: [2, 4, 0], finds: 'deviceClock' },
  'stamp-shift': { plant: 'clear', severity: -3_600, days: [3, 4, 0], finds: 'clockShift' },
  'counter-reset': { plant: 'roof', severity: 1, device: 0, days: [3, 1, 1], hours: [10, 10], finds: 'counterReset' },
  sentinel: { plant: 'roof', severity: 1, device: 0, days: [1, 1, 1], hours: [9, 15], finds: 'sensorLost' },
  spike: { plant: 'roof', severity: 1, device: 0, days: [2, 1, 1], hours: [11, 11.2], finds: 'counterReset' },
  'power-spike': { plant: 'roof', severity: 6, device: 0, days: [1, 1, 1], hours: [11, 11.2], finds: 'powerSpike' },
  gap: { plant: 'roof', severity: 1, days: [4, 1, 1], hours: [8, 15], finds: 'loggerSilent' },
  'link-loss': { plant: 'roof', severity: 1, days: [2, 1, 1], hours: [8, 15], finds: null },
  silence: { plant: 'roof', severity: 1, days: [4, 2, 0], hours: [8, 24], finds: 'loggerSilent' },
  mute: { plant: 'roof', severity: 1, device: 1, days: [4, 1, 1], hours: [7, 16], finds: 'deviceSilent' },
  'power-unread': { plant: 'roof', severity: 1, device: 1, days: [1, 1, 1], hours: [7, 16], finds: 'powerUnread' },
  frozen: { plant: 'roof', severity: 1, device: 1, days: [1, 1, 1], hours: [9, 15], finds: 'valuesFrozen' },
  'grid-voltage': { plant: 'roof', severity: 26, days: [1, 1, 1], hours: [10, 13], finds: 'voltageHigh' },
  'grid-frequency': { plant: 'roof', severity: 0.8, days: [1, 1, 1], hours: [10, 13], finds: 'frequencyHigh' },
  'grid-outage': { plant: 'house', severity: 1, days: [1, 1, 1], hours: [10, 14], finds: 'gridOutage' },
  'over-export': { plant: 'sunny', severity: 1, days: [1, 2, 0], hours: [5, 19], finds: 'exportHigh' },
  heat: { plant: 'micro', severity: 96, device: 0, days: [1, 1, 1], hours: [10, 13], finds: 'overheating' },
  insulation: { plant: 'roof', severity: 40, device: 0, days: [1, 1, 1], hours: [8, 12], finds: 'insulationLow' },
  'battery-heat': { plant: 'house', severity: 60, days: [1, 1, 1], hours: [10, 13], finds: 'batteryHot' },
  'cell-spread': { plant: 'house', severity: 0.3, days: [1, 2, 0], finds: 'cellSpread' },
  'soc-stuck': { plant: 'house', severity: 55, days: [1, 2, 0], finds: 'socStuck' },
}

/** A fault's plant with and without it. @param drawn undefined: the written case */
export function recordCase(
  type: FaultType,
  drawn?: Readonly<{ row: FaultCase; seed: number }>,
): Readonly<{ recording: Recording; fault: Fault; row: FaultCase }> {
  const row = drawn?.row ?? faultCases[type]
  const [before, own, after] = row.days
  const fromMs = Date.parse(`${row.start ?? '2026-06-01'}T00:00:00Z`)
  const [fromHour, toHour] = row.hours ?? [0, 24]
  const fault: Fault = {
    type,
    severity: row.severity,
    fromMs: fromMs + before * DAY_MS + fromHour * HOUR_MS,
    toMs: fromMs + (before + own - 1) * DAY_MS + toHour * HOUR_MS,
    ...(row.device === undefined ? {} : { device: row.device }),
  }
  const days = before + own + after
  const stepMs = (row.stepMinutes ?? 15) * MINUTE_MS
  const recording = recordSimulated(plants[row.plant], [fault], { fromMs, days, stepMs, seed: drawn?.seed })
  return { recording, fault, row }
}
