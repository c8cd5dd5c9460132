import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import type { Period } from './period.ts'
import { usePeriodDate } from './use-period-date.ts'

afterEach(cleanup)

function Shown({ period = 'day' }: Readonly<{ period?: Period }>) {
  return <p>{usePeriodDate({ period, today: '2026-09-12', earliest: '2025-03-04' })}</p>
}
const address = () => screen.getByTestId('address').textContent

it.each([
  ['2031-01-01', '2026-09-12', '/'],
  ['2019-01-01', '2025-03-04', '/?date=2025-03-04'],
  ['nonsense', '2026-09-12', '/'],
])('corrects an address with %s to the day that it shows', async (asked, shown, corrected) => {
  renderPage(<Shown />, { path: `/?date=${asked}` })
  expect(screen.getByText(shown)).toBeTruthy()
  await waitFor(() => expect(address()).toBe(corrected))
})

it('leaves a day with data alone', () => {
  renderPage(<Shown />, { path: '/?date=2026-05-05' })
  expect(screen.getByText('2026-05-05')).toBeTruthy()
  expect(address()).toBe('/?date=2026-05-05')
})
