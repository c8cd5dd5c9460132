import type { LayoutGroup, LayoutModule, LayoutPhoto, ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import type { WireLayout, WireLayoutGroup, WireLayoutModule } from '../maintain-s/module-layout.ts'
import { type Codec, fromFields, toFields } from './fields.ts'

const groupFields = {
  id: 'id',
  name: 'name',
  azimuthDeg: 'azimuth',
  tiltDeg: 'tilt',
  xM: 'x',
  yM: 'y',
  rotationDeg: 'rotation',
  orientation: 'orientation',
  moduleLongM: 'long',
  moduleShortM: 'short',
  gapM: 'gap',
} as const

const group = {
  toWire: (ours) => toFields(groupFields, ours),
  fromWire: (wire) => fromFields(groupFields, wire),
} satisfies Codec<LayoutGroup, WireLayoutGroup>

const module = {
  toWire: ({ groupId, serial, ratedWp, string, ...same }) => ({
    ...same,
    group: groupId,
    sn: serial,
    power: ratedWp,
    string: string && { sn: string.serial, input: string.input },
  }),
  fromWire: ({ group: groupId, sn, power, string, ...same }) => ({
    ...same,
    groupId,
    serial: sn,
    ratedWp: power,
    string: string && { serial: string.sn, input: string.input },
  }),
} satisfies Codec<LayoutModule, WireLayoutModule>

const photoFields = { imageId: 'image', xM: 'x', yM: 'y', widthM: 'width', opacity: 'opacity' } as const
const photo = {
  toWire: (ours) => toFields(photoFields, ours),
  fromWire: (wire) => fromFields(photoFields, wire),
} satisfies Codec<LayoutPhoto, NonNullable<WireLayout['photo']>>

const satelliteFields = { xM: 'x', yM: 'y', opacity: 'opacity' } as const

/** Where a plant's modules lie. */
export const moduleLayout = {
  toWire: (ours) => ({
    groups: ours.groups.map(group.toWire),
    modules: ours.modules.map(module.toWire),
    photo: ours.photo && photo.toWire(ours.photo),
    satellite: ours.satellite && toFields(satelliteFields, ours.satellite),
  }),
  fromWire: (wire) => ({
    groups: wire.groups.map(group.fromWire),
    modules: wire.modules.map(module.fromWire),
    photo: wire.photo && photo.fromWire(wire.photo),
    satellite: wire.satellite && fromFields(satelliteFields, wire.satellite),
  }),
} satisfies Codec<ModuleLayout, WireLayout>
