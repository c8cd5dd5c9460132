/** How a plant's energies are counted, in our words, and the calls that change it. */
import { kilo } from '@heliograph/contract/codecs/fields.ts'
import {
  type AbleDevice,
  type DayOffset,
  type MeteringChoice,
  metering,
  meteringChoice,
} from '@heliograph/contract/codecs/metering.ts'
import { generationZero } from '@heliograph/contract/codecs/plant-now.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import { call } from './call.ts'

export type { Metering, SourceWord } from '@heliograph/contract/codecs/metering.ts'
export type { AbleDevice, DayOffset, GenerationZero, MeteringChoice }

/** Wh of a number that was typed in kWh. */
export const fromKwh = kilo.fromWire

export const sourceOf = (device: Pick<AbleDevice, 'deviceId'>): string => `DEVICE:${device.deviceId}`

/** @param from the day from which on it counts; null: all the history */
const toBody = (choice: MeteringChoice, from: string | null) => ({
  ...meteringChoice.toWire(choice),
  ...(from === null ? {} : { from }),
})

export const fetchMetering = async (plantId: number, signal?: AbortSignal) =>
  metering.fromWire(await call('GET /maintain-s/station/{id}/metering', { params: { id: plantId } }, { signal }))

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
export const setDayOffset = (plantId: number, offset: DayOffset) =>
  call('POST /maintain-s/station/{id}/metering/dayOffset', { params: { id: plantId }, body: offset })
