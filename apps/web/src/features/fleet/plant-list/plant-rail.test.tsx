import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLivePlants } from '../../../api/live-plants.ts'
import { applyPreferences, startPreferences } from '../../../preferences/preferences.ts'
import { wirePlant } from '../../../testing/plants.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { PlantRail } from './plant-rail.tsx'

const SEARCH = 'POST /maintain-s/operating/station/search'
const row = (id: number, name = `Plant ${id}`) => wirePlant({ id, name, lastAtMs: Date.now() })
const names = ['Lindenhof', 'Harbor', 'Quarry']
const answer: Answer = ({ body }) => {
  const keyword = (body as { keyword?: string }).keyword?.toLowerCase() ?? ''
  const data = names.map((name, at) => row(30 - at, name)).filter((item) => item.name.toLowerCase().includes(keyword))
  return { total: data.length, data }
}
const address = () => screen.getByTestId('address').textContent
/** As it stands in the layout, which keeps it live. */
function LiveRail() {
  useLivePlants()
  return <PlantRail />
}
const open = (answers: Readonly<Record<string, Answer>>, path = '/plant/infos/data') => {
  vi.stubGlobal('fetch', vi.fn(answerCalls(answers)))
  renderPage(<LiveRail />, { path, user: {} })
}

/** An observer that lets a test reach the end of the list. */
let reachEnd: () => void = () => undefined
class FakeObserver {
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    reachEnd = () => tell([{ isIntersecting: true }])
  }
  observe(): void {}
  disconnect(): void {}
}

let streams: FakeStream[] = []
class FakeStream extends EventTarget {
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    streams.push(this)
  }
  close(): void {}
}

beforeEach(() => {
  streams = []
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  vi.stubGlobal('EventSource', FakeStream)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('PlantRail', () => {
  it('opens the first plant when the URL names none', async () => {
    open({ [SEARCH]: answer })
    await waitFor(() => expect(address()).toBe('/plant/infos/data?id=30'))
    expect(screen.getByRole('link', { name: /Lindenhof/ }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByText('3 plants')).toBeTruthy()
  })

  it.each([
    ['auto', 'status'],
    ['1.5.3', 'id'],
    ['origin', 'id'],
  ] as const)('asks for plants in the order of the layout %s', async (layoutVersion, property) => {
    applyPreferences({ ...startPreferences(''), layoutVersion })
    const asked = vi.fn(answer)
    open({ [SEARCH]: asked })
    await screen.findByText('Harbor')
    const { searchParams } = new URL(asked.mock.calls[0]?.[0].url ?? '', 'http://localhost')
    expect([searchParams.get('order.property'), searchParams.get('order.direction')]).toEqual([property, 'DESC'])
    applyPreferences(startPreferences(''))
  })

  it('keeps the plant of the URL open', async () => {
    open({ [SEARCH]: answer }, '/plant/infos/device?id=29&date=2026-11-20')
    const link = await screen.findByRole('link', { name: /Quarry/ })
    expect(link.getAttribute('href')).toBe('/plant/infos/device?id=28&date=2026-11-20')
    expect(address()).toBe('/plant/infos/device?id=29&date=2026-11-20')
  })

  it('searches when typing pauses, and keeps the words in the URL', async () => {
    open({ [SEARCH]: answer }, '/plant/infos/data?id=30')
    await screen.findByText('Harbor')
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await userEvent.keyboard('harb')
    await waitFor(() => expect(address()).toBe('/plant/infos/data?id=30&q=harb'))
    await screen.findByText('1 plant found')
    expect(screen.queryByText('Quarry')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/plant/infos/data?id=30'))
  })

  it('shows a new status from the stream', async () => {
    let status = 'well'
    const data = () => names.map((name, at) => ({ ...row(30 - at, name), status: at === 0 ? status : 'well' }))
    const counts = () => ({
      total: 3,
      byStatus: { well: status === 'well' ? 3 : 2, fault: status === 'well' ? 0 : 1 },
      powerW: 12_630,
    })
    open({
      [SEARCH]: () => ({ total: 3, data: data() }),
      'POST /maintain-s/operating/station/counts': counts,
    })
    const card = await screen.findByRole('link', { name: /Lindenhof/ })
    expect(card.textContent).not.toMatch(/Fault/)
    status = 'fault'
    expect(streams.map(({ url }) => url)).toEqual(['/maintain-s/live/stations'])
    const event = JSON.stringify({ counts: counts(), changed: [30] })
    streams[0]?.dispatchEvent(new MessageEvent('message', { data: event }))
    await waitFor(() => expect(screen.getByRole('link', { name: /Lindenhof/ }).textContent).toMatch(/Fault/))
    expect(screen.getByRole('list', { name: 'Plants by status' }).textContent).toMatch(/Fault 1/)
  })

  it('says that nothing was found', async () => {
    open({ [SEARCH]: answer }, '/plant/infos/data?id=30&q=zzz')
    await screen.findByText(/No plant matches/)
  })

  it('finds the open plant beyond the first page, and brings it into sight', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.matches('a') ? new DOMRect(0, 900, 200, 60) : new DOMRect(0, 100, 200, 500)
    })
    open(
      {
        [SEARCH]: ({ url }) => {
          const page = Number(new URL(url, 'http://h').searchParams.get('page'))
          return { total: 21, data: page === 1 ? Array.from({ length: 20 }, (_, at) => row(100 - at)) : [row(80)] }
        },
      },
      '/plant/infos/data?id=80',
    )
    await screen.findByText('Plant 80')
    const list = screen.getByRole('navigation', { name: 'Plants' })
    await waitFor(() => expect(list.scrollTop).toBe(360))
  })

  it('loads the next twenty near the end', async () => {
    open(
      {
        [SEARCH]: ({ url }) => {
          const page = Number(new URL(url, 'http://h').searchParams.get('page'))
          return { total: 21, data: page === 1 ? Array.from({ length: 20 }, (_, at) => row(100 - at)) : [row(80)] }
        },
      },
      '/plant/infos/data?id=100',
    )
    await screen.findByText('Plant 100')
    expect(screen.queryByText('Plant 80')).toBeNull()
    reachEnd()
    await screen.findByText('Plant 80')
  })

  it('offers a retry after a failure', async () => {
    let failing = true
    open(
      { [SEARCH]: (request) => (failing ? refuse(500, { code: 'SERVER_FAILURE', no: 16 }) : answer(request)) },
      '/plant/infos/data?id=30',
    )
    await screen.findByText('The plants could not be loaded.')
    failing = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Lindenhof')
  })
})
