import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openFile } from '../testing/open-file.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

describe('files that people reported', () => {
  it.each([
    ['solarman-daily-today.csv', { generation: 115.6, load: 38.96, export: 101.6, import: 5.66 }],
    ['us-dates-hourly.csv', { generation: 120 }],
    ['blocks-out-of-order.csv', { generation: 72 }],
    ['newest-first.csv', { generation: 346.5 }],
    ['sma-webui.csv', { generation: 140 }],
    ['three-heading-rows.csv', { generation: 24 }],
    ['date-and-time.csv', { generation: 36 }],
    ['own-export-by-month.csv', { generation: 47.995, load: 36.718, export: 28.797, import: 17.52 }],
    ['two-digit-year.csv', { generation: 180.465 }],
    ['thousands-space.csv', { generation: 123.055 }],
    ['unit-in-cell.csv', { generation: 160 }],
    ['unit-in-cell-two-digit-year.csv', { generation: 105.5, export: 55.5 }],
    ['two-tariffs.csv', { import: 28.5, export: 23 }],
    ['negative-export-dutch.csv', { load: 80, export: 125 }],
    ['own-power-export.csv', { generation: 47.995, load: 36.718, import: 11.9605, export: 23.2375 }],
    ['signed-grid.csv', { generation: 16, import: 8, export: 12 }],
    ['meter-few-rows.csv', { import: 0.07, export: 0.077 }],
    ['total-with-dip.csv', { generation: 8.5 }],
    ['today-stale-morning.csv', { generation: 44.7 }],
    ['utf16-tab.csv', { generation: 31.5 }],
    ['cells-without-reference.xlsx', { generation: 60 }],
    ['own-points-of-two-devices.csv', { generation: 8.61 }],
    ['daily-total-at-midnight.csv', { generation: 78 }],
    ['units-in-camel-case.csv', { import: 11.5, export: 28.75 }],
  ])('%s is read without a question', async (name, expected) => {
    const { kwh, mapping, result } = await openFile(fixture(name))
    expect([mapping.questions, kwh]).toEqual([[], expected])
    expect(Object.values(result.refusedWh).every((wh) => wh === 0)).toBe(true)
  })

  it('without a heading only what the column is stays open', async () => {
    const { kwh, mapping } = await openFile(fixture('no-heading-compact-date.csv'))
    expect(mapping.questions).toMatchObject([{ kind: 'flow', column: 1 }])
    expect(kwh).toEqual({ generation: 180.465 })
  })

  it('a column of offsets says how far the clocks are ahead', async () => {
    const { mapping } = await openFile(fixture('own-power-export.csv'))
    expect(mapping).toMatchObject({ timeColumn: 0, clockColumn: null, offsetColumn: 1, zone: 'Europe/Berlin' })
  })

  it('a counter stamped at midnight counts on the day before', async () => {
    const { result } = await openFile(fixture('daily-total-at-midnight.csv'))
    expect([...result.days].map(([date, { generation }]) => [date, generation])).toEqual(
      Array.from({ length: 12 }, (_, n) => [`2026-06-${String(n + 1).padStart(2, '0')}`, 1000 * (n + 1)]),
    )
  })
})
