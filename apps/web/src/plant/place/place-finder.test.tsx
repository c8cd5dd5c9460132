import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../testing/render.tsx'
import { emptyDraft, type PlantDraft } from '../form/plant-form.ts'
import { PlaceFinder } from './place-finder.tsx'
import { useFollowPlace } from './use-follow-place.ts'

const vienna = {
  id: '2761369',
  name: 'Vienna',
  matched: 'Wien',
  region: 'Vienna',
  country: { code: 'AT', name: 'Austria' },
  latitude: 48.208,
  longitude: 16.372,
}
const details = {
  country: { code: 'AT', name: 'Austria', currency: 'EUR' },
  region: { id: 'AT.09', name: 'Vienna' },
  city: { id: '2761369', name: 'Vienna', distanceKm: 4.2 },
  timezone: { key: 'Europe/Vienna', offset: 60, isDst: false },
}
const sea = { country: null, region: null, city: null, timezone: null }

let asked: string[] = []
let draft: PlantDraft
function Form({ follows, start }: Readonly<{ follows: boolean; start: Partial<PlantDraft> }>) {
  const [now, setNow] = useState<PlantDraft>({ ...emptyDraft, zone: 'Asia/Tokyo', currency: 'JPY', ...start })
  draft = now
  const change = (changes: Partial<PlantDraft>) => setNow((old) => ({ ...old, ...changes }))
  useFollowPlace(now, follows ? change : () => {})
  return (
    <>
      <PlaceFinder draft={now} change={change} follows={follows} />
      <button type="button" onClick={() => setNow((old) => ({ ...old, currency: 'CHF' }))}>
        francs
      </button>
      <button type="button" onClick={() => setNow((old) => ({ ...old, latitude: '0', longitude: '-30' }))}>
        sail
      </button>
    </>
  )
}

function open(follows: boolean, start: Partial<PlantDraft> = {}) {
  asked = []
  const answer = answerCalls({
    'GET /region-s/area/searchPlace': ({ url }) => {
      asked.push(url)
      return /nowhere/.test(url) ? { total: 0, data: [] } : { total: 1, data: [vienna] }
    },
    'GET /region-s/area/searchAreaDetailsByLatlon': ({ url }) => (/lon=-30/.test(url) ? sea : details),
  })
  vi.stubGlobal('fetch', vi.fn(answer))
  renderPage(<Form follows={follows} start={start} />)
}
const search = () => screen.getByRole('combobox', { name: 'Find a town or address' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeAll(() => import('./place-map.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('PlaceFinder', () => {
  it('finds a town by keys and takes country, zone and currency from it', async () => {
    open(true)
    await userEvent.type(search(), 'Wien')
    await screen.findByRole('option', { name: /Wien/ })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(draft.zone).toBe('Europe/Vienna'))
    expect(draft).toMatchObject({ latitude: '48.208', longitude: '16.372', country: 'AT', currency: 'EUR' })
    expect(draft.address).toBe('Wien, Vienna')
    expect(screen.getByText(/4 km from Vienna · Vienna · Austria · Europe\/Vienna \(UTC\+01:00\) · EUR/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Position of the plant' })).toBeTruthy()
    // Not each letter was asked for.
    expect(asked.length).toBeLessThan(3)
  })

  it('says that it searches, and picks no answer to fewer letters', async () => {
    open(true)
    let arrive = () => {}
    const slow = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const answer = vi.mocked(fetch).getMockImplementation()
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).includes('keyword=wien&')) await slow
      return answer?.(...call)
    })
    await userEvent.type(search(), 'wi')
    await screen.findByRole('option')
    await userEvent.type(search(), 'en{Enter}')
    expect(draft.latitude).toBe('')
    expect(screen.getByText('Loading…')).toBeTruthy()
    arrive()
    await screen.findByText('1 place found')
    await userEvent.keyboard('{Enter}')
    expect(draft.latitude).toBe('48.208')
  })

  it('replaces the address of a town that was chosen first', async () => {
    open(true)
    await userEvent.type(search(), 'Wien')
    await userEvent.click(await screen.findByRole('option', { name: /Wien/ }))
    await waitFor(() => expect(draft.address).toBe('Wien, Vienna'))
    await userEvent.clear(search())
    await userEvent.type(search(), 'Ring 7, Wien')
    await userEvent.click(await screen.findByRole('option', { name: /Wien/ }))
    await waitFor(() => expect(draft.address).toBe('Ring 7, Wien'))
  })

  it('keeps what a person has set', async () => {
    open(true)
    await press('francs')
    await userEvent.type(search(), 'Hauptstr. 5, Wien')
    await userEvent.click(await screen.findByRole('option', { name: /Wien/ }))
    await waitFor(() => expect(draft.zone).toBe('Europe/Vienna'))
    expect([draft.currency, draft.address]).toEqual(['CHF', 'Hauptstr. 5, Wien'])
  })

  it('leaves a form alone that opens with its place', async () => {
    open(true, { latitude: '48.2', longitude: '16.3' })
    await screen.findByText(/Austria/)
    expect([draft.zone, draft.currency]).toEqual(['Asia/Tokyo', 'JPY'])
  })

  it('proposes only, where a plant exists', async () => {
    open(false, { latitude: '35', longitude: '139' })
    await screen.findByText(/Austria/)
    expect(screen.queryByText(/says otherwise/)).toBeNull()
    fireEvent.change(search(), { target: { value: 'Wien' } })
    await userEvent.click(await screen.findByRole('option', { name: /Wien/ }))
    await screen.findByText('The place says otherwise: AT, Europe/Vienna, EUR')
    expect(draft.zone).toBe('Asia/Tokyo')
    await press('Use these')
    expect([draft.country, draft.zone, draft.currency]).toEqual(['AT', 'Europe/Vienna', 'EUR'])
  })

  it('moves the pin with the arrow keys', async () => {
    open(true, { latitude: '48.2', longitude: '16.3' })
    const pin = await screen.findByRole('button', { name: 'Position of the plant' })
    fireEvent.keyDown(pin, { key: 'ArrowUp' })
    expect(Number(draft.latitude)).toBeGreaterThan(48.2)
    expect(draft.longitude).toBe('16.3')
  })

  it('says when a place is at sea, and when no town fits', async () => {
    open(true)
    await press('sail')
    await screen.findByText(/This place is at sea/)
    expect(draft.zone).toBe('Asia/Tokyo')
    await userEvent.type(search(), 'nowhere')
    await screen.findByText(/No town of that name/)
  })
})
