import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ScreenLinksPage } from './screen-links-page.tsx'

const LINKS = '/maintain-s/operating/station/screen/link'
const linkOf = (id: number, title: string) => ({
  id,
  title,
  tagId: null,
  plantId: null,
  look: { color: null, cycleSeconds: null, dims: true },
  createdAtMs: 0,
  lastUsedAtMs: null,
})
let links = [linkOf(1, 'Office')]
let isRefused = false
const asked = vi.fn()

function open(): void {
  links = [linkOf(1, 'Office')]
  const answer = answerCalls({
    [`GET ${LINKS}`]: () => ({ data: links }),
    [`POST ${LINKS}`]: ({ body }) => {
      if (isRefused) return refuse(409, { code: 'TOO_MANY', no: 1 })
      const link = { ...linkOf(links.length + 1, (body as { title: string }).title), token: `secret-${links.length}` }
      links = [...links, link]
      return link
    },
    [`DELETE ${LINKS}/1`]: () => {
      links = links.filter(({ id }) => id !== 1)
      return {}
    },
    [`DELETE ${LINKS}/2`]: () => {
      links = links.filter(({ id }) => id !== 2)
      return {}
    },
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked(`${init.method ?? 'GET'} ${url.split('?')[0]}`)
    return answer(url, init)
  })
  renderPage(<ScreenLinksPage />, { path: '/application/detail/largeScreen', user: {} })
}
afterEach(() => {
  isRefused = false
  asked.mockClear()
  cleanup()
  vi.unstubAllGlobals()
})
const create = () => screen.findByRole('button', { name: 'Create link' })
const posts = () => asked.mock.calls.filter(([call]) => call === `POST ${LINKS}`).length

it('one press makes one link, whose address takes the place of the form', async () => {
  open()
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Hall')
  await userEvent.dblClick(await create())
  const made = await screen.findByRole('region', { name: 'Hall' })
  expect(made.textContent).toContain('/largescreen/shared#secret-1')
  await waitFor(() => expect(document.activeElement).toBe(made))
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
  expect(posts()).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'New link' }))
  await create()
  expect(screen.queryByText(/secret-1/)).toBeNull()
})

it('the address stays while another link is ended, and goes with its own', async () => {
  open()
  await userEvent.click(await create())
  await screen.findByText(/secret-1/)
  await userEvent.click(screen.getByRole('button', { name: 'End the link Office' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End the link Office' })).toBeNull())
  expect(screen.getByText(/secret-1/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End the link Without a title' }))
  await create()
  expect(screen.queryByText(/secret-1/)).toBeNull()
})

it('the form stays with what was typed where no link could be made', async () => {
  isRefused = true
  open()
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/)
  await userEvent.type(title, 'Hall')
  await userEvent.click(await create())
  await waitFor(() => expect(posts()).toBe(1))
  await create()
  expect(title.value).toBe('Hall')
})

it('asks for the plants once one of them is wanted', async () => {
  open()
  await create()
  const searches = (): number => asked.mock.calls.filter(([call]) => /station\/search/.test(String(call))).length
  expect(searches()).toBe(0)
  await userEvent.selectOptions(screen.getByLabelText('Plants'), 'One plant')
  await waitFor(() => expect(searches()).toBeGreaterThan(0))
})
