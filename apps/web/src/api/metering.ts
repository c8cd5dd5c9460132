/** How a plant's energies are counted, in our words, and the calls that change it. */
import type { CallInput } from '@heliograph/contract/calls.ts'
import { flow } from '@heliograph/contract/codecs/energies.ts'
import { kilo } from '@heliograph/contract/codecs/fields.ts'
import { generationZero } from '@heliograph/contract/codecs/plant-now.ts'
import type { Metering as Wire, WireMethod } from '@heliograph/contract/maintain-s/metering.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import type { MeteredFlow, MeteringMethod, MeteringSource } from '@heliograph/domain/metering.ts'
import { call } from './call.ts'

export type { GenerationZero }

/** A device that can be the source of something. */
export type AbleDevice = Readonly<{ deviceId: number; name: string; type: DeviceType }>
/** Wh of a number that was typed in kWh. */
export const fromKwh = kilo.fromWire

/** '': by the devices' roles; else a role or devices, as `sourceOf` writes them. */
export type SourceWord = string
export const sourceOf = (device: Pick<AbleDevice, 'deviceId'>): SourceWord => `DEVICE:${device.deviceId}`

/** Decisions of people; Wh and %. */
export type MeteringChoice = Readonly<{
  isManual: boolean
  methods: Readonly<Record<MeteredFlow, MeteringMethod>>
  sources: Readonly<Record<MeteringSource, SourceWord>>
  addedWh: number
  addedUseWh: number
  /** null: the use of the production is computed. */
  plannedPercent: number | null
}>
export type Carriers = readonly Readonly<{ flow: Flow; devices: readonly string[] }>[]
export type Metering = MeteringChoice &
  Readonly<{
    /** YYYY-MM-DD; null: always. */
    since: string | null
    carriers: Carriers
    repeats: Carriers
    able: Readonly<Record<MeteringSource, readonly AbleDevice[]>>
    /** Offsets that people added to single days, the newest first. */
    addedToDays: readonly DayOffset[]
  }>
/** Wh of either sign; `day` YYYY-MM-DD. */
export type DayOffset = Readonly<{ day: string; addedWh: number; addedUseWh: number }>

const toMethod = (wire: WireMethod): MeteringMethod =>
  wire === null ? 'automatic' : wire === 'SUM_OF_DAILY_VALUES' ? 'daily' : 'lifetime'
const fromMethod = (method: MeteringMethod): WireMethod =>
  method === 'automatic' ? null : method === 'daily' ? 'SUM_OF_DAILY_VALUES' : 'TOTAL_FROM_DEVICE_UPLOAD'
const toCarriers = (wire: Wire['measured']): Carriers =>
  wire.map(({ field, devices }) => ({ flow: flow.fromWire(field), devices }))
const toAble = (wire: Wire['candidates']['generation']): readonly AbleDevice[] =>
  wire.map(({ deviceId, deviceName, deviceType }) => ({ deviceId, name: deviceName, type: deviceType }))

const toMetering = (wire: Wire): Metering => ({
  isManual: wire.statisticMethodSettingStrategy === 'MANUAL',
  methods: {
    generation: toMethod(wire.cumulativeElectricMethod),
    load: toMethod(wire.electricityConsumptionMethod),
    import: toMethod(wire.electricityPurchaseMethod),
    export: toMethod(wire.gridInterconnectionMethod),
    charge: toMethod(wire.chargingElectricityMethod),
    discharge: toMethod(wire.dischargeElectricityMethod),
  },
  sources: {
    generation: wire.generationStatisticMethod ?? '',
    consumption: wire.consumptionStatisticMethod ?? '',
    utility: wire.utilityStatisticMethod ?? '',
    battery: wire.batteryStatisticMethod ?? '',
    irradiance: wire.irradianceStatisticMethod ?? '',
  },
  addedWh: kilo.fromWire(wire.generationTotalOffset),
  addedUseWh: kilo.fromWire(wire.consumeTotalOffset),
  plannedPercent: wire.theoryConsumeProportion,
  since: wire.since,
  addedToDays: wire.dayOffsets.map(({ day, generationOffset, useOffset }) => ({
    day,
    addedWh: kilo.fromWire(generationOffset),
    addedUseWh: kilo.fromWire(useOffset),
  })),
  carriers: toCarriers(wire.measured),
  repeats: toCarriers(wire.repeated),
  able: {
    generation: toAble(wire.candidates.generation),
    consumption: toAble(wire.candidates.consumption),
    utility: toAble(wire.candidates.utility),
    battery: toAble(wire.candidates.battery),
    irradiance: toAble(wire.candidates.irradiance),
  },
})

