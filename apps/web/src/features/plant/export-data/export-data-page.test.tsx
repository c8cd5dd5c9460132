import { plantRights, toPlantCode } from '@heliograph/domain/permissions.ts'
import { addDays, addMonths } from '@heliograph/domain/time.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { type Answer, answerCalls, renderPage } from '../../../testing/render.tsx'
import { ExportDataPage } from './export-data-page.tsx'

const definition = {
  kind: 'statistics',
  step: 'day',
  from: '2026-05-01',
  to: '2026-05-31',
  deviceIds: [],
  quantities: [],
  fileType: 'xlsx',
  zone: 'plant',
  separator: ',',
  decimalMark: '.',
  language: 'en',
}
const job = {
  id: 5,
  definition,
  state: 'ready',
  progress: 1,
  rows: 31,
  sizeBytes: 12_300,
  failure: null,
  mail: false,
  scheduleId: null,
  requestedAtMs: 1_781_000_000_000,
  finishedAtMs: 1_781_000_001_000,
  expiresAtMs: 1_781_600_000_000,
}
const JOBS_PATH = '/maintain-s/station/7/report/jobs'
const plant = { name: 'Lindenhof', codes: plantRights.map(toPlantCode) } as unknown as Plant
let jobs: object[]
let asked: unknown[]

const open = (answers: Readonly<Record<string, Answer>> = {}) => {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${JOBS_PATH}`]: () => ({ data: jobs, use: { exports: jobs.length, waiting: 0, bytes: 12_300 } }),
      [`POST ${JOBS_PATH}`]: ({ body }) => {
        asked.push(body)
        jobs = [{ ...job, id: 6, state: 'queued', progress: 0, rows: null, sizeBytes: null }, ...jobs]
        return jobs[0]
      },
      'GET /maintain-s/station/7/report/schedules': () => ({ data: [] }),
      'GET /maintain-s/station/report/templates': () => ({ data: [] }),
      'GET /maintain-s/station/7/report/choices': () => ({
        data: [
          {
            deviceId: 1,
            serial: 'INV1',
            name: 'Roof',
            type: 'INVERTER',
            quantities: ['acPowerW', 'pv1PowerW'],
          },
        ],
      }),
      ...answers,
    }),
  )
  const zone = 'Europe/Berlin'
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone, can: () => true }}>
      <ExportDataPage />
    </CurrentPlantContext>,
  )
}

beforeEach(() => {
  jobs = []
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says what to do before there is a file', async () => {
  open()
  expect(await screen.findByText('No files yet')).toBeTruthy()
})

it('orders what was chosen, and shows it in the list', async () => {
  open()
  await userEvent.click(await screen.findByRole('radio', { name: /Device values/ }))
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create file' })
  expect(create.disabled).toBe(true)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'AC active power' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'File type' }), 'csv')
  await userEvent.click(create)
  expect(await screen.findByText('Queued')).toBeTruthy()
  expect(asked).toMatchObject([
    { definition: { kind: 'points', quantities: ['acPowerW'], deviceIds: [], fileType: 'csv' }, mail: false },
  ])
})

it('takes the letter of a template for the whole month that is chosen', async () => {
  const template = {
    id: 1,
    name: 'Month',
    definition: { ...definition, kind: 'letter', step: 'month', fileType: 'pdf' },
  }
  open({ 'GET /maintain-s/station/report/templates': () => ({ data: [template] }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Last 7 days' }))
  await userEvent.click(screen.getByRole('button', { name: 'Templates' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Month' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create file' }))
  expect(await screen.findByText('Queued')).toBeTruthy()
  const [{ definition: ordered }] = asked as [{ definition: { kind: string; from: string; to: string } }]
  const month = ordered.from.slice(0, 7)
  expect(ordered).toMatchObject({ kind: 'letter', from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) })
})

it('says how many days a file has, and a limit only where it is reached', async () => {
  open()
  await userEvent.click(await screen.findByRole('radio', { name: /Plant power/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Last year' }))
  expect(screen.getByText(/^36[56] days$/)).toBeTruthy()
  expect(screen.queryByText(/At most/)).toBeNull()
})

it('shows size, rows and expiry of a file, and makes it again or deletes it', async () => {
  jobs = [job, { ...job, id: 4, state: 'failed', failure: 'NO_PERMISSION', rows: null, sizeBytes: null }]
  const calls: string[] = []
  const note: Answer = ({ method, url }) => {
    calls.push(`${method} ${url}`)
    return method === 'DELETE' ? { success: true } : job
  }
  open({ [`POST ${JOBS_PATH}/5`]: note, [`DELETE ${JOBS_PATH}/5`]: note })
  const [row] = await screen.findAllByText(/^Plant statistics, .*31/)
  const name = row?.textContent ?? ''
  const place = row?.closest<HTMLElement>('[data-part="setting-row"]') ?? expect.fail()
  expect(place.textContent).toContain('31 rows · 12.3 kB · available until')
  expect(screen.getByText(/you may no longer view/)).toBeTruthy()
  await userEvent.click(within(place).getByRole('button', { name: `Create ${name} again` }))
  await userEvent.click(within(place).getByRole('button', { name: `Delete ${name}` }))
  await waitFor(() => expect(calls).toEqual([`POST ${JOBS_PATH}/5`, `DELETE ${JOBS_PATH}/5`]))
})
