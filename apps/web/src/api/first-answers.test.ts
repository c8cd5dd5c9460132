import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toFirstAnswers } from '../testing/first-answers.ts'
import { call, setTransport } from './call.ts'
import { forgetFirstAnswers, readFirstAnswersAgain } from './first-answers.ts'
import { firstCalls } from './first-calls.ts'
import { loadBrand } from './load-brand.ts'
import { noteServerState, serverState } from './server-state.ts'

const asked = vi.fn()
const listAsked = () => asked.mock.calls.map(([address]) => String(address))
const TODAY = 'POST /maintain-s/operating/station/today'

beforeEach(() => {
  asked.mockImplementation(async () => Response.json({ from: 'server' }))
  vi.stubGlobal('fetch', asked)
  readFirstAnswersAgain()
})
afterEach(() => {
  forgetFirstAnswers()
  setTransport({ center: undefined, isHere: false, clientStyle: undefined, token: undefined })
  noteServerState(new Headers())
  asked.mockReset()
  vi.unstubAllGlobals()
})

it('gives the first caller the answer of the document, and asks the server again', async () => {
  toFirstAnswers({ [`${TODAY} `]: { from: 'document' } })
  expect(await call(TODAY)).toEqual({ from: 'document' })
  expect(asked).not.toHaveBeenCalled()
  expect(document.getElementById('first-answers')).toBeNull()
  expect(await call(TODAY)).toEqual({ from: 'server' })
})

it('takes the answers where the page calls the data center that sent it', async () => {
  toFirstAnswers({ [`${TODAY} `]: { from: 'document' } })
  setTransport({ center: 'FOREIGN_1', isHere: true })
  expect(await call(TODAY)).toEqual({ from: 'document' })
})

it.each([
  ['another data center', { center: 'FOREIGN_1', isHere: false }],
  ['another brand', { clientStyle: 'sun' }],
  ['a token of its own', { token: 'x' }],
] as const)('asks the server where the page calls with %s', async (_, transport) => {
  toFirstAnswers({ [`${TODAY} `]: { from: 'document' } })
  setTransport(transport)
  expect(await call(TODAY)).toEqual({ from: 'server' })
})

it('asks the server once somebody did something', async () => {
  toFirstAnswers({ [`${TODAY} `]: { from: 'document' } })
  forgetFirstAnswers()
  expect(await call(TODAY)).toEqual({ from: 'server' })
})

it('takes what the server says of its own state from replies only', async () => {
  asked.mockResolvedValueOnce(Response.json({}, { headers: { 'heliograph-disk': 'full' } }))
  await call('GET /maintain-s/station/tags')
  toFirstAnswers({ [`${TODAY} `]: {} })
  readFirstAnswersAgain()
  await call(TODAY)
  expect(serverState().isDiskFull).toBe(true)
})

it('lists a call as the page makes it', async () => {
  const brand = firstCalls['sign-in']?.find(({ name }) => name === 'POST /backyard-api-s/oem/project/basic-info')
  const key = `${brand?.name} ${brand?.body?.replace('{host}', window.location.hostname)}`
  toFirstAnswers({ [key]: { systemId: 1 } })
  await loadBrand(undefined)
  expect(listAsked()).toEqual([])
})
