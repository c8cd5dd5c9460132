import { type MeteringChoice, mapParts, meteringChoice, type SourceWord } from '@heliograph/contract/codecs/metering.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { MeteringSettings, WireMeteringEdit } from '@heliograph/contract/maintain-s/metering.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  currentRules,
  meteringSources,
  type PlantMetering,
  type SourceChoice,
  type SourceRole,
} from '@heliograph/domain/metering.ts'
import type { MeteringChange } from '../../fleet/plants/plants.ts'

const wireRoles: Readonly<Record<SourceRole, string>> = {
  inverter: 'INVERTER',
  meter: 'METER',
  battery: 'BATTERY',
  weatherStation: 'WEATHER_STATION',
}

/** A plant's devices, also those of the past: the wire names them by id, storage by serial number. */
export type Named = readonly Readonly<{ deviceId: number; serial: string }>[]

function toChoice(wire: SourceWord, devices: Named): SourceChoice | null {
  if (wire === null) return null
  const role = (Object.keys(wireRoles) as SourceRole[]).find((item) => wireRoles[item] === wire)
  if (role) return { role }
  const ids = wire.slice('DEVICE:'.length).split(',').map(Number)
  const found = devices.filter(({ deviceId }) => ids.includes(deviceId))
  // A device of another plant is as unknown as one that does not exist.
  if (found.length !== new Set(ids).size) throw new Refusal('PARAM_ERROR', { field: 'sources' })
  return { serials: found.map(({ serial }) => serial) }
}

function fromChoice(choice: SourceChoice | null, devices: Named): string | null {
  if (choice === null) return null
  if ('role' in choice) return wireRoles[choice.role]
  const ids = devices.filter(({ serial }) => choice.serials.includes(serial)).map(({ deviceId }) => deviceId)
  // All of its devices are gone: what is left to count by are the roles.
  return ids.length === 0 ? null : `DEVICE:${ids.join()}`
}

/** @throws Refusal PARAM_ERROR for a device that is not the plant's, or a planned share without its value */
export function toMeteringChange(wire: WireMeteringEdit, devices: Named): MeteringChange {
  if ((wire.consumeProportionStatisticMethod === 'PLAN') !== (wire.theoryConsumeProportion != null))
    throw new Refusal('PARAM_ERROR', { field: 'body.theoryConsumeProportion' })
  const edit = meteringChoice.fromWire(wire)
  return { ...edit, sources: mapParts(meteringSources, edit.sources, (source) => toChoice(source, devices)) }
}

/** The decisions of people as they are now. */
export function toMeteringChoice(metering: PlantMetering, devices: Named): MeteringChoice {
  const { strategy, methods, sources } = currentRules(metering)
  const words = mapParts(meteringSources, sources, (choice: SourceChoice | null) => fromChoice(choice, devices))
  return { strategy, methods, sources: words, ...metering.totals }
}

/** The settings that differ, with the day from which on they count. */
export function toMeteringChanges(before: PlantMetering, after: PlantMetering, devices: Named): Changes {
  const toSettings = (metering: PlantMetering) => meteringChoice.toWire(toMeteringChoice(metering, devices))
  const [was, is] = [toSettings(before), toSettings(after)]
  const fields = Object.keys(is) as (keyof MeteringSettings)[]
  const sinceWas = before.versions.at(-1)?.from ?? null
  const since = after.versions.at(-1)?.from ?? null
  return [
    ...fields
      .filter((field) => was[field] !== is[field])
      .map((field) => ({ field, before: was[field], after: is[field] })),
    ...(since === sinceWas ? [] : [{ field: 'meteringSince', before: sinceWas, after: since }]),
  ]
}
