import { describe, expect, it } from 'vitest'
import { actionOf, toBranches, worstSpread } from './battery-tree.ts'
import { toCellRows } from './cell-rows.ts'
import { toBands, toSpread } from './spread-series.ts'
import { testBattery as battery } from './testing/test-battery.ts'

const cell = (number: number, voltageV: number | null, temperatureC: number | null = null) => ({
  number,
  voltageV,
  temperatureC,
})

describe('the tree of batteries', () => {
  const list = [battery(1), battery(2, { isModule: true, spreadMv: 30 }), battery(3), battery(4, { isModule: true })]

  it('puts modules below their battery', () => {
    const ids = toBranches(list).map((branch) => [
      branch.battery.deviceId,
      ...branch.modules.map((module) => module.deviceId),
    ])
    expect(ids).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(toBranches([])).toEqual([])
  })

  it('knows the worst spread, or that none is reported', () => {
    expect(toBranches(list).map((branch) => worstSpread(branch)?.deviceId)).toEqual([2, undefined])
  })

  it('takes a standby current for rest', () => {
    expect([null, 5, -9, 20, -800].map(actionOf)).toEqual([undefined, 'resting', 'resting', 'discharging', 'charging'])
  })
})

describe('the map of cells', () => {
  const rows = [
    battery(1),
    battery(2, { cells: [cell(1, 3.2), cell(2, 3.4), cell(4, 3.3)] }),
    battery(3, { cells: [cell(1, 3.3, 20), cell(2, 3.3, null)] }),
  ]

  it('shades between the ends of all and marks those of each module', () => {
    const shown = toCellRows(rows, 'voltage')
    expect(shown.map((row) => row.battery.deviceId)).toEqual([2, 3])
    expect(shown[0]?.cells.map(({ number, end }) => [number, end])).toEqual([
      [1, 'lowest'],
      [2, 'highest'],
      [4, undefined],
    ])
    expect(shown[0]?.cells.map(({ share }) => Math.round(share * 10) / 10)).toEqual([0, 1, 0.5])
    // Equal cells have no ends.
    expect(shown[1]?.cells.map(({ end }) => end)).toEqual([undefined, undefined])
  })

  it('leaves out what is not reported', () => {
    expect(toCellRows(rows, 'temperature')).toMatchObject([
      { battery: { deviceId: 3 }, cells: [{ number: 1, value: 20, share: 0.5 }] },
    ])
  })
})

describe('the spread over time', () => {
  const point = (atMs: number, value: number | null) => ({ atMs, value, min: null, max: null, estimated: false })
  const points = toSpread({
    fromMs: 0,
    toMs: 10,
    zone: 'UTC',
    series: [
      { quantity: 'batteryCellMinVoltageV', points: [point(0, 3.3), point(5, 3.25)] },
      { quantity: 'batteryCellMaxVoltageV', points: [point(0, 3.32), point(5, 3.4), point(9, 3.4)] },
    ],
  })

  it('is the highest less the lowest, in mV, unknown without both', () => {
    expect(points.map(({ value }) => value)).toEqual([20, 150, null])
  })

  it('shows the bands that it comes near to', () => {
    const shown = (most: number) =>
      toBands([{ atMs: 0, value: most }], { fromMs: 0, toMs: 1 }, String).map(({ name }) => name)
    expect([shown(20), shown(60), shown(150)]).toEqual([['50'], ['50', '100'], ['50', '100', '200']])
  })
})
