import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { FleetPage } from './fleet-page.tsx'

const FLEET = 'POST /maintain-s/operating/station/fleet'
const COUNTS = 'POST /maintain-s/operating/station/counts'
const TODAY = 'POST /maintain-s/operating/station/today'

const noReason = { kind: 'well', count: 1, total: 1, group: 'inverter', sinceMs: null, devices: [], code: null }
const row = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  capacityWp: 10_000,
  zone: 'Europe/Berlin',
  status: 'well',
  reason: noReason,
  pvW: 4200,
  socPercent: null,
  todayYieldH: 3,
  lastAtMs: Date.now(),
  neighbors: { count: 0, todayYieldH: null },
  coverId: null,
  tagIds: [],
  lost: null,
  alarmCount: 0,
  days: Array.from({ length: 7 }, (_, at) => ({ day: `2026-06-0${at + 1}`, yieldH: at === 2 ? null : at })),
  ...more,
})
const dead = row(4, 'Sierra', {
  status: 'fault',
  reason: { ...noReason, kind: 'idle', total: 16, sinceMs: Date.parse('2026-06-01T10:00:00Z') },
  todayYieldH: 1.5,
  neighbors: { count: 3, todayYieldH: 3 },
})
const plants = [dead, row(7, 'Barn'), row(8, 'Depot')]

const search = vi.fn()
const answers = (): Record<string, Answer> => ({
  [FLEET]: ({ url, body }) => {
    const { keyword, statuses } = body as { keyword?: string; statuses?: string[] }
    search(new URL(url, 'http://h').searchParams, body)
    const data = plants.filter(
      (plant) =>
        (!keyword || plant.name.toLowerCase().includes(keyword)) &&
        (!statuses || statuses.includes((plant as { status: string }).status)),
    )
    return { total: data.length, data }
  },
  [COUNTS]: () => ({ total: 3, byStatus: { fault: 1, well: 2 }, alarmed: 0, generationPower: 12_600 }),
  [TODAY]: () => ({ known: 3, generationWh: 90_000, income: [{ currency: 'EUR', amount: 27 }], unpriced: 0 }),
})
const open = (path = '/plant/fleet', more: Record<string, Answer> = {}) => {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ ...answers(), ...more })))
  renderPage(<FleetPage />, { path, user: {} })
}
const address = () => screen.getByTestId('address').textContent

afterEach(() => {
  cleanup()
  search.mockClear()
  vi.unstubAllGlobals()
})

