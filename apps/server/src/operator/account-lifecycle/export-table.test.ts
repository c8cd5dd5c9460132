import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { type ExportTable, writeTable } from './export-table.ts'

const table: ExportTable = {
  path: 'plants/energies',
  columns: [{ name: 'day' }, { name: 'generation', unit: 'kWh' }, { name: 'note' }],
  rows: async function* () {
    yield [['2026-06-01', 57.419999999999995, '0.30000000000000004']]
  },
}

it('sums have no binary dust in either format', async () => {
  expect(await text(writeTable(table, 'csv'))).toBe(
    '\ufeffday,generation (kWh),note\r\n2026-06-01,57.42,0.30000000000000004\r\n',
  )
  expect(await text(writeTable(table, 'json'))).toBe(
    '[\n{"day":"2026-06-01","generation":57.42,"note":"0.30000000000000004"}\n]\n',
  )
})
