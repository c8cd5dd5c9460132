import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Brand } from '../../../api/brand.ts'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { LayoutPage } from './layout-page.tsx'

const NOW_CALL = 'GET /maintain-s/station/layout/7/info/now'
const DAY_CALL = 'GET /maintain-s/station/layout/7/info/2026-06-21'
const SAVE_CALL = 'POST /maintain-s/station/layout/7/save'
const atS = Date.UTC(2026, 5, 21, 10) / 1000

const group = {
  id: 1,
  name: 'South roof',
  azimuth: 180,
  tilt: 30,
  x: 0,
  y: 0,
  rotation: 0,
  orientation: 'portrait',
  long: 1.76,
  short: 1.13,
  gap: 0.02,
}
const modules = [0, 1, 2, 3].map((column) => ({
  id: column + 1,
  group: 1,
  row: 0,
  column,
  turned: false,
  sn: `M${column + 1}`,
  port: null,
  string: null,
  model: 'Sun 400',
  power: 400,
}))
const devices = modules.map(({ id, sn }) => ({
  id,
  sn,
  name: sn,
  type: 'MICRO_INVERTER',
  kind: 'module',
  inputs: [],
  status: 'well',
  last: atS,
  replaced: [],
}))
/** The last module delivers nothing. */
const measured = (steps: number) => ({
  day: '2026-06-21',
  steps: Array.from({ length: steps }, (_, step) => atS + step * 300),
  series: modules.map(({ id, sn }) => ({
    sn,
    port: null,
    string: false,
    energy: id === 4 ? 0 : 1.2,
    missing: 0,
    power: Array.from({ length: steps }, (_, step) => (id === 4 ? 0 : 200 + 10 * step)),
  })),
})
const drawn = { version: 3, changed: atS, groups: [group], modules, photo: null, satellite: null, devices }

const open = (
  answers: Readonly<Record<string, Answer>>,
  options: Readonly<{ path?: string; mayEdit?: boolean }> = {},
) => {
  vi.stubGlobal('fetch', answerCalls({ 'GET /maintain-s/station/7/images': () => [], ...answers }))
  const plant = { name: 'Roof', status: 'well', latitudeDeg: 52.5, longitudeDeg: 13.4 } as Plant
  const brand: Partial<Brand> = { maps: [{ kind: 'googleMap', key: 'K' }] }
  return renderPage(
    <CurrentPlantContext
      value={{
        plantId: 7,
        plant,
        zone: 'UTC',
        can: () => options.mayEdit ?? true,
      }}
    >
      <LayoutPage />
    </CurrentPlantContext>,
    { path: options.path ?? '/plant/infos/component-layout?id=7', brand },
  )
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('says which module is dead, and shows one that is pressed, hovered or chosen', async () => {
  open({ [NOW_CALL]: () => ({ ...drawn, ...measured(1) }) })
  expect((await screen.findByText(/needs a look/)).closest('p')?.textContent).toMatch(/of 4: 1 dead, 0 weak/)
  const canvas = screen.getByRole('application', { name: /Plan with 4 modules/ })
  const last = canvas.querySelector('[data-module="4"]') ?? expect.fail()
  fireEvent.pointerOver(last, { pointerType: 'mouse', bubbles: true })
  expect(screen.getByText('South roof, row 1, column 4')).toBeTruthy()
  fireEvent.pointerLeave(canvas)
  expect(screen.queryByText('South roof, row 1, column 4')).toBeNull()
  fireEvent.pointerDown(last, { button: 0, pointerId: 1 })
  fireEvent.pointerUp(window, { pointerId: 1 })
  expect(await screen.findByRole('heading', { name: 'South roof, row 1, column 4' })).toBeTruthy()
  fireEvent.keyDown(canvas, { key: 'ArrowLeft' })
  expect(await screen.findByRole('heading', { name: 'South roof, row 1, column 3' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the device' }).getAttribute('href')).toContain('deviceId=3')
})

it('has a table with the same figures, of what stands out alone when asked', async () => {
  open({ [NOW_CALL]: () => ({ ...drawn, ...measured(1) }) }, { path: '/?id=7&as=table' })
  expect(await screen.findAllByRole('row')).toHaveLength(5)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only what stands out' }))
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(screen.getByText('dead')).toBeTruthy()
})

it('plays a day from its first step, and stops at its end', async () => {
  open({ [DAY_CALL]: () => ({ ...drawn, ...measured(3) }) }, { path: '/?id=7&date=2026-06-21&show=power' })
  const slider = await screen.findByRole('slider', { name: 'Time of day' })
  expect((slider as HTMLInputElement).value).toBe('2')
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Play' }).getAttribute('aria-pressed')).toBe('false'))
  expect((slider as HTMLInputElement).value).toBe('2')
  fireEvent.change(slider, { target: { value: '1' } })
  const canvas = screen.getByRole('application')
  expect(canvas.querySelector('[data-module="1"]')?.textContent).toBe('210')
})

it('offers to draw a first layout to who may, and to nobody else', async () => {
  const empty = { ...drawn, groups: [], modules: [], version: 0, changed: null }
  open({ [NOW_CALL]: () => ({ ...empty, ...measured(0) }) })
  expect(await screen.findByRole('link', { name: 'Draw the layout' })).toBeTruthy()
  cleanup()
  open({ [NOW_CALL]: () => ({ ...empty, ...measured(0) }) }, { mayEdit: false })
  expect(await screen.findByText('No layout yet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Draw the layout' })).toBeNull()
})

it('tells a failure, and asks again', async () => {
  let asked = 0
  open({
    [NOW_CALL]: () => {
      asked += 1
      return asked === 1 ? refuse(403, { code: 'FORBIDDEN' }) : { ...drawn, ...measured(1) }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('application')).toBeTruthy()
})

it('puts a picture from above behind the groups, by the key of the brand', async () => {
  const saved: unknown[] = []
  open(
    {
      [NOW_CALL]: () => ({ ...drawn, ...measured(1) }),
      [SAVE_CALL]: ({ body }) => {
        saved.push((body as { satellite: unknown }).satellite)
        return { version: 4 }
      },
    },
    { path: '/?id=7&edit=1' },
  )
  const scripts = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const script = nodes[0] as HTMLScriptElement
    queueMicrotask(() => script.onerror?.(new Event('error')))
  })
  const choice = await screen.findByRole('combobox', { name: 'Picture' })
  expect(scripts).not.toHaveBeenCalled()
  await userEvent.selectOptions(choice, 'Satellite picture')
  expect(screen.getByText(/North is up/)).toBeTruthy()
  expect(await screen.findByText('The satellite picture could not be loaded.')).toBeTruthy()
  expect(scripts).toHaveBeenCalledOnce()
  await waitFor(() => expect(saved).toEqual([{ x: 2.29, y: 0.88, opacity: 1 }]))
})
