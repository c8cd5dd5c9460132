import type { ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { expect, it } from 'vitest'
import { moduleLayoutCalls } from '../maintain-s/module-layout.ts'
import { moduleLayout } from './module-layout.ts'

const layout: ModuleLayout = {
  groups: [
    {
      id: 1,
      name: 'South',
      azimuthDeg: 180,
      tiltDeg: null,
      xM: 1.5,
      yM: -2,
      rotationDeg: 10,
      orientation: 'portrait',
      moduleLongM: 1.76,
      moduleShortM: 1.13,
      gapM: 0.02,
    },
  ],
  modules: [
    {
      id: 4,
      groupId: 1,
      row: 0,
      column: 2.5,
      turned: true,
      serial: 'M1',
      port: 2,
      string: { serial: 'INV', input: 1 },
      model: 'X',
      ratedWp: 430,
    },
    {
      id: 5,
      groupId: 1,
      row: 1,
      column: 0,
      turned: false,
      serial: null,
      port: null,
      string: null,
      model: '',
      ratedWp: null,
    },
  ],
  photo: { imageId: 9, xM: 0, yM: 1, widthM: 12, opacity: 0.5 },
  satellite: { xM: 3, yM: 4, opacity: 1 },
}

it.each([
  ['with pictures', layout],
  ['without', { ...layout, photo: null, satellite: null }],
])('a layout survives the way there and back, %s', (_, ours) => {
  const wire = moduleLayout.toWire(ours)
  const { body } = moduleLayoutCalls['POST /maintain-s/station/layout/{id}/save']
  expect(body.parse({ version: 3, ...wire })).toEqual({ version: 3, ...wire })
  expect(moduleLayout.fromWire(wire)).toEqual(ours)
})
