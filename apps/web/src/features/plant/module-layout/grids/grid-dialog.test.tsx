import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../../api/plants.ts'
import { CurrentPlantContext } from '../../../../plant/current-plant.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../../testing/render.tsx'
import { GridDialog } from './grid-dialog.tsx'
import type { GridSource, TakenGrid } from './taken-grid.ts'

const corners = [0, 1, 2, 3].map((n) => ({ x: n, y: n }))
const photo = {
  rows: 1,
  columns: 3,
  page: null,
  beside: ['A9'],
  isSparse: true,
  width: 400,
  height: 300,
  cells: [
    { row: 0, column: 0, serial: 'A1', confidence: 0.97, corners },
    { row: 0, column: 1, serial: null, confidence: 0, corners, error: 'RECOGNITION_ERROR' },
    { row: 0, column: 2, serial: 'A3', confidence: 0.5, corners },
  ],
}
const PHOTO_CALL = 'POST /maintain-s/station/layout/photo/recognition/7'
const FILE_CALL = 'POST /maintain-s/station/layout/file/recognition/7'
let taken: readonly TakenGrid[]

const open = (source: GridSource, answers: Readonly<Record<string, Answer>> = {}): void => {
  vi.stubGlobal('fetch', answerCalls(answers))
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: { name: 'L' } as Plant, zone: 'UTC', can: () => true }}>
      <GridDialog
        source={source}
        groups={[{ id: 4, name: 'East', rows: 2, columns: 3 }]}
        chosen={undefined}
        known={new Set(['A1', 'A2', 'A3'])}
        onTake={(next) => {
          taken = next
        }}
        onClose={() => undefined}
      />
    </CurrentPlantContext>,
  )
}
const choose = async (name: string): Promise<void> => {
  const input = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail())
  await userEvent.upload(input, new File(['x'], name, { type: 'image/jpeg' }))
}

beforeEach(() => {
  taken = []
  // Without workers the server reads the photo.
  vi.stubGlobal('Worker', undefined)
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows what a photo gave, takes what a person adds, and hands the grid over', async () => {
  open('photo', { [PHOTO_CALL]: () => photo })
  await choose('roof.jpg')
  expect(await screen.findByText(/2 of 3 serial numbers were read; one is missing.*A9/)).toBeTruthy()
  expect(document.querySelectorAll('polygon')).toHaveLength(3)
  expect(screen.getByText('hard to read')).toBeTruthy()
  expect(screen.getByText(/Too few labels side by side were read/)).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Serial number in row 1, column 2' }), 'A2')
  expect(await screen.findByText(/All 3 serial numbers were read/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Swap left and right' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Where to' }), '4')
  expect(screen.getByText(/The group has 2 × 3 cells, this is 1 × 3/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take 3 modules' }))
  expect(taken).toEqual([
    {
      target: 4,
      shape: {},
      grid: {
        rows: 1,
        columns: 3,
        cells: ['A3', 'A2', 'A1'].map((serial, column) => ({ row: 0, column, serial })),
      },
    },
  ])
})

it('says that nothing was read', async () => {
  open('photo', { [PHOTO_CALL]: () => refuse(400, { code: 'RECOGNITION_ERROR' }) })
  await choose('dark.jpg')
  expect(await screen.findByText(/No serial number could be read/)).toBeTruthy()
})

it('shows the groups of a file and takes all of them as new groups', async () => {
  const group = { rows: 1, columns: 2, beside: [] }
  const cells = [
    { row: 0, column: 0, serial: 'A1' },
    { row: 0, column: 1, serial: 'B7' },
  ]
  const data = [
    { ...group, name: 'South', cells, beside: ['C1', 'C2'] },
    { ...group, name: '', cells: [{ row: 0, column: 0, serial: null }] },
  ]
  open('file', { [FILE_CALL]: () => ({ data }) })
  await choose('plan.csv')
  expect(await screen.findByText('2 groups with 3 modules. 2 are in no cell: C1, C2.')).toBeTruthy()
  expect(screen.getByText('B7')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take 3 modules' }))
  expect(taken.map(({ target, shape, grid }) => [target, shape, grid.cells.length])).toEqual([
    ['new', { name: 'South' }, 2],
    ['new', { name: '' }, 1],
  ])
})

it('says why a file is refused', async () => {
  open('file', { [FILE_CALL]: () => refuse(400, { code: 'IMPORT_UNREADABLE', detail: { reason: 'noPlaces' } }) })
  await choose('plan.csv')
  expect(await screen.findByText(/does not say where they lie/)).toBeTruthy()
})

it('offers the paper for a group, page by page', async () => {
  open('template')
  const rows = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Rows' })
  expect([rows.value, screen.getByText('One page').textContent]).toEqual(['2', 'One page'])
  await userEvent.clear(rows)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save as PDF' }).disabled).toBe(true)
  await userEvent.type(rows, '20')
  expect(screen.getByText('3 pages')).toBeTruthy()
})
