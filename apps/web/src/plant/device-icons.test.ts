import { deviceTypes } from '@heliograph/domain/device.ts'
import { keyQuantities } from '@heliograph/domain/device-key-values.ts'
import { expect, it } from 'vitest'
import { deviceIcons } from './device-icons.ts'

it('each type of device has a drawing of its own that stays on the grid', () => {
  const drawings = deviceTypes.map((type) => deviceIcons[type])
  expect(new Set(drawings).size).toBe(38)
  for (const type of deviceTypes) {
    const starts = [...deviceIcons[type].matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].flatMap(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    expect([type, starts.length > 0 && starts.every((at) => at >= 2 && at <= 22)]).toEqual([type, true])
  }
})

it('each type but the unknown one says what to show first, each value once', () => {
  for (const type of deviceTypes) {
    const first = keyQuantities[type]
    expect([type, first.length > 0 || type === 'OTHER_TYPE', new Set(first).size]).toEqual([type, true, first.length])
  }
})
