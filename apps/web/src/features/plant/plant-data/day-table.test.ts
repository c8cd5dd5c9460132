import en from '@heliograph/i18n/locales/en/plant-data.json'
import { createTranslate } from '@heliograph/i18n/translate.ts'
import { expect, it } from 'vitest'
import type { DayCurveFigures } from '../../../api/plant-figures.ts'
import type { Format } from '../../../texts/use-format.ts'
import type { UseText } from '../../../texts/use-text.tsx'
import { dayTable } from './day-table.ts'

const text = createTranslate('en', en) as UseText['text']
const format = {
  timeOfDay: (atMs: number) => new Date(atMs).toISOString().slice(11, 16),
  timestamp: (atMs: number) => new Date(atMs).toISOString(),
  percent: (percent: number) => `${percent} %`,
} as unknown as Format

it('has a column per visible series and marks estimated and incomplete values', () => {
  const record = { atMs: 0, pvW: 4210, loadW: null, socPercent: 62, coverage: 1, estimated: false }
  const day = {
    zone: 'UTC',
    slots: [record, { ...record, atMs: 300_000, coverage: 0.5, estimated: true }],
  } as unknown as DayCurveFigures
  const table = dayTable(day, new Set(['pv', 'load', 'soc'] as const), text, format)
  expect(table.columns.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
    'Production W',
    'Consumption W',
    'State of charge %',
  ])
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    [4210, null, 62],
    [4210, null, 62],
  ])
  expect(table.rows.map(({ name, note }) => [name, note])).toEqual([
    ['00:00', undefined],
    ['00:05', 'Time estimated, 50 % of the devices'],
  ])
})
