import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ImportPage } from './import-page.tsx'

const PATH = '/maintain-s/station/7/import'
const mapping = {
  sheet: 0,
  headLine: 1,
  timeColumn: 0,
  clockColumn: null,
  endColumn: null,
  offsetColumn: null,
  nameColumn: null,
  timeFormat: 'iso',
  zone: 'UTC',
  stamp: 'start',
  overlap: 'keep',
  questions: [] as unknown[],
  columns: [
    { column: 1, name: null, flow: 'generation', form: 'power', unit: 'W', signs: 'positive', decimalMark: '.' },
  ],
}
const uploaded = {
  id: 3,
  heads: ['time_utc', 'ac_w', 'use_kwh'],
  samples: [['2026-05-01', '5', '1']],
  rowCount: 960,
  mapping,
  format: null,
  saved: null,
  tables: [{ sheet: 0, headLine: 1, name: '', heads: ['time_utc', 'ac_w', 'use_kwh'], rowCount: 960 }],
  lines: [
    { line: 1, cells: ['time_utc', 'ac_w', 'use_kwh'] },
    { line: 2, cells: ['2026-05-01', '5', '1'] },
  ],
  names: [],
}
const preview = {
  records: 961,
  rowCount: 960,
  unread: [{ reason: 'noTime', count: 2, line: 17 }],
  refused: {},
  leftOutRows: 0,
  sharedDays: 1,
  differingDays: 1,
  differences: [{ date: '2026-05-01', flow: 'generation', file: 26.26, plant: 12.5 }],
  months: [{ month: '2026-05', flows: { generation: { file: 26.26, plant: 12.5, after: 12.5 } } }],
  best: { date: '2026-05-01', file: 26.26, possible: 40 },
  worst: { date: '2026-05-01', file: 26.26, possible: null },
  leftOutValues: [{ column: 'ac kW', count: 3, value: '-127', line: 9 }],
  stepS: 900,
  dayCount: 1,
  from: 1_777_600_000,
  to: 1_777_686_400,
  totals: { generation: 26.26 },
  days: [{ date: '2026-05-01', energies: { generation: 26.26 } }],
}
const done = {
  id: 2,
  fileName: 'old.csv',
  state: 'done',
  progress: 1,
  records: 9,
  energy: 12,
  failure: null,
  leftOutValues: [],
  from: 1_777_600_000,
  to: 1_777_686_400,
  createdAt: 1_777_700_000,
}
const plant = { name: 'Lindenhof' } as Plant
let asked: [string, unknown][]

const open = (answers: Readonly<Record<string, Answer>> = {}, can = true): void => {
  const note =
    (reply: unknown): Answer =>
    ({ method, url, body }) => {
      asked.push([`${method} ${url}`, body])
      return reply
    }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${PATH}`]: () => ({ data: [done] }),
      [`POST ${PATH}`]: note(uploaded),
      [`POST ${PATH}/3/preview`]: note(preview),
      [`POST ${PATH}/3`]: note({ success: true }),
      [`DELETE ${PATH}/2`]: note({ success: true }),
      ...answers,
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', live: {} as never, can: () => can }}>
      <ImportPage />
    </CurrentPlantContext>,
  )
}
const choose = async (name = 'roof.csv'): Promise<void> => {
  const input = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail())
  await userEvent.upload(input, new File(['time,W'], name, { type: 'text/csv' }))
}

beforeEach(() => {
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('reads a file, shows what it adds, and imports it as it is mapped', async () => {
  open()
  await choose()
  expect((await screen.findAllByText(/26.26 kWh/)).length).toBeGreaterThan(2)
  expect(screen.getByText('26.26 kWh of 40.00 kWh possible in clear weather')).toBeTruthy()
  expect(screen.getByText('Days that differ from the plant’s data: 1')).toBeTruthy()
  expect(screen.getAllByText('12.50 kWh').length).toBeGreaterThan(2)
  expect(screen.queryByText(/The newest/)).toBeNull()
  expect(screen.getByText(/Rows without a readable time: 2, the first one is line 17/)).toBeTruthy()
  expect(screen.getByText(/ac kW: 3 impossible values are left out, the first one is -127 in line 9/)).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'use_kwh: what it is' }), 'load')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /On 1 day/ }), 'add')
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Import' })
  await waitFor(() => expect(start.disabled).toBe(false))
  await userEvent.click(start)
  await waitFor(() => expect(asked.at(-1)?.[0]).toBe(`POST ${PATH}/3`))
  expect(asked[0]?.[1]).toEqual({ name: 'roof.csv', content: btoa('time,W') })
  expect(asked.at(-1)?.[1]).toMatchObject({
    mapping: { overlap: 'add', columns: [{ column: 1 }, { column: 2, flow: 'load', form: 'energy', unit: 'kWh' }] },
  })
})

it('names the maker, and reads the file as the last one when asked to', async () => {
  const saved = { ...mapping, columns: [{ ...mapping.columns[0], flow: 'load' }] }
  const format = { id: 'solarman-daily', maker: 'SOLARMAN', variant: 'Daily statistics' }
  open({ [`POST ${PATH}`]: () => ({ ...uploaded, format, saved }) })
  await choose()
  expect(await screen.findByText(/SOLARMAN, Daily statistics/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Read it that way' }))
  expect(screen.queryByRole('button', { name: 'Read it that way' })).toBeNull()
  await waitFor(() => expect(asked.at(-1)).toEqual([`POST ${PATH}/3/preview`, { mapping: saved }]))
})

it('asks what the file leaves open before it imports', async () => {
  const question = { kind: 'timeFormat', column: null, name: null, choices: ['dmy', 'mdy'] }
  const reply = { ...uploaded, mapping: { ...mapping, questions: [question] } }
  open({ [`POST ${PATH}`]: () => reply })
  await choose()
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import' })
  await screen.findAllByText(/26.26 kWh/)
  expect(start.disabled).toBe(true)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How the dates are written' }), 'mdy')
  await waitFor(() => expect(start.disabled).toBe(false))
  await userEvent.click(start)
  await waitFor(() => expect(asked.at(-1)?.[1]).toMatchObject({ mapping: { timeFormat: 'mdy', questions: [] } }))
})

it('opens the file again when another line is its heading', async () => {
  open({
    [`POST ${PATH}/3/table`]: () => ({ ...uploaded, heads: ['a', 'b', 'c'], mapping: { ...mapping, headLine: 2 } }),
  })
  await choose()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Heading' }), '2')
  expect(await screen.findByRole('columnheader', { name: /^b/ })).toBeTruthy()
})

it('says why a file is refused, and takes another one', async () => {
  open({ [`POST ${PATH}`]: () => refuse(400, { code: 'IMPORT_UNREADABLE', detail: { reason: 'noWorkbook' } }) })
  await choose('broken.xlsx')
  expect(await screen.findByText(/no readable Excel workbook/)).toBeTruthy()
})

it('undoes an import', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(asked).toEqual([[`DELETE ${PATH}/2`, undefined]]))
})

it('is for who may edit the plant', () => {
  open({}, false)
  expect(screen.queryByText('Choose a file')).toBeNull()
})
