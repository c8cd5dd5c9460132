import type { CallName } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRegionRules } from '../../operator/data-centers/data-centers.ts'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { callSamples } from '../../testing/call-samples.ts'

let test: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  const regionRules = readRegionRules({ PLANT_COUNTRIES_REFUSED: 'us, OA', CHINA_USERS_REFUSED: 'true' })
  test = await createTestApp(Date.parse('2026-07-15T10:00:00Z'), { services: { regionRules } })
  headers = bearer((await addTestUser(test, 'mira')).token)
})
afterAll(() => test.close())

type Query = Readonly<Record<string, string>>
const ask = async (name: CallName, query: Query = {}, params: Query = {}) =>
  (await inject(test.app, name, { query, params }, headers)).json()

it('tells the country of an address, the first of several', async () => {
  const call = 'GET /region-s/ip/searchCountryCode'
  expect(await ask(call, { ip: '1.0.1.1, 8.8.8.8' })).toEqual({ ip: '1.0.1.1', countryCode: 'CN', region: 'CN' })
  expect(await ask(call, { ip: '10.1.2.3' })).toEqual({ ip: '10.1.2.3', countryCode: null, region: null })
  expect(await ask(call, { ip: 'localhost' })).toMatchObject({ code: 'PARAM_ERROR' })
})

it("tells the visitor's country, to the prompts too", async () => {
  const from = async (remoteAddress: string, url: string) => (await test.app.inject({ url, remoteAddress })).json()
  expect(await from('8.8.8.8', '/region-s/ip/getCountryCode')).toEqual({
    ip: '8.8.8.8',
    countryCode: 'US',
    region: 'NA',
  })
  expect(await from('8.8.8.8', '/user-s/acc/country-info')).toEqual({ countryCode: 'US' })
  expect(await from('127.0.0.1', '/user-s/acc/country-info')).toEqual({ countryCode: null })
})

it('describes a place with its clock of now, and the sea by nulls', async () => {
  const call = 'GET /region-s/area/searchAreaDetailsByLatlon'
  expect(await ask(call, { lat: '-33.87', lon: '151.21', lan: 'fr' })).toMatchObject({
    country: { code: 'AU', name: 'Australie', currency: 'AUD' },
    region: { id: 'AU.02', name: 'Nouvelle-Galles du Sud' },
    timezone: { key: 'Australia/Sydney', offset: 600, isDst: false },
  })
  const nothing = { country: null, region: null, city: null, timezone: null }
  expect(await ask(call, { lat: '30', lon: '-45' })).toEqual(nothing)
  const bad: Query[] = [{ lat: '91', lon: '0' }, { lat: '1' }, { lat: '1', lon: '2', lan: 'xx' }]
  for (const lat of ['', ' 5', '0x10', '1e1', '52,5', 'NaN']) bad.push({ lat, lon: '1' })
  for (const query of bad) expect(await ask(call, query)).toMatchObject({ code: 'PARAM_ERROR' })
})

it('lists areas below a parent in pages', async () => {
  const call = 'GET /region-s/area/searchAreaListByPid/{pid}'
  const { total, data } = await ask(call, { page: '2', size: '5' }, { pid: 'DE' })
  expect([total, data.length, data[0].pid, data[0].level]).toEqual([16, 5, 'DE', 'region'])
  for (const pid of ['ZZ', 'DE.99', 'de', 'DE.02.1'])
    expect(await ask(call, {}, { pid })).toMatchObject({ code: 'PARAM_ERROR' })
})

it('finds cities by name', async () => {
  const { data } = await ask('GET /region-s/area/searchPlace', { keyword: 'Wien', language: 'de' })
  expect(data[0]).toMatchObject({ name: 'Vienna', matched: 'Wien', country: { code: 'AT', name: 'Österreich' } })
})

it('lists countries with region, data center and currency', async () => {
  const { total, data } = await ask('GET /region-s/area/searchAreaCountryList', { lan: 'zh' })
  expect(total).toBe(250)
  const byId = new Map(data.map((row: { id: string }) => [row.id, row]))
  expect(byId.get('CN')).toEqual({ id: 'CN', name: '中国', region: 'CN', dataCenter: 'CHINA', currency: 'CNY' })
  expect(byId.get('HK')).toMatchObject({ region: 'AS', dataCenter: 'FOREIGN_1', currency: 'HKD' })
})

it('lists currencies and time zones in a language', async () => {
  const currencies = (await ask('GET /region-s/dict/listCurrency', { lan: 'de' })).data
  expect(currencies).toContainEqual({ code: 'JPY', name: 'Japanischer Yen', symbol: '¥', digits: 0 })
  const zones = (await ask('GET /region-s/dict/listTimezone', { lan: 'de' })).data
  expect(zones).toContainEqual({
    key: 'Europe/Rome',
    offset: 120,
    isDst: true,
    city: 'Rom',
    name: 'Mitteleuropäische Zeit',
  })
})

it('lists phone prefixes in two forms', async () => {
  const one = (await ask('GET /region-s/dict/listPhonePrefix', { lan: 'de' })).data
  expect(one).toContainEqual({ countryCode: 'AT', name: 'Österreich', prefix: '+43' })
  const two = (await ask('GET /region-s/dict/listPhonePrefix/v2')).data
  expect(two).toContainEqual({
    countryCode: 'DO',
    name: 'Dominican Republic',
    callingCode: '+1',
    prefixes: ['+1809', '+1829', '+1849'],
    region: 'NA',
  })
})

it('refuses plants of refused countries and regions, by name or place', async () => {
  const body = callSamples['POST /maintain-s/station']({} as never).body as object
  const create = async (place: object) =>
    (await inject(test.app, 'POST /maintain-s/station', { body: { ...body, ...place } }, headers)).json()
  const refused = { code: 'REGION_NOT_ALLOWED', no: 46 }
  expect(await create({ regionNationId: 'US' })).toMatchObject(refused)
  expect(await create({ regionNationId: 'NZ' })).toMatchObject(refused)
  expect(await create({ regionNationId: '', locationLat: 40.7, locationLng: -74 })).toMatchObject(refused)
  expect(await create({ regionNationId: 'CA' })).toEqual({ id: expect.any(Number) })
})

it('sends people of mainland China to the data center there', async () => {
  const body = { ...(callSamples['POST /user-s/acc/register']({} as never).body as object), country: 'CN' }
  const reply = await inject(test.app, 'POST /user-s/acc/register', { body })
  expect(reply.json()).toMatchObject({ code: 'CHINA_USERS_SWITCH', no: 47 })
})

it('takes only countries and regions as rules', () => {
  expect(() => readRegionRules({ PLANT_COUNTRIES_REFUSED: 'Germany' })).toThrow('GERMANY')
  expect(() => readRegionRules({ CHINA_USERS_REFUSED: 'perhaps' })).toThrow('true or false')
  expect(readRegionRules({})).toEqual({ plantCountriesRefused: new Set(), chinaUsersRefused: false })
})
