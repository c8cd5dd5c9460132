import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let token: string
let neighbor: string
let plant: number

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner')
  token = owner.token
  neighbor = (await addTestUser(test, 'neighbor')).token
  plant = await addTestPlant(test.db, owner.userId, { country: 'DE', type: 'GROUND', gridType: 'OFF_GRID' })
})
afterAll(() => test.close())

const get = async (path: string, by = token) => {
  const reply = await test.app.inject({ method: 'GET', url: `/maintain-s/${path}`, headers: bearer(by) })
  return { status: reply.statusCode, body: reply.json() }
}

it.each([`station/{id}/detail`, `operating/station/information/{id}`])('%s answers in the language', async (call) => {
  const path = call.replace('{id}', String(plant))
  const words = async (query: string) => {
    const { typeName, gridInterconnectionTypeName, regionNationName } = (await get(`${path}${query}`)).body
    return [typeName, gridInterconnectionTypeName, regionNationName]
  }
  const english = ['Ground-mounted', 'Off-grid system', 'Germany']
  expect(await words('')).toEqual(english)
  expect(await words('?language=en')).toEqual(english)
  expect(await words('?language=de')).toEqual(['Freifläche', 'Inselanlage', 'Deutschland'])
  expect(await words('?lan=zh')).toEqual(['地面电站', '离网系统', '德国'])
  expect(await words('?language=zh&lan=zh')).toEqual(await words('?lan=zh'))
  for (const query of ['?language=xx', '?lan=', '?language=zh&lan=en', '?language=zh&foo=1'])
    expect([query, (await get(`${path}${query}`)).status]).toEqual([query, 400])
  expect((await get(`${path}?language=de`, neighbor)).status).toBe(404)
})

it('the plain call has the same record without words', async () => {
  const { body: plain } = await get(`station/${plant}`)
  const { body: told } = await get(`station/${plant}/detail?language=de`)
  expect(told).toMatchObject({ ...plain, language: 'de', weatherName: null })
  expect(plain).not.toHaveProperty('typeName')
})
