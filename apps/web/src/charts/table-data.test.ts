import { describe, expect, it } from 'vitest'
import { type TableData, toCsv, toFileName, toTabs } from './table-data.ts'

const data: TableData = {
  rowName: 'Time',
  columns: [
    { id: 'pv', name: 'Production', unit: 'W', decimals: 1 },
    { id: 'state', name: 'State, last', unit: '', decimals: 0 },
  ],
  rows: [
    { key: '1', name: '13:05', exact: '2026-09-12 13:05:00', cells: [4210.04, 'Normal'] },
    { key: '2', name: '13:10', exact: '2026-09-12 13:10:00', cells: [null, '=1+1'], note: 'estimated' },
    { key: '3', name: '13:15', exact: '2026-09-12 13:15:00', cells: [-12.5, 'say "hi"'] },
  ],
}

describe('toCsv', () => {
  it('quotes, keeps missing values empty and neutralizes formulas', () => {
    expect(toCsv(data)).toBe(
      '\uFEFFTime,Production (W),"State, last",\r\n' +
        '2026-09-12 13:05:00,4210,Normal,\r\n' +
        "2026-09-12 13:10:00,,'=1+1,estimated\r\n" +
        '2026-09-12 13:15:00,-12.5,"say ""hi""",\r\n',
    )
  })

  it.each(['＝1+1', '＋1', '－1', '＠SUM(A1)'])('neutralizes %s in full width', (text) => {
    const row = { key: '1', name: '', exact: text, cells: [1, 'x'] }
    expect(toCsv({ ...data, rows: [row] })).toContain(`\r\n'${text},1,x`)
  })

  it('has no column of notes without notes', () => {
    expect(toCsv({ ...data, rows: data.rows.slice(0, 1) })).toContain('State, last"\r\n')
  })
})

it('copies with tabs', () => {
  expect(toTabs(data).split('\n')[1]).toBe('2026-09-12 13:05:00\t4210\tNormal\t')
})

it('gives files names that every system accepts', () => {
  expect(toFileName(['Lindenhof: roof / 2', '2026-09-12'], 'csv')).toBe('lindenhof-roof-2-2026-09-12.csv')
  expect(toFileName(['屋顶电站', ''], 'png')).toBe('屋顶电站.png')
  expect(toFileName(['///'], 'csv')).toBe('chart.csv')
})
