import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { describeArray, type Plane } from '@heliograph/solar/array.ts'
import { getClearSkyIndex } from '@heliograph/solar/clouds.ts'
import { getExpectedPower } from '@heliograph/solar/expected-power.ts'
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import { isUp } from '@heliograph/solar/sun-up.ts'
import { airAt, LINKE_TURBIDITY, type PlantModel } from './plant-model.ts'
import type { EquipmentKind } from './plant-spec.ts'
import { agesOf, type ReadDevice, type ReaderOptions } from './reader.ts'
import type { Moment } from './readings.ts'

type Read = (model: PlantModel, atMs: number, momentAt: (atMs: number) => Moment | undefined) => Values | undefined
type Equipment = Readonly<{ about: Pick<ReadDevice, 'type' | 'name' | 'model'>; read: Read }>

/** Registers of such devices count in tens of watt-hours, and show whole watts. */
const wattHours = (energyWh: number): number => Math.floor(energyWh / 10) * 10
const ofMoment =
  (read: (moment: Moment) => Values): Read =>
  (_, atMs, momentAt) => {
    const moment = momentAt(atMs)
    return moment && read(moment)
  }

const readGrid = ofMoment(({ now, powers: { flows } }) => ({
  gridPowerW: Math.round(flows.importW - flows.exportW),
  gridImportTotalWh: wattHours(now.boundary.import.total),
  gridExportTotalWh: wattHours(now.boundary.export.total),
}))

/** Heat pump: a share of the house that it is counted in. */
const SMART_SHARE = 0.35

const equipment: Readonly<Record<EquipmentKind, Equipment>> = {
  meter: { about: { type: 'METER', name: 'Grid meter', model: 'Three phases' }, read: readGrid },
  exportLimiter: { about: { type: 'FEED_IN_LIMIT', name: 'Export limiter', model: 'Limiter' }, read: readGrid },
  storageConverter: {
    about: { type: 'PCS', name: 'Storage converter', model: 'Cabinet' },
    read: ofMoment(({ now, powers: { flows, socPercent } }) => ({
      batteryPowerW: Math.round(flows.dischargeW - flows.chargeW),
      batterySocPercent: Math.round(socPercent ?? 0),
      batteryChargeTotalWh: wattHours(now.boundary.charge.total),
      batteryDischargeTotalWh: wattHours(now.boundary.discharge.total),
    })),
  },
  generator: {
    about: { type: 'GENERATOR', name: 'Generator', model: 'Diesel' },
    read: ofMoment(({ now, powers: { flows } }) => ({
      generatorPowerW: Math.round(flows.generatorW),
      generatorTotalWh: wattHours(now.boundary.generator.total),
    })),
  },
  smartLoad: {
    about: { type: 'SMART_LOAD', name: 'Heat pump', model: 'Air to water' },
    read: ofMoment(({ now, powers: { loadW } }) => ({
      smartLoadPowerW: Math.round(loadW * SMART_SHARE),
      smartLoadTotalWh: wattHours(now.boundary.load.total * SMART_SHARE),
    })),
  },
  weatherStation: {
    about: { type: 'WEATHER_STATION', name: 'Weather station', model: 'Pyranometer and thermometer' },
    read: readWeather,
  },
}

/** Pyranometers in the plane of the modules and level, both in whole W/m². */
function readWeather(model: PlantModel, atMs: number): Values {
  const { spec, place, sky } = model
  const { temperatureC, windMs } = airAt(model, atMs)
  const isLight = isUp(getSunElevationDeg(atMs, spec.latitude, spec.longitude))
  const planes: Plane[] = [
    { mount: 'fixed', pdc0W: 1_000, tiltDeg: spec.tiltDeg, azimuthDeg: spec.azimuthDeg },
    { mount: 'fixed', pdc0W: 1_000, tiltDeg: 0, azimuthDeg: 180 },
  ]
  const power = isLight
    ? getExpectedPower(atMs, place, planes, describeArray({ ratedAcW: 1_000 }), {
        clearSkyIndex: getClearSkyIndex(sky, atMs),
        linkeTurbidity: LINKE_TURBIDITY,
        temperatureC,
        windMs,
      })
    : undefined
  const tenths = (value: number): number => Math.round(value * 10) / 10
  return {
    irradianceWm2: Math.round(power?.planes[0]?.poaWm2 ?? 0),
    horizontalIrradianceWm2: Math.round(power?.planes[1]?.poaWm2 ?? 0),
    ambientTemperatureC: tenths(temperatureC),
    moduleTemperatureC: tenths(power?.planes[0]?.cellC ?? temperatureC),
    windSpeedMs: tenths(windMs),
  }
}

/** Hours of five weeks, then every second hour of a year. */
const AGES_MS = [
  ...agesOf(35 * 24, HOUR_MS),
  ...agesOf(330 * 12, 2 * HOUR_MS).map((ageMs) => ageMs + 35 * 24 * HOUR_MS),
]

/** A program that reads a plant's further equipment, each five minutes. */
export function equipmentReader(
  model: PlantModel,
  kinds: readonly EquipmentKind[],
  momentAt: (atMs: number) => Moment | undefined,
): Pick<ReaderOptions, 'source' | 'everyMs' | 'agesMs' | 'readAt'> {
  const inverter = model.inverters[0]?.serial ?? ''
  return {
    source: 'Equipment reader',
    everyMs: 5 * MINUTE_MS,
    agesMs: AGES_MS,
    readAt: (atMs) =>
      kinds.flatMap((kind) => {
        const { about, read } = equipment[kind]
        const values = read(model, atMs, momentAt)
        return values === undefined
          ? []
          : [{ ...about, maker: 'Simulated', serial: `${inverter}-${about.type}`, values }]
      }),
  }
}
