import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { type Answer, answerCalls, renderPage } from '../../../testing/render.tsx'
import { moveTo } from './move-to.ts'
import { PhotosPage } from './photos-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const image = (id: number, caption = '') => ({ id, caption, width: 4, height: 3, createdAt: 1_780_000_000 })
const images =
  (...data: object[]): Answer =>
  () => ({ total: data.length, data })
const open = (answers: Record<string, Answer>, rights: readonly string[]) => {
  vi.stubGlobal('fetch', vi.fn(answerCalls(answers)))
  const plant = { name: 'Lindenhof' } as Plant
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: (right) => rights.includes(right) }}>
      <PhotosPage />
    </CurrentPlantContext>,
    { path: '/plant/infos/photos?id=7' },
  )
}

it('moves an item without losing another', () => {
  expect(moveTo([1, 2, 3, 4], 2, 0)).toEqual([3, 1, 2, 4])
  expect(moveTo([1, 2, 3, 4], 0, 3)).toEqual([2, 3, 4, 1])
})

it('makes another picture the cover', async () => {
  const ordered = vi.fn()
  open(
    {
      'GET /maintain-s/station/7/images': images(image(1, 'Roof'), image(2, 'Meter'), image(3)),
      'POST /maintain-s/station/7/imageOrder': ({ body }) => {
        ordered(body)
        return { success: true }
      },
    },
    ['editPlant'],
  )
  const second = (await screen.findByText('Meter')).closest('li') as HTMLElement
  await userEvent.click(within(second).getByRole('button', { name: /Edit caption/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Use as cover' }))
  await waitFor(() => expect(ordered).toHaveBeenCalledWith({ ids: [2, 1, 3] }))
})

it('uploads the bytes of a file', async () => {
  const added = vi.fn()
  open(
    {
      'GET /maintain-s/station/7/images': images(),
      'POST /maintain-s/station/7/images': ({ body }) => {
        added(body)
        return image(1)
      },
    },
    ['editPlant'],
  )
  const file = new File(['hello'], 'roof.png', { type: 'image/png' })
  await userEvent.upload(await screen.findByLabelText('Add pictures'), file)
  await waitFor(() => expect(added).toHaveBeenCalledWith({ content: btoa('hello') }))
})

it('shows pictures to who may not change them', async () => {
  open({ 'GET /maintain-s/station/7/images': images(image(1, 'Roof'), image(2, 'Meter')) }, [])
  await userEvent.click(await screen.findByRole('button', { name: 'Roof' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }))
  expect(within(dialog).getByRole('img', { name: 'Meter' })).toBeTruthy()
  expect(screen.queryByText('Add pictures')).toBeNull()
})
