/** Where a plant's modules lie and what they do, in our words. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { WireLayoutGroup, WireLayoutModule } from '@heliograph/contract/maintain-s/module-layout.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import {
  type LayoutGroup,
  type LayoutModule,
  type ModuleLayout,
  sourceKey,
} from '@heliograph/domain/module-layout/layout.ts'
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
  layout: {
    groups: wire.groups.map(toGroup),
    modules: wire.modules.map(toModule),
    photo: wire.photo && {
      imageId: wire.photo.image,
      xM: wire.photo.x,
      yM: wire.photo.y,
      widthM: wire.photo.width,
      opacity: wire.photo.opacity,
    },
    satellite: wire.satellite && {
      xM: wire.satellite.x,
      yM: wire.satellite.y,
      opacity: wire.satellite.opacity,
    },
  },
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
  const { groups, modules, photo, satellite } = layout
  const body = {
    version: basedOn,
    groups: groups.map(fromGroup),
    modules: modules.map(fromModule),
    photo: photo && { image: photo.imageId, x: photo.xM, y: photo.yM, width: photo.widthM, opacity: photo.opacity },
    satellite: satellite && { x: satellite.xM, y: satellite.yM, opacity: satellite.opacity },
  }
  return (await call('POST /maintain-s/station/layout/{id}/save', { params: { id: plantId }, body })).version
}

const toGroup = ({ azimuth, tilt, x, y, rotation, long, short, gap, ...group }: WireLayoutGroup): LayoutGroup => ({
  ...group,
  azimuthDeg: azimuth,
  tiltDeg: tilt,
  xM: x,
  yM: y,
  rotationDeg: rotation,
  moduleLongM: long,
  moduleShortM: short,
  gapM: gap,
})
const fromGroup = (group: LayoutGroup): WireLayoutGroup => ({
  id: group.id,
  name: group.name,
  orientation: group.orientation,
  azimuth: group.azimuthDeg,
  tilt: group.tiltDeg,
  x: group.xM,
  y: group.yM,
  rotation: group.rotationDeg,
  long: group.moduleLongM,
  short: group.moduleShortM,
  gap: group.gapM,
})
const toModule = ({ group, sn, power, string, ...module }: WireLayoutModule): LayoutModule => ({
  ...module,
  groupId: group,
  serial: sn,
  ratedWp: power,
  string: string && { serial: string.sn, input: string.input },
})
const fromModule = ({ groupId, serial, ratedWp, string, ...module }: LayoutModule): WireLayoutModule => ({
  ...module,
  group: groupId,
  sn: serial,
  power: ratedWp,
  string: string && { sn: string.serial, input: string.input },
})