/** @param from the day from which on it counts; null: all the history */
function toBody(
  choice: MeteringChoice,
  from: string | null,
): CallInput<'POST /maintain-s/station/{id}/metering'>['body'] {
  const { methods, sources, plannedPercent } = choice
  return {
    statisticMethodSettingStrategy: choice.isManual ? 'MANUAL' : 'DYNAMIC',
    cumulativeElectricMethod: fromMethod(methods.generation),
    electricityConsumptionMethod: fromMethod(methods.load),
    electricityPurchaseMethod: fromMethod(methods.import),
    gridInterconnectionMethod: fromMethod(methods.export),
    chargingElectricityMethod: fromMethod(methods.charge),
    dischargeElectricityMethod: fromMethod(methods.discharge),
    generationStatisticMethod: sources.generation || null,
    consumptionStatisticMethod: sources.consumption || null,
    utilityStatisticMethod: sources.utility || null,
    batteryStatisticMethod: sources.battery || null,
    irradianceStatisticMethod: sources.irradiance || null,
    generationTotalOffset: kilo.toWire(choice.addedWh),
    consumeTotalOffset: kilo.toWire(choice.addedUseWh),
    consumeProportionStatisticMethod: plannedPercent === null ? 'COMPUTE' : 'PLAN',
    theoryConsumeProportion: plannedPercent,
    ...(from === null ? {} : { from }),
  }
}

export const fetchMetering = async (plantId: number, signal?: AbortSignal): Promise<Metering> =>
  toMetering(await call('GET /maintain-s/station/{id}/metering', { params: { id: plantId } }, { signal }))

/** @returns whether the history is recounted because of it */
export const editMetering = async (plantId: number, choice: MeteringChoice, from: string | null): Promise<boolean> =>
  (await call('POST /maintain-s/station/{id}/metering', { params: { id: plantId }, body: toBody(choice, from) }))
    .recount

/** Totals in Wh as they are and as they would be; undefined: the history is too long to count it beforehand. */
export type MeteringPreview = Readonly<{
  days: number
  totals: readonly Readonly<{ flow: Flow; beforeWh: number | null; afterWh: number | null }>[]
}>

export async function previewMetering(
  plantId: number,
  choice: MeteringChoice,
  from: string | null,
): Promise<MeteringPreview | undefined> {
  const options = { params: { id: plantId }, body: toBody(choice, from) }
  const wire = await call('POST /maintain-s/station/{id}/metering/preview', options)
  if (wire.isTooLong) return undefined
  return { days: wire.days, totals: wire.totals }
}

export async function fetchZero(plantId: number, signal?: AbortSignal): Promise<GenerationZero> {
  const params = { id: plantId }
  return generationZero.fromWire(
    await call('GET /maintain-s/station/{id}/config/generationZero', { params }, { signal }),
  )
}

export const setZero = (plantId: number, zero: GenerationZero) =>
  call('POST /maintain-s/station/{id}/config/generationZero', {
    params: { id: plantId },
    body: generationZero.toWire(zero),
  })

/** Adds to a past day, or takes from it; two zeros end it. */
export const setDayOffset = (plantId: number, { day, addedWh, addedUseWh }: DayOffset) =>
  call('POST /maintain-s/station/{id}/metering/dayOffset', {
    params: { id: plantId },
    body: { day, addedWh, addedUseWh },
  })
