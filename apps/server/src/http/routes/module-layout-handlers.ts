import type { WireLayoutGroup, WireLayoutModule } from '@heliograph/contract/maintain-s/module-layout.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LayoutGroup, LayoutModule } from '@heliograph/domain/module-layout/layout.ts'
import { type LayoutShown, readLayoutShown, saveLayout } from '../../insight/module-layout/module-layout.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

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
const toModule = ({ group, sn, string, power, ...module }: WireLayoutModule): LayoutModule => ({
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

const toWire = ({ layout, version, changedAtMs, devices, day, steps, series }: LayoutShown) => ({
  version,
  changed: toSecondsOrNull(changedAtMs),
  groups: layout.groups.map(fromGroup),
  modules: layout.modules.map(fromModule),
  photo: layout.photo && {
    image: layout.photo.imageId,
    x: layout.photo.xM,
    y: layout.photo.yM,
    width: layout.photo.widthM,
    opacity: layout.photo.opacity,
  },
  satellite: layout.satellite && {
    x: layout.satellite.xM,
    y: layout.satellite.yM,
    opacity: layout.satellite.opacity,
  },
  devices: devices.map(({ deviceId, serial, lastAtMs, replaced, inputs, ...device }) => ({
    ...device,
    id: deviceId,
    sn: serial,
    inputs: [...inputs],
    last: toSecondsOrNull(lastAtMs),
    replaced: replaced.map((item) => ({ sn: item.serial, until: toSeconds(item.untilMs) })),
  })),
  day,
  steps: steps.map(toSeconds),
  series: series.map(({ serial, port, isString, powersW, energyWh, missingMs }) => ({
    sn: serial,
    port,
    string: isString,
    energy: toKwh(energyWh),
    missing: missingMs / MINUTE_MS,
    power: powersW.map((powerW) => (powerW === null ? null : Math.round(powerW * 10) / 10)),
  })),
})

export const moduleLayoutHandlers = {
  'GET /maintain-s/station/layout/{id}/info/{x}': async ({ params, context }) =>
    toWire(await readLayoutShown(context.db, params.id, params.x === 'now' ? null : params.x, context.nowMs)),
  'POST /maintain-s/station/layout/{id}/save': async ({ params, body, context }) => {
    const { version, groups, modules, photo, satellite } = body
    const layout = {
      groups: groups.map(toGroup),
      modules: modules.map(toModule),
      photo: photo && {
        imageId: photo.image,
        xM: photo.x,
        yM: photo.y,
        widthM: photo.width,
        opacity: photo.opacity,
      },
      satellite: satellite && { xM: satellite.x, yM: satellite.y, opacity: satellite.opacity },
    }
    const { userId } = context.session
    const options = { plantId: params.id, userId, layout, basedOn: version, nowMs: context.nowMs }
    return { version: await saveLayout(context.db, options) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
