import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { dockRail } from '../preferences/rail-choice.ts'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { PlantsLayout } from './plants-layout.tsx'

afterEach(() => {
  cleanup()
  act(() => dockRail(false))
  browser.happyDOM.setViewport({ width: usualWidth })
  vi.unstubAllGlobals()
})

/** The browser of these tests, whose window has a size. */
const browser = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
const usualWidth = window.innerWidth

function open(path: string, width = 1440): void {
  browser.happyDOM.setViewport({ width })
  vi.stubGlobal('fetch', answerCalls({}))
  renderPage(
    <Routes>
      <Route element={<PlantsLayout rail={<p>the list</p>} empty={<p>no plant</p>} />}>
        <Route path="*" element={<p>the page</p>} />
      </Route>
    </Routes>,
    { path, user: {} },
  )
}

it('folds the list where the page lists the same plants, and remembers who wants it', async () => {
  open('/plant/fleet')
  await screen.findByText('the page')
  expect(screen.queryByText('the list')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show the list of plants' }))
  expect(screen.getByText('the list')).toBeTruthy()
  expect(localStorage.getItem('heliograph.rail')).toBe('docked')
  // A key pressed again folds it again.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide the list of plants' }))
  await userEvent.click(screen.getByRole('button', { name: 'Hide the list of plants' }))
  expect(screen.queryByText('the list')).toBeNull()
})

it.each(['/plant/fleet?as=map', '/alarms'])('keeps the list beside %s, which does not repeat it', async (path) => {
  open(path)
  await screen.findByText('the page')
  expect(screen.getByText('the list')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('asks for no list on a phone until the list is the page', async () => {
  open('/alarms', 390)
  await screen.findByText('the page')
  expect(screen.queryByText('the list')).toBeNull()
  cleanup()
  open('/plant/infos/data', 390)
  expect(await screen.findByText('the list')).toBeTruthy()
})
