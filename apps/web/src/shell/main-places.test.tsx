import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { useMainPlaces } from './main-places.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Places = () =>
  useMainPlaces().map(({ to, label, isOpen }) => (
    <a key={label} href={to} aria-current={isOpen ? 'page' : undefined}>
      {label}
    </a>
  ))
const functions = ['dataExport', 'largeScreen'].map((code) => ({ code, isOn: 2 as const }))

async function places(path: string, blocked: readonly string[] = [], total = 3) {
  vi.stubGlobal('fetch', answerCalls({ 'POST /maintain-s/operating/station/counts': () => ({ total, byStatus: {} }) }))
  renderPage(<Places />, { path, user: { roleCodes: ['user'], functions }, brand: { blocked: new Set(blocked) } })
  const first = screen.getByRole('link', { name: 'Plants' })
  await vi.waitFor(() => expect(first.getAttribute('href')).toBe(total > 1 ? '/plant/fleet' : '/plant'))
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
}

it('names the places of the page, and the one that is open', async () => {
  expect(await places('/reports')).toEqual([
    ['Plants', null],
    ['Alarms', null],
    ['Explorer', null],
    ['Reports', 'page'],
    ['Screens', null],
  ])
})

it('leaves out what the brand hides', async () => {
  const names = (await places('/alarms', ['largeScreen', 'dataExport'])).map(([name]) => name)
  expect(names).toEqual(['Plants', 'Alarms', 'Explorer'])
})

it('leads to the only plant where there is one', async () => {
  expect((await places('/device-detail?deviceId=4&id=7', [], 1))[0]).toEqual(['Plants', 'page'])
})

it('begins the explorer with the production of the open plant', async () => {
  const explorer = () => screen.getByRole('link', { name: 'Explorer' }).getAttribute('href')
  await places('/plant/infos/device?id=7')
  expect(explorer()).toBe('/explorer?s=p7%3ApvPowerW')
  cleanup()
  await places('/plant/fleet?id=7')
  expect(explorer()).toBe('/explorer')
})
