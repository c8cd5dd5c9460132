import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { plantKey, plantQuery } from '../api/queries.ts'
import { wirePlant } from '../testing/plants.ts'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { BottomTabs } from './bottom-tabs.tsx'
import { RequireUser } from './require-user.tsx'

afterEach(cleanup)

const person = { id: 1, nickname: 'Ilse', identity: 'USER', organization: null, roleCodes: [], functions: [] }

async function tabs(path: string) {
  vi.stubGlobal('fetch', answerCalls({ 'GET /user-s/acc/org/login-user': () => person }))
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="*" element={<BottomTabs />} />
      </Route>
    </Routes>,
    { path },
  )
  await screen.findByRole('navigation')
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
}

it("keeps the plant's tabs on the page of one of its devices", async () => {
  expect(await tabs('/device-detail?deviceId=4&id=7')).toContainEqual(['Devices', 'page'])
  expect(screen.getByRole('link', { name: 'Today' }).getAttribute('href')).toBe('/plant/infos/data?id=7')
})

it("has the main places where no plant is open, and the others under 'More'", async () => {
  expect((await tabs('/plant/fleet')).map(([name]) => name)).toEqual(['Plants', 'Alarms', 'Explorer'])
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  const more = await screen.findAllByRole('menuitem')
  expect(more.map((element) => element.textContent)).toEqual(['Reports', 'Screens', 'New plant'])
})

it('has the five tabs of a plant on a phone, that of the open page marked', async () => {
  expect(await tabs('/plant/infos/quality?id=7')).toEqual([
    ['Today', null],
    ['Alarms', null],
    ['Devices', null],
    ['Analysis', 'page'],
    ['More', null],
  ])
})

it.each([
  ['/plant/infos/data?id=7', 'Devices'],
  ['/plant/fleet', 'Alarms'],
])('shows what is pressed on %s before the address changes', async (path, name) => {
  await tabs(path)
  fireEvent.click(screen.getByRole('link', { name }))
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(name)
  expect(screen.getByTestId('address').textContent).toBe(path)
  await waitFor(() => expect(screen.getByTestId('address').textContent).not.toBe(path))
})

function Name() {
  const client = useQueryClient()
  const { data } = useQuery(plantQuery(7, 'en'))
  return (
    <>
      <h1>{data?.name}</h1>
      <button type="button" onClick={() => void client.invalidateQueries({ queryKey: plantKey(7) })}>
        Again
      </button>
    </>
  )
}

it('leaves it to the page to load the plant anew after a change', async () => {
  const names = ['Lindenhof', 'Mill']
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /user-s/acc/org/login-user': () => person,
      'GET /maintain-s/station/7/detail': () => wirePlant({ name: names.shift() ?? '' }),
    }),
  )
  const page = (
    <>
      <Name />
      <BottomTabs />
    </>
  )
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>,
    { path: '/plant/infos/data?id=7' },
  )
  expect(await screen.findByText('Lindenhof')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(await screen.findByText('Mill')).toBeTruthy()
})
