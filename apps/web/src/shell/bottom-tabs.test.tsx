import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { BottomTabs } from './bottom-tabs.tsx'

afterEach(cleanup)

const tabs = (path: string) => {
  vi.stubGlobal('fetch', answerCalls({}))
  renderPage(<BottomTabs />, { path })
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
}

it("keeps the plant's tabs on the page of one of its devices", () => {
  expect(tabs('/device-detail?deviceId=4&id=7')).toContainEqual(['Devices', 'page'])
  expect(screen.getByRole('link', { name: 'Data' }).getAttribute('href')).toBe('/plant/infos/data?id=7')
})

it('offers a new plant where no plant is open', () => {
  expect(tabs('/plant/fleet').map(([name]) => name)).toContain('New plant')
})
