import type { SeenPlant } from '@heliograph/contract/codecs/plant.ts'
import { type PlantRecord, usualPlantParts } from '@heliograph/domain/plant-record.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { wirePlant } from '../testing/plants.ts'
import { answerCalls } from '../testing/render.tsx'
import { worstFirst } from './plant-order.ts'
import { editPlant, fetchPlant, searchPlants } from './plants.ts'

const record: PlantRecord = {
  ...usualPlantParts,
  name: 'Lindenhof',
  type: 'HOUSE_ROOF',
  gridType: 'EXCESS',
  capacityWp: 9840,
  latitudeDeg: 48.1,
  longitudeDeg: 11.5,
  zone: 'Pacific/Auckland',
  currency: 'EUR',
  startedOn: '2019-05-01',
}

afterEach(() => vi.unstubAllGlobals())

it('sends only changed fields in an edit', async () => {
  const sent: unknown[] = []
  const answer = ({ body }: Readonly<{ body: unknown }>) => {
    sent.push(body)
    return { changes: [], recount: true }
  }
  vi.stubGlobal('fetch', answerCalls({ 'POST /maintain-s/station/7': answer }))
  expect(await editPlant(7, record, ['capacityWp', 'startedOn'])).toBe(true)
  expect(sent).toEqual([{ installedCapacity: 9.84, startOperatingTime: Date.parse('2019-04-30T12:00:00Z') / 1000 }])
})

describe('the role codes on a plant', () => {
  const fetchSeen = async (given: Partial<SeenPlant>) => {
    const wire = wirePlant(given)
    vi.stubGlobal(
      'fetch',
      answerCalls({
        'GET /maintain-s/station/7/detail': () => wire,
        'POST /maintain-s/operating/station/search': () => ({ total: 1, data: [wire] }),
      }),
    )
    const { rows } = await searchPlants({ page: 1, size: 20 })
    return { details: (await fetchPlant(7, 'en')).codes, row: rows[0]?.codes }
  }

  it('are empty for an owner, for whom every check passes', async () => {
    expect((await fetchSeen({ rights: ['viewPlantInfo'] })).details).toBeUndefined()
  })

  it('are only the codes that are on, marked as the plant’s', async () => {
    expect((await fetchSeen({ granted: ['viewPlantInfo'] })).details).toEqual(['plant:viewPlantInfo'])
  })

  it('are the granted ones, and the own ones of the row until the details are there', async () => {
    const given = { rights: ['editPlant'], granted: ['viewPlantInfo'] }
    expect(await fetchSeen(given)).toEqual({ details: ['plant:viewPlantInfo'], row: ['plant:editPlant'] })
  })
})

it('requests a page of plants, the worst first', async () => {
  const asked: unknown[] = []
  const answer = ({ url, body }: Readonly<{ url: string; body: unknown }>) => {
    asked.push(Object.fromEntries(new URL(url, 'http://here').searchParams), body)
    return { total: 1, data: [wirePlant({ nextSunriseMs: 9000 })] }
  }
  vi.stubGlobal('fetch', answerCalls({ 'POST /maintain-s/operating/station/search': answer }))
  const found = await searchPlants({ status: 'fault', sort: worstFirst, page: 2, size: 20 })
  expect(found).toMatchObject({ total: 1, rows: [{ id: 7, pvW: 4_210, nextSunriseMs: 9000, zone: 'Europe/Berlin' }] })
  expect(asked).toEqual([
    { page: '2', size: '20', 'order.direction': 'DESC', 'order.property': 'status' },
    { statuses: ['fault'] },
  ])
})
