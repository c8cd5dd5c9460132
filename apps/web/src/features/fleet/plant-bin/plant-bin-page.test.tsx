import { DAY_MS } from '@heliograph/domain/duration.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, renderPage } from '../../../testing/render.tsx'
import { PlantBinPage } from './plant-bin-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (isOwner: boolean) => ({
  id: 7,
  name: 'Barn',
  capacityWp: 10_000,
  zone: 'Europe/Berlin',
  binnedAtMs: Date.now() - DAY_MS,
  deleteAtMs: Date.now() + 12.5 * DAY_MS,
  binnedBy: 'Anna',
  isOwner,
})
const open = (answers: Record<string, Answer>) => {
  vi.stubGlobal('fetch', vi.fn(answerCalls(answers)))
  renderPage(<PlantBinPage />, { path: '/plant/bin', user: {} })
}

it('says who deleted a plant and how long it stays, and restores it', async () => {
  let isThere = true
  open({
    'GET /maintain-s/station/bin': () => ({ total: isThere ? 1 : 0, data: isThere ? [row(true)] : [] }),
    'POST /maintain-s/station/bin/7': () => {
      isThere = false
      return { success: true }
    },
  })
  expect((await screen.findByText(/Deleted by Anna on .* · 13 days left/)).textContent).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(screen.getByText('No deleted plants')).toBeTruthy())
})

it('offers to delete permanently only to the owner', async () => {
  open({ 'GET /maintain-s/station/bin': () => ({ total: 1, data: [row(false)] }) })
  await screen.findByText('Barn', { exact: false })
  expect(screen.queryByRole('button', { name: 'Delete permanently' })).toBeNull()
})
