import { cleanup, screen, waitFor, within } from '@testing-library/react'
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
  files: [{ rowCount: 960, isMostUnread: false }],
  twiceRows: 0,
  conflictDays: 0,
  unread: [{ file: 0, reason: 'noTime', count: 2, line: 17 }],
  refusedWh: {},
  leftOutRows: 0,
  sharedDays: 1,
  differingDays: 1,
  differences: [{ date: '2026-05-01', flow: 'generation', fileWh: 26_260, plantWh: 12_500 }],
  months: [{ month: '2026-05', flows: { generation: { fileWh: 26_260, plantWh: 12_500, afterWh: 12_500 } } }],
  best: { date: '2026-05-01', fileWh: 26_260, possibleWh: 40_000 },
  worst: { date: '2026-05-01', fileWh: 26_260, possibleWh: null },
  leftOutValues: [{ file: 0, column: 'ac kW', count: 3, value: '-127', line: 9 }],
  stepMs: 900_000,
  dayCount: 1,
  fromMs: 1_777_600_000_000,
  toMs: 1_777_686_400_000,
  totalsWh: { generation: 26_260 },
  days: [{ date: '2026-05-01', energiesWh: { generation: 26_260 } }],
}
const done = {
  id: 2,
  fileNames: ['old.csv'],
  state: 'done',
  progress: 1,
  stored: 9,
  remainingMs: null,
  records: 9,
  energyWh: 12_000,
  failure: null,
  leftOutValues: [],
  fromMs: 1_777_600_000_000,
  toMs: 1_777_686_400_000,
  createdAtMs: 1_777_700_000_000,
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
      [`POST ${PATH}/preview`]: note(preview),
      [`POST ${PATH}/start`]: note({ id: 9 }),
      [`DELETE ${PATH}/2`]: note({ success: true }),
      ...answers,
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: () => can }}>
      <ImportPage />
    </CurrentPlantContext>,
    { user: { id: 1 } },
  )
}
const choose = async (...names: readonly string[]): Promise<void> => {
  const input = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail())
  const chosen = names.length > 0 ? names : ['roof.csv']
  await userEvent.upload(
    input,
    chosen.map((name) => new File(['time,W'], name, { type: 'text/csv' })),
  )
}

beforeEach(() => {
  asked = []
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
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
  await waitFor(() => expect(asked.at(-1)?.[0]).toBe(`POST ${PATH}/start`))
  expect(asked[0]?.[1]).toEqual({ name: 'roof.csv', content: btoa('time,W') })
  expect(asked.at(-1)?.[1]).toMatchObject({
    files: [{ id: 3, mapping: { columns: [{ column: 1 }, { column: 2, flow: 'load', form: 'energy', unit: 'kWh' }] } }],
    overlap: 'add',
    between: null,
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
  const order = { files: [{ id: 3, mapping: saved }], overlap: 'keep', between: null }
  await waitFor(() => expect(asked.at(-1)).toEqual([`POST ${PATH}/preview`, order]))
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
  await waitFor(() =>
    expect(asked.at(-1)?.[1]).toMatchObject({ files: [{ mapping: { timeFormat: 'mdy', questions: [] } }] }),
  )
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

it('undoes an import when that is confirmed', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(asked).toEqual([])
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(asked).toEqual([[`DELETE ${PATH}/2`, undefined]]))
})

it('is for who may edit the plant', () => {
  open({}, false)
  expect(screen.queryByText('Choose a file')).toBeNull()
})

it('takes several files, each with its own state, and waits for what is open', async () => {
  let place = 0
  const replies: readonly unknown[] = [
    uploaded,
    refuse(400, { code: 'IMPORT_UNREADABLE', detail: { reason: 'noTimes' } }),
    {
      ...uploaded,
      id: 4,
      mapping: { ...mapping, questions: [{ kind: 'flow', column: 1, name: null, choices: ['load'] }] },
    },
  ]
  const files = [
    { rowCount: 960, isMostUnread: false },
    { rowCount: 960, isMostUnread: false },
  ]
  open({
    [`POST ${PATH}`]: () => replies[place++],
    [`POST ${PATH}/preview`]: ({ body }) => {
      asked.push(['preview', body])
      return { ...preview, files, conflictDays: 2, twiceRows: 5 }
    },
  })
  await choose('a.csv', 'b.csv', 'c.csv')
  expect(await screen.findByText('Needs your decision')).toBeTruthy()
  expect(screen.getByText('Ready')).toBeTruthy()
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Import' })
  expect([start.disabled, screen.getByText(/Please decide what is marked/)]).toMatchObject([true, {}])
  await userEvent.click(screen.getByRole('button', { name: 'Remove: b.csv' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /ac_w: what it is/ }), 'load')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /On 2 days the files say/ }), 'once')
  await waitFor(() => expect(start.disabled).toBe(false))
  await userEvent.click(start)
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject([`POST ${PATH}/start`, { files: [{ id: 3 }, { id: 4 }], between: 'once' }]),
  )
})