describe('FleetPage', () => {
  it('starts with the answer, and names problems with their reason', async () => {
    open()
    await screen.findByText('2 of 3')
    const sentence = (await screen.findAllByText(/inverters dead since/)).find((element) => element.closest('p'))
    expect(sentence?.closest('p')?.textContent).toMatch(
      /^2 of 3 plants are operating normally\. Sierra: Fault · 1 of 16 inverters dead since /,
    )
    expect(screen.getByText('90.00')).toBeTruthy()
    expect(screen.getByText('€27.00')).toBeTruthy()
  })

  it('names every plant in trouble, and leads to all of them where they are too many', async () => {
    const late = Array.from({ length: 14 }, (_, at) => row(20 + at, `Late ${at + 1}`, { status: 'late' }))
    open('/plant/fleet', {
      [FLEET]: ({ body }) => {
        search(undefined, body)
        return { total: 20, data: [dead, ...late] }
      },
      [COUNTS]: () => ({ total: 20, byStatus: { fault: 1, late: 14, well: 5 }, alarmed: 0, generationPower: 1 }),
    })
    const more = await screen.findByRole('link', { name: '5 more need attention.' })
    expect(more.getAttribute('href')).toBe('/plant/fleet?status=trouble')
    const sentence = more.closest('p') as HTMLElement
    expect(
      within(sentence)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Sierra', ...Array.from({ length: 9 }, (_, at) => `Late ${at + 1}`), '5 more need attention.'])
    await userEvent.click(more)
    expect((await screen.findByRole('link', { name: 'Needs attention 15' })).getAttribute('aria-current')).toBe('true')
    const asked = search.mock.lastCall?.[1] as { statuses: string[] }
    expect(asked.statuses).toEqual(['fault', 'silent', 'partSilent', 'late'])
  })

  it('names silent plants behind a page of well ones with open alarms', async () => {
    const alarmed = Array.from({ length: 25 }, (_, at) => row(40 + at, `Well ${at + 1}`))
    const silent = [row(20, 'Hill', { status: 'silent' }), row(21, 'Mill', { status: 'silent' })]
    open('/plant/fleet', {
      [FLEET]: ({ body }) => {
        search(undefined, body)
        const { statuses } = body as { statuses?: string[] }
        return statuses ? { total: 2, data: silent } : { total: 27, data: alarmed }
      },
      [COUNTS]: () => ({ total: 27, byStatus: { silent: 2, well: 25 }, alarmed: 0, generationPower: 1 }),
    })
    const named = await screen.findByRole('link', { name: 'Hill' })
    expect(named.closest('p')?.textContent).toMatch(/Mill/)
    expect(search.mock.calls).toHaveLength(2)
  })

  it('names plants with open warnings after the faults, and counts none as well', async () => {
    const warned = [row(9, 'Toro', { alarmCount: 2 }), row(10, 'Turkana', { status: 'asleep', alarmCount: 1 })]
    const counts = { total: 5, byStatus: { fault: 1, asleep: 1, well: 3 }, alarmed: 2, generationPower: 1 }
    open('/plant/fleet', {
      [FLEET]: () => ({ total: 5, data: [dead, ...warned, ...plants.slice(1)] }),
      [COUNTS]: () => counts,
    })
    const toro = (await screen.findAllByRole('link', { name: 'Toro' })).find((link) => link.closest('p'))
    const sentence = toro?.closest('p') as HTMLElement
    expect(sentence.textContent).toMatch(
      /^2 of 5 plants are operating normally\. Sierra: Fault .*\. Toro: 2 open alarms\. Also Turkana\. 1 is on/,
    )
    expect(toro?.getAttribute('href')).toBe('/plant/infos/alert?id=9')
    expect(within(sentence).queryByText(/need/)).toBeNull()
  })

  it('leads to the alarms where more plants have open warnings than it names', async () => {
    const warned = Array.from({ length: 12 }, (_, at) => row(40 + at, `Roof ${at + 1}`, { alarmCount: 1 }))
    open('/plant/fleet', {
      [FLEET]: () => ({ total: 30, data: warned }),
      [COUNTS]: () => ({ total: 30, byStatus: { well: 30 }, alarmed: 14, generationPower: 1 }),
    })
    const more = await screen.findByRole('link', { name: '4 more need attention.' })
    expect(more.getAttribute('href')).toBe('/alarms')
    expect(more.closest('p')?.textContent).toMatch(/^16 of 30 plants/)
  })

  it('leads to plants in trouble where they cannot be named', async () => {
    open('/plant/fleet', {
      [FLEET]: () => refuse(403, { code: 'NO_PERMISSION', no: 21 }),
      [COUNTS]: () => ({ total: 27, byStatus: { silent: 2, well: 25 }, alarmed: 0, generationPower: 1 }),
    })
    const more = await screen.findByRole('link', { name: '2 more need attention.' })
    expect(more.getAttribute('href')).toBe('/plant/fleet?status=trouble')
  })

  it('asks once for its rows where the first page names every plant in trouble', async () => {
    open()
    await screen.findByText('Barn')
    await screen.findAllByText(/inverters dead since/)
    expect(search.mock.calls).toHaveLength(1)
  })

  it('says what open alarms have cost since they began, and "--" where that is unknown', async () => {
    const cost = { currency: 'EUR', sinceMs: Date.parse('2026-06-01T10:00:00Z') }
    const lost = { ...dead, lost: { ...cost, wh: 462_070, income: 21.25 } }
    const unknown = row(7, 'Barn', { lost: { ...cost, wh: null, income: null } })
    open('/plant/fleet', { [FLEET]: () => ({ total: 2, data: [lost, unknown] }) })
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(within(rows[0] as HTMLElement).getByText('462.07 kWh')).toBeTruthy()
    expect(rows[0]?.textContent).toMatch(/462\.07.kWh.·.€21\.25since.Jun.1/)
    expect(rows[1]?.textContent).toMatch(/--since/)
  })

  it('compares yields with the neighbors, and shows -- without any', async () => {
    open()
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(within(rows[0] as HTMLElement).getByText('50% below 3 neighbors')).toBeTruthy()
    expect(within(rows[1] as HTMLElement).getAllByText('--').length).toBeGreaterThan(0)
  })

  it('requests the worst first and sorts by a click on a column', async () => {
    open()
    await screen.findByText('Barn')
    const asked = () => search.mock.lastCall?.[0] as URLSearchParams
    expect(search.mock.calls.map(([query]) => query.get('order.property'))).toContain('status')
    await userEvent.click(screen.getByRole('link', { name: 'Power now' }))
    expect(address()).toBe('/plant/fleet?sort=power')
    await waitFor(() => expect(asked().get('order.property')).toBe('generationPower'))
    await userEvent.click(screen.getByRole('link', { name: /Power/ }))
    expect(address()).toBe('/plant/fleet?sort=-power')
    expect(screen.getByRole('columnheader', { name: /Power/ }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('filters by a chip, and returns to the first page', async () => {
    open('/plant/fleet?page=2')
    await userEvent.click(await screen.findByRole('link', { name: /Fault 1/ }))
    expect(address()).toBe('/plant/fleet?status=fault')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Barn' })).toBeNull())
    expect(screen.getByRole('rowheader', { name: /Sierra/ })).toBeTruthy()
  })

  it('says that nothing was found, with a way back', async () => {
    open('/plant/fleet?q=zzz')
    await screen.findByText(/No plant matches/)
    await userEvent.click(screen.getByRole('link', { name: 'Clear filter' }))
    expect(address()).toBe('/plant/fleet')
    await screen.findByText('Barn')
  })

  it('shows cards when asked to', async () => {
    open('/plant/fleet?as=cards')
    await screen.findByRole('link', { name: 'Barn' })
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getAllByRole('img', { name: /Specific yield/ })).toHaveLength(3)
  })

  it('offers to create a plant to a user without any', async () => {
    open('/plant/fleet', { [FLEET]: () => ({ total: 0, data: [] }) })
    expect((await screen.findByRole('link', { name: 'Create plant' })).getAttribute('href')).toBe('/plant/create')
  })

  it('says what failed, with a retry', async () => {
    let failing = true
    const fails: Answer = () => refuse(500, { code: 'SERVER_FAILURE', no: 16 })
    const whole = answers()
    open('/plant/fleet', { [FLEET]: (request) => (failing ? fails(request) : whole[FLEET]?.(request)), [TODAY]: fails })
    await screen.findByText('The plants could not be loaded.')
    await screen.findByText('Today’s totals could not be loaded.')
    failing = false
    await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[1] as HTMLElement)
    await screen.findByText('Barn')
  })

  it('pages when there are more plants than a page holds', async () => {
    open('/plant/fleet', { [FLEET]: () => ({ total: 60, data: plants }) })
    await screen.findByText('1–25 of 60')
    await userEvent.click(screen.getByRole('link', { name: 'Next' }))
    expect(address()).toBe('/plant/fleet?page=2')
    expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/plant/fleet')
  })
})
