import { describe, expect, it } from 'vitest'
import { readLayoutSheet } from './read-layout-sheet.ts'

const sn = (n: number): string => `A2210000${String(n).padStart(3, '0')}`
const short = (grids: ReturnType<typeof readLayoutSheet>) =>
  (grids === 'noPlaces' ? [] : grids).map(({ name, rows, columns, cells }) => ({
    name,
    size: [rows, columns],
    cells: cells.map(({ row, column, serial, port, error }) =>
      [`${row}:${column}`, serial, ...(port ? [port] : []), ...(error ? [error] : [])].join(' '),
    ),
  }))

describe('a sheet', () => {
  it('that shows the roof has a module in each filled cell', () => {
    const lines = [
      ['Roof south', '', '', ''],
      ['', 'A', 'B', 'C'],
      ['1', sn(1), sn(2), ''],
      ['2', '1-2-1', 'see photo', `1-2-3 ${sn(3)}`],
    ]
    expect(short(readLayoutSheet(lines, 'South'))).toEqual([
      {
        name: 'South',
        size: [2, 3],
        cells: [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, '1:0 ', '1:1  RECOGNITION_ERROR', `1:2 ${sn(3)}`],
      },
    ])
  })

  it('that lists rows and columns has a group for each name', () => {
    const lines = [
      ['Plane', 'Row', 'Column', 'Serial number', 'Port'],
      ['East', '1', '2', sn(1), '1'],
      ['East', '1', '3', sn(1), '2'],
      ['East', '2', '2', 'illegible', ''],
      ['West', 'B', 'AA', sn(4), ''],
      ['West', '', '', sn(5), ''],
    ]
    expect(short(readLayoutSheet(lines, ''))).toEqual([
      { name: 'East', size: [2, 2], cells: [`0:0 ${sn(1)} 1`, `0:1 ${sn(1)} 2`, '1:0  RECOGNITION_ERROR'] },
      { name: 'West', size: [1, 1], cells: [`0:0 ${sn(4)}`] },
    ])
  })

  it('that lists inverter, string and position has a row for each string', () => {
    const lines = [
      ['Optimizer layout'],
      ['Position', 'Optimizer SN'],
      ['1-1-1', sn(1)],
      ['1-1-2', sn(2)],
      ['1-2-1', sn(3)],
      ['2-1-1', sn(4)],
      ['2-1-2', sn(4)],
    ]
    expect(short(readLayoutSheet(lines, ''))).toEqual([
      { name: '1', size: [2, 2], cells: [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `1:0 ${sn(3)}`] },
      { name: '2', size: [1, 2], cells: [`0:0 ${sn(4)} 1`, `0:1 ${sn(4)} 2`] },
    ])
    const columns = [
      ['Inverter number', 'String number', 'Optimizer number', 'Serial number'],
      ['INV1', '1', '2', sn(1)],
      ['INV1', '3', '1', sn(2)],
    ]
    expect(short(readLayoutSheet(columns, ''))).toEqual([
      { name: 'INV1', size: [3, 2], cells: [`0:1 ${sn(1)}`, `2:0 ${sn(2)}`] },
    ])
  })

  it('without serial numbers has no group', () => {
    expect(
      readLayoutSheet(
        [
          ['time', 'power'],
          ['2026-05-01', '5'],
        ],
        'x',
      ),
    ).toEqual([])
    expect(readLayoutSheet([], '')).toEqual([])
  })
})

describe('a list with other headings', () => {
  it.each([
    [['Seriennr.', 'Reihe', 'Spalte']],
    [['N° de série', 'Rangée', 'Colonne']],
    [['Número de serie', 'Fila', 'Columna']],
    [['Numer seryjny', 'Rząd', 'Kolumna']],
    [['Seri no', 'Satır', 'Sütun']],
    [['Серійний номер', 'Ряд', 'Стовпець']],
    [['シリアル番号', '行', '列']],
    [['일련번호', '행', '열']],
    [['Số sê-ri', 'Hàng', 'Cột']],
    [['Module SN', 'String', 'Panel #']],
  ])('reads %s', (heading) => {
    const lines = [heading, [sn(1), '1', '1'], [sn(2), '1.0', '2'], [`'${sn(3)}`, '2', '1']]
    expect(short(readLayoutSheet(lines, ''))).toEqual([
      { name: '', size: [2, 2], cells: [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `1:0 ${sn(3)}`] },
    ])
  })

  it('takes what joined cells say once for the lines below', () => {
    const lines = [
      ['Inverter', 'String', 'Position', 'Serial'],
      ['Inv 1', '1', '1', sn(1)],
      ['', '', '2', sn(2)],
      ['', '2', '1', sn(3)],
      ['Inv 2', '1', '1', sn(4)],
    ]
    expect(short(readLayoutSheet(lines, '')).map(({ name, cells }) => [name, cells])).toEqual([
      ['Inv 1', [`0:0 ${sn(1)}`, `0:1 ${sn(2)}`, `1:0 ${sn(3)}`]],
      ['Inv 2', [`0:0 ${sn(4)}`]],
    ])
  })
})
