import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { Announcements } from './announcements.tsx'

const one = {
  id: 7,
  level: 'warning',
  title: 'Maintenance on Sunday',
  content: 'From 2 to 3.',
  link: 'https://example.org/status',
  lan: 'en',
  startTime: 1_780_000_000,
  endTime: null,
  updateTime: 1_780_000_000,
}

function open(...rows: readonly object[]): void {
  cleanup()
  vi.stubGlobal(
    'fetch',
    answerCalls({ 'POST /backyard-api-s/announcement/content': () => ({ total: rows.length, data: rows }) }),
  )
  renderPage(<Announcements />)
}

const browser = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
const usualWidth = window.innerWidth

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  browser.happyDOM.setViewport({ width: usualWidth })
  vi.unstubAllGlobals()
})

it('shows the announcement with its link', async () => {
  open(one)
  expect(await screen.findByText('Maintenance on Sunday')).toBeTruthy()
  expect(screen.getByText('From 2 to 3.')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.org/status')
})

it('stays dismissed until the announcement changes', async () => {
  open(one)
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss “Maintenance on Sunday”' }))
  expect(screen.queryByText('Maintenance on Sunday')).toBeNull()
  open(one, { ...one, id: 8, title: 'Another' })
  expect(await screen.findByText('Another')).toBeTruthy()
  expect(screen.queryByText('Maintenance on Sunday')).toBeNull()
  open({ ...one, updateTime: one.updateTime + 1 })
  expect(await screen.findByText('Maintenance on Sunday')).toBeTruthy()
})

it('shows two at once, the next when one is dismissed, and no link that is a script', async () => {
  open(...['A', 'B', 'C'].map((title, at) => ({ ...one, id: at + 1, title, link: 'javascript:alert(1)' })))
  await screen.findByText('A')
  expect(screen.queryByText('C')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss “A”' }))
  await waitFor(() => expect(screen.getByText('C')).toBeTruthy())
})

it('takes little of a phone: one at a time, folded', async () => {
  browser.happyDOM.setViewport({ width: 390 })
  open(one, { ...one, id: 8, title: 'Another' })
  await screen.findByText('Maintenance on Sunday')
  expect(screen.queryByText('Another')).toBeNull()
  expect(screen.getByText('From 2 to 3.').closest('details')?.open).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss “Maintenance on Sunday”' }))
  expect(screen.getByText('Another')).toBeTruthy()
})
