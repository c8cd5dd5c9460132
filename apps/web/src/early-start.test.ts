import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultBrand } from './api/brand.ts'
import { call, setTransport } from './api/call.ts'
import { forgetEarlyCalls } from './api/early-calls.ts'
import { PLANT_PAGE_SIZE } from './api/first-requests.ts'
import { loadBrand } from './api/load-brand.ts'
import { searchPlants } from './api/plants.ts'
import { loadCountry } from './api/visitor.ts'
import { noteSession } from './auth/session-life.ts'
import { startCenter } from './data-center/data-center.ts'
import { askEarly, loadTextsEarly } from './early-start.ts'

const asked = vi.fn()
const at = (search: string, pathname = '/plant/infos/data') => ({ ...window.location, pathname, search }) as Location
const listAsked = () => asked.mock.calls.map(([address]) => String(address).split('?')[0])

const COUNTRY = '/user-s/acc/country-info'
const BRAND = '/backyard-api-s/oem/project/basic-info'
const USER = '/user-s/acc/org/login-user'
const LIST = '/maintain-s/operating/station/search'
const COUNTS = '/maintain-s/operating/station/counts'

beforeEach(() => {
  asked.mockImplementation(async () => Response.json({ total: 0, data: [] }))
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  forgetEarlyCalls()
  asked.mockReset()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const begin = () =>
  Promise.all([
    loadCountry(),
    loadBrand(undefined),
    call('GET /user-s/acc/org/login-user'),
    searchPlants({ page: 1, size: PLANT_PAGE_SIZE }),
  ])

it('makes the first calls of a page, which then makes none of them again', async () => {
  askEarly('plant', at('?id=1'))
  expect(listAsked()).toEqual([COUNTRY, BRAND])
  await begin()
  expect(listAsked()).toEqual([COUNTRY, BRAND, USER, LIST])
  expect(asked).toHaveBeenCalledTimes(4)
  // A reply serves once.
  await begin()
  expect(asked).toHaveBeenCalledTimes(8)
})

it('serves a page whose calls name the data center that sent it, and no other', async () => {
  const told = (type: string) => (type === 'DATA_CENTER_CURRENT' ? 'CHINA' : '')
  const brandOf = (hasCenters: boolean) => ({ ...defaultBrand, isOem: false, hasCenters, text: told })
  askEarly('plant', at('?id=1'))
  startCenter(brandOf(false))
  await begin()
  expect(listAsked()).toEqual([COUNTRY, BRAND, USER, LIST])
  forgetEarlyCalls()
  asked.mockClear()
  localStorage.setItem('heliograph.region', '{"code":"EU"}')
  askEarly('plant', at('?id=1'))
  startCenter(brandOf(true))
  await begin()
  expect(listAsked()).toEqual(expect.arrayContaining([`/mdc-eu${USER}`, `/mdc-eu${LIST}`]))
  setTransport({ center: undefined, isHere: false })
})

it('asks for nothing more where the brand is out of service', async () => {
  asked.mockImplementation(async () => Response.json({ status: 'SUSPENDED' }))
  askEarly('plant', at('?id=1'))
  await loadBrand(undefined)
  await Promise.allSettled([...(window.earlyCalls?.values() ?? [])])
  expect(listAsked()).toEqual([COUNTRY, BRAND])
})

it('goes on where the brand cannot be loaded', async () => {
  asked.mockImplementation(async (address) => {
    if (address === BRAND) throw new TypeError('gone')
    return Response.json({ total: 0, data: [] })
  })
  askEarly('plant', at('?id=1'))
  await vi.waitFor(() => expect(listAsked()).toEqual([COUNTRY, BRAND, USER, LIST]))
})

it('asks before the sign-in for what needs no session', () => {
  askEarly('sign-in', at('', '/login'))
  expect(listAsked()).toEqual([COUNTRY, BRAND])
})

it('leaves the list to a page that searches it or shows none', () => {
  askEarly('plant', at('?id=1&q=roof'))
  askEarly('signed-in', at('', '/largescreen'))
  expect(listAsked()).not.toContain(LIST)
})

it('asks a fleet for its counts, and a phone for no list that nobody sees', () => {
  askEarly('fleet', at('', '/plant/fleet'))
  expect(listAsked()).toEqual([COUNTRY, BRAND])
  expect([...(window.earlyCalls?.keys() ?? [])].join()).toContain(COUNTS)
  expect([...(window.earlyCalls?.keys() ?? [])].join()).not.toContain(LIST)
  forgetEarlyCalls()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  askEarly('plant', at('?id=1'))
  expect([...(window.earlyCalls?.keys() ?? [])].join()).not.toContain(LIST)
})

it('makes no call that a token, a brand or a data center would change', () => {
  for (const search of ['?token=x', '?id=1&region=EU', '?clientStyle=sun']) askEarly('plant', at(search))
  localStorage.setItem('heliograph.loginCenter', 'CHINA')
  askEarly('plant', at('?id=1'))
  localStorage.clear()
  sessionStorage.setItem('heliograph.token', 'x')
  askEarly('plant', at('?id=1'))
  expect(asked).not.toHaveBeenCalled()
})

it('waits for the renewal of the session', () => {
  noteSession(3600, Date.now() - 2_000_000)
  askEarly('plant', at('?id=1'))
  expect(listAsked()).toEqual([COUNTRY, BRAND])
})

it('passes on the failure of a call, and no call that was given up', async () => {
  asked.mockResolvedValueOnce(Response.json({}, { status: 500 }))
  askEarly('plant', at('?id=1'))
  await loadCountry()
  const gone = new AbortController()
  const waiting = call('GET /user-s/acc/org/login-user', undefined, { signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  expect(asked).toHaveBeenCalledTimes(4)
})

it('asks for the texts of the chosen language, else of the browser', () => {
  const files = { en: ['en.js'], de: ['de.js', 'first-de.js'] }
  loadTextsEarly(files)
  // biome-ignore lint/suspicious/noDocumentCookie: as the page sets it
  document.cookie = 'lan=de'
  loadTextsEarly(files)
  expect([...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual([
    '/en.js',
    '/de.js',
    '/first-de.js',
  ])
})
