import { afterEach, expect, it, vi } from 'vitest'
import { suggestCountry } from '../auth/contact/country-choice.ts'
import { answerCalls } from '../testing/render.tsx'
import { fetchOwnAddress, loadCountry, readCountry } from './visitor.ts'

const country = (countryCode: string | null) =>
  vi.stubGlobal('fetch', answerCalls({ 'GET /user-s/acc/country-info': () => ({ countryCode }) }))

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

it("stores the visitor's country, and suggests it before that of the languages", async () => {
  country('CH')
  await loadCountry()
  expect([readCountry(), suggestCountry(['de-DE'])]).toEqual(['CH', 'CH'])
  country(null)
  await loadCountry()
  expect([readCountry(), suggestCountry(['de-DE'])]).toEqual([undefined, 'DE'])
})

it('keeps what it knows when the server does not answer', async () => {
  country('CH')
  await loadCountry()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('gone')))
  await loadCountry()
  expect(readCountry()).toBe('CH')
})

it('takes the first of several addresses', async () => {
  vi.stubGlobal('fetch', answerCalls({ 'GET /user-s/acc/client-ip': () => ({ ip: '203.0.113.7, 10.0.0.1' }) }))
  expect(await fetchOwnAddress()).toBe('203.0.113.7')
})
