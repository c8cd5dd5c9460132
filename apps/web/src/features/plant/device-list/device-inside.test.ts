import { expect, it } from 'vitest'
import type { Device } from '../../../api/devices.ts'
import { toParts } from './device-inside.ts'
import { toItems, toLimbs } from './device-items.ts'

const detail = (values: Readonly<Record<string, number>>) => ({
  groups: [
    {
      tag: 'electric' as const,
      values: Object.entries(values).map(([quantity, raw]) => ({
        key: quantity,
        quantity,
        text: String(raw),
        unit: null,
        raw,
        atMs: 0,
      })),
    },
  ],
})

it('lists connected strings, and says which one delivers nothing while others do', () => {
  const parts = toParts(
    detail({
      pv1PowerW: 3000,
      pv1VoltageV: 600,
      pv2VoltageV: 590,
      pv2CurrentA: 4,
      pv3PowerW: 0,
      pv3VoltageV: 12,
      pv4PowerW: 0,
      pv4VoltageV: 0,
    }),
  )
  expect(parts).toMatchObject([
    { number: 1, powerW: 3000, isIdle: false },
    { number: 2, powerW: 2360, isIdle: false },
    { number: 3, powerW: 0, isIdle: true },
  ])
})

it('blames no string at night, and adds the battery', () => {
  expect(toParts(detail({ pv1PowerW: 40, pv2PowerW: 0, pv2VoltageV: 80, batterySocPercent: 55 }))).toMatchObject([
    { number: 1, isIdle: false },
    { number: 2, isIdle: false },
    { kind: 'battery', socPercent: 55, powerW: null, sohPercent: null },
  ])
})

it('puts batteries behind the only inverter of a logger, else beside them', () => {
  const row = (deviceId: number, type: Device['type']) => ({ deviceId, type, status: 'well' }) as Device
  const limbs = (...rows: readonly Device[]) =>
    toLimbs(toItems(rows, undefined, false)).map(({ item, parts }) => [
      item.row.deviceId,
      parts.map((part) => part.row.deviceId),
    ])
  expect(limbs(row(1, 'INVERTER'), row(2, 'BATTERY'), row(3, 'METER'))).toEqual([
    [1, [2]],
    [3, []],
  ])
  expect(limbs(row(1, 'INVERTER'), row(2, 'BATTERY'), row(3, 'INVERTER'))).toEqual([
    [1, []],
    [2, []],
    [3, []],
  ])
})