it('has its files and their decisions again after a reload, until they are discarded', async () => {
  open()
  await choose('roof.csv')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'use_kwh: what it is' }), 'load')
  await waitFor(() => expect(asked.at(-1)?.[1]).toMatchObject({ files: [{ id: 3 }] }))
  cleanup()
  asked = []
  open()
  expect(await screen.findByText('roof.csv')).toBeTruthy()
  await waitFor(() =>
    expect(asked[0]).toMatchObject([
      `POST ${PATH}/preview`,
      { files: [{ id: 3, mapping: { columns: [{ column: 1 }, { flow: 'load' }] } }] },
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Discard all' }))
  cleanup()
  open()
  expect(await screen.findByText('Choose files')).toBeTruthy()
})

it('asks for files again that the server no longer has', async () => {
  open()
  await choose('roof.csv')
  await screen.findAllByText(/26.26 kWh/)
  cleanup()
  open({ [`POST ${PATH}/preview`]: () => refuse(404, { code: 'NOT_FOUND' }) })
  expect(await screen.findByText('Choose files')).toBeTruthy()
})

it('shows of many files only those that need something', async () => {
  let id = 10
  const question = { kind: 'timeFormat', column: null, name: null, choices: ['dmy', 'mdy'] }
  open({
    [`POST ${PATH}`]: () => ({
      ...uploaded,
      id: id++,
      ...(id === 20 && { mapping: { ...mapping, questions: [question] } }),
    }),
    [`POST ${PATH}/preview`]: () => ({ ...preview, files: Array(60).fill({ rowCount: 960, isMostUnread: false }) }),
  })
  await choose(...Array.from({ length: 60 }, (_, n) => `${n}.csv`))
  expect(await screen.findByText('59 files are ready')).toBeTruthy()
  expect(screen.getByText('9.csv').closest('details')).toBeNull()
  expect(screen.getByText('10.csv').closest('details')).toBeTruthy()
})

it('waits with a file until the server takes it', async () => {
  let calls = 0
  const wait = { code: 'TOO_MANY_REQUESTS', detail: { seconds: 1 } }
  const afterOne =
    (reply: unknown): Answer =>
    () =>
      calls++ % 2 === 0 ? refuse(429, wait) : reply
  open({ [`POST ${PATH}`]: afterOne(uploaded), [`POST ${PATH}/preview`]: afterOne(preview) })
  await choose('roof.csv')
  expect(await screen.findByText('Ready')).toBeTruthy()
  expect((await screen.findAllByText(/26.26 kWh/)).length).toBeGreaterThan(2)
  expect(calls).toBe(4)
})

it('shows how far an import is, and cancels it', async () => {
  const running = { ...done, state: 'running', progress: 0.4, stored: 400, records: 1000, remainingMs: 90_000 }
  open({ [`GET ${PATH}`]: () => ({ data: [{ ...running, fileNames: ['a.csv', 'b.csv', 'c.csv'] }] }) })
  expect(await screen.findByText('a.csv + 2')).toBeTruthy()
  expect(screen.getByText(/400 of 1,000 rows/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(asked[0]).toEqual([`DELETE ${PATH}/2`, undefined]))
})
