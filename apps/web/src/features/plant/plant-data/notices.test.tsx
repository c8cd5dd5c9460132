import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PlantFigures } from '../../../api/plant-figures.ts'
import type { Plant } from '../../../api/plants.ts'
import type { StatusReason } from '../../../api/status-reason.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { Notices } from './notices.tsx'

const figures = { day: { refusedSteps: 2, refusedWh: 40000 }, disagreements: [] } as unknown as PlantFigures

function open(rights: readonly string[], plant: Partial<Plant> = {}, today: PlantFigures | null = figures) {
  renderPage(
    <CurrentPlantContext
      value={{ plantId: 7, plant: plant as never, zone: 'Europe/Berlin', can: (right) => rights.includes(right) }}
    >
      <Notices figures={today ?? undefined} />
    </CurrentPlantContext>,
  )
}
afterEach(cleanup)

describe('the notice about refused steps', () => {
  it('links to the page where they are accepted or discarded', () => {
    open(['editPlant'])
    expect(screen.getByText(/2 implausible counter jumps/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/plant/infos/quality?id=7#refused')
  })

  it('has no link for a user who may not edit the plant', () => {
    open(['viewPlantInfo'])
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('before the live values are known', () => {
  const reason: StatusReason = {
    kind: 'silent',
    count: 1,
    total: 16,
    group: 'inverter',
    sinceMs: 0,
    devices: [],
    code: null,
  }

  it('says what the list of plants says, so that nothing moves when they come', () => {
    open([], { status: 'partSilent', reason }, null)
    expect(screen.getByText(/1 of 16 inverters.*Unknown values/)).toBeTruthy()
  })

  it('says nothing of a plant that is well', () => {
    open([], { status: 'well', reason: { ...reason, kind: 'well' } }, null)
    expect(screen.queryByText(/Unknown values/)).toBeNull()
  })
})

describe('a counter that rises without sun', () => {
  const found = {
    ...figures,
    disagreements: [{ deviceId: 3, deviceName: 'Hybrid', quantity: 'generationTotalWh', kind: 'holdsBattery' }],
  } as unknown as PlantFigures

  it('is set with one press by whoever may edit the plant', async () => {
    const sent: unknown[] = []
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'POST /maintain-s/power/system/7/device/3': ({ body }) => {
          sent.push(body)
          return { changes: [] }
        },
      }),
    )
    open(['editPlant'], {}, found)
    expect(screen.getByText(/Hybrid: the lifetime counter .* rises without sun/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Apply to the whole history' }))
    await vi.waitFor(() => expect(sent).toEqual([{ counterMeaning: 'acOutput' }]))
    vi.unstubAllGlobals()
  })

  it('is only told to others', () => {
    open([], {}, found)
    expect(screen.getByText(/rises without sun/)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
