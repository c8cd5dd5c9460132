/** Where a plant's modules lie and what they do, in our words. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { moduleLayout } from '@heliograph/contract/codecs/module-layout.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type ModuleLayout, sourceKey } from '@heliograph/domain/module-layout/layout.ts'
import { stringKey } from '@heliograph/domain/module-layout/module-values.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { call } from './call.ts'

/** A device that modules can have, or whose inputs are strings. */
export type LayoutDevice = Readonly<{
  deviceId: number
  serial: string
  name: string
  kind: 'module' | 'string'
  /** From 1; empty: only the whole. */
  inputs: readonly number[]
  status: Status
  lastAtMs: number | null
  replaced: readonly Readonly<{ serial: string; untilMs: number }>[]
}>

/** Measurements behind modules. */
export type LayoutSeries = Readonly<{
  /** W at each step. */
  powersW: readonly (number | null)[]
  energyWh: number | null
  missingMs: number
}>

export type LayoutInfo = Readonly<{
  layout: ModuleLayout
  version: number
  changedAtMs: number | null
  devices: readonly LayoutDevice[]
  day: string
  /** When each step begins; of now the one instant. */
  stepsMs: readonly number[]
  /** By `sourceKey` and `stringKey`. */
  series: ReadonlyMap<string, LayoutSeries>
}>

type Wire = CallReply<'GET /maintain-s/station/layout/{id}/info/{x}'>

/** @param day of the plant; undefined: now */
export async function fetchLayout(plantId: number, day: string | undefined, signal: AbortSignal): Promise<LayoutInfo> {
  const params = { id: plantId, x: day ?? 'now' } as const
  return toInfo(await call('GET /maintain-s/station/layout/{id}/info/{x}', { params }, { signal }))
}

const toInfo = (wire: Wire): LayoutInfo => ({
  layout: moduleLayout.fromWire(wire),
  version: wire.version,
  changedAtMs: wire.changed === null ? null : wire.changed * 1000,
  devices: wire.devices.map(({ id, sn, last, status, replaced, name, kind, inputs }) => ({
    deviceId: id,
    serial: sn,
    name,
    kind,
    inputs,
    status: status as Status,
    lastAtMs: last === null ? null : last * 1000,
    replaced: replaced.map((item) => ({ serial: item.sn, untilMs: item.until * 1000 })),
  })),
  day: wire.day,
  stepsMs: wire.steps.map((at) => at * 1000),
  series: new Map(
    wire.series.map(({ sn, port, string, power, energy, missing }) => [
      string ? stringKey({ serial: sn, input: port ?? 0 }) : sourceKey({ serial: sn, port }),
      { powersW: power, energyWh: energy === null ? null : energy * 1000, missingMs: missing * MINUTE_MS },
    ]),
  ),
})

/** @param basedOn the version that it was made from @returns the new version */
export async function saveLayout(plantId: number, layout: ModuleLayout, basedOn: number) {
  const body = { version: basedOn, ...moduleLayout.toWire(layout) }
  return (await call('POST /maintain-s/station/layout/{id}/save', { params: { id: plantId }, body })).version
}
