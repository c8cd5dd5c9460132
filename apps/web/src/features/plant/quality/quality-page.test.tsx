import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { QualityPage } from './quality-page.tsx'

const REPORT = '/maintain-s/operating/station/7/communication'
const quality = {
  zone: 'Europe/Berlin',
  month: '2026-06',
  days: [],
  deviceCount: 1,
  judgedCount: 1,
  recount: null,
  unproven: 0,
  unread: 0,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(rights: readonly string[]): Promise<readonly string[]> {
  const asked: string[] = []
  const serve = answerCalls({
    'GET /maintain-s/station/7/quality': () => quality,
    [`GET ${REPORT}`]: () => refuse(403, { code: 'NO_PERMISSION', no: 21 }),
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url.split('?')[0] ?? '')
    return serve(url, init)
  })
  const current = {
    plantId: 7,
    plant: { status: 'well', startedOn: null } as unknown as Plant,
    zone: 'Europe/Berlin',
    can: (right: string) => rights.includes(right),
  }
  renderPage(
    <CurrentPlantContext value={current}>
      <QualityPage />
    </CurrentPlantContext>,
    { path: '/plant/infos/quality?id=7&date=2026-06-01' },
  )
  await screen.findByText('The history was never recounted.')
  return asked
}

it('asks for the records of loggers only where they may be seen', async () => {
  const seen = await open(['viewPlantInfo', 'viewPlantDevice'])
  await waitFor(() => expect(seen).toContain(REPORT))
  cleanup()
  expect(await open(['viewPlantInfo'])).not.toContain(REPORT)
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
