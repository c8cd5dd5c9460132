import { emptyLayout } from '@heliograph/domain/module-layout/layout.ts'
import { addGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import { expect, it } from 'vitest'
import type { LayoutDevice, LayoutInfo, LayoutSeries } from '../../../api/module-layout.ts'
import { needsLook, toFacts } from './module-facts.ts'
import { toLooks } from './module-look.ts'

const cells = Array.from({ length: 6 }, (_, column) => ({ row: 0, column, serial: column < 5 ? `M${column}` : null }))
const { layout } = addGrid(emptyLayout, { rows: 1, columns: 6, cells })
const device = (serial: string, status: LayoutDevice['status'] = 'well'): LayoutDevice => ({
  deviceId: 1,
  serial,
  name: serial,
  kind: 'module',
  inputs: [],
  status,
  lastAtMs: 0,
  replaced: [],
})
const series = (energyWh: number | null, own: Partial<LayoutSeries> = {}): LayoutSeries => ({
  powersW: [100, 200],
  energyWh,
  missingMs: 0,
  ...own,
})
const info: LayoutInfo = {
  layout,
  version: 1,
  changedAtMs: 0,
  day: '2026-06-15',
  stepsMs: [0, 300_000],
  devices: [device('M0'), device('M1'), device('M2', 'silent'), device('M3')],
  series: new Map([
    ['M0', series(1000)],
    ['M1', series(1010)],
    ['M2', series(400, { missingMs: 4 * 3_600_000, powersW: [100, null] })],
    ['M3', series(990)],
    ['M4', series(0, { powersW: [0, 0] })],
  ]),
}
const format = { number: (value: unknown) => String(value), percent: (value: unknown) => `${value} %` }

it('tells of each module what is known of it at a step', () => {
  const facts = toFacts(info, 1)
  expect(facts.map(({ powerW }) => powerW)).toEqual([200, 200, null, 200, 0, null])
  expect(facts.map(({ state }) => state)).toEqual(['well', 'well', 'silent', 'well', 'unseen', 'none'])
  // Half a day of readings is no energy of the day.
  expect(facts.map(({ verdict }) => verdict)).toEqual(['well', 'well', 'unknown', 'well', 'dead', 'unknown'])
  expect(facts.filter(needsLook).map(({ module }) => module.serial)).toEqual(['M2', 'M4'])
})

it('looks unknown where nothing was measured, never zero', () => {
  const looks = [...toLooks(toFacts(info, 1), 'power', format, () => true).values()]
  expect(looks.map(({ label }) => label)).toEqual(['200', '200', '--', '200', '0', '--'])
  expect(looks[2]).toMatchObject({ kind: 'unknown' })
  expect(looks[4]).toMatchObject({ kind: 'ramp', share: 0, mark: '✕' })
  const labels = (one: LayoutInfo) =>
    [...toLooks(toFacts(one, 1), 'energy', format, () => true).values()].map(({ label }) => label)
  expect(labels(info).slice(0, 2)).toEqual(['1', '1.01'])
  // In the unit of the legend: of a morning all are Wh.
  const early = new Map([...info.series].map(([key, one]) => [key, { ...one, energyWh: (one.energyWh ?? 0) / 5 }]))
  expect(labels({ ...info, series: early }).slice(0, 2)).toEqual(['200', '202'])
  const dim = toLooks(toFacts(info, 1), 'state', format, needsLook)
  expect([...dim.values()].map(({ isDim }) => isDim)).toEqual([true, true, false, true, false, true])
})
