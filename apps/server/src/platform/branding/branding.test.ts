import type { Branding } from '@heliograph/contract/backyard-api-s/oem.ts'
import { languageCodes } from '@heliograph/domain/languages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp(0)
  const data = {
    status: 'SUSPENDED',
    texts: [{ type: 'SHOW_NAME', text: 'Sunny Co' }],
    colors: [{ type: 'primary', code: '#0a0' }],
    blockedFunctions: ['register'],
    topNavigationLogo: '/brand/sunny.svg',
  }
  await test.db.pool.query('insert into brands (host, data) values ($1, $2)', ['pv.sunny.example', data])
})
afterAll(() => test.close())

const brandOf = async (body: object, headers: Record<string, string> = {}): Promise<Branding> =>
  (await inject(test.app, 'POST /backyard-api-s/oem/project/basic-info', { body }, headers)).json()
const textOf = (brand: Branding, type: string) => brand.textList.find((item) => item.type === type)?.textInfo
const colorOf = (brand: Branding, type: string) => brand.colorList.find((item) => item.type === type)?.colorCode

it('shows the default brand on a host without a row', async () => {
  const brand = await brandOf({ visitDomain: 'localhost' })
  expect([brand.status, textOf(brand, 'SHOW_NAME')]).toEqual(['OK', 'Heliograph'])
  const colors = ['primary', 'success', 'warning', 'error'].map((type) => colorOf(brand, type))
  expect(colors).toEqual(['#4c87ff', '#52c41a', '#faad14', '#f5222d'])
  expect(brand.colorList.filter(({ type }) => type.startsWith('chart-'))).toHaveLength(10)
  // Not yet the other fifteen.
  expect(brand.supportLanList).toEqual(languageCodes)
})

it('shows the brand of a host, by its name or by the request', async () => {
  for (const brand of [
    await brandOf({ visitDomain: 'PV.sunny.example' }),
    await brandOf({ visitDomain: 'pv.sunny.example:8080' }),
    await brandOf({}, { host: 'pv.sunny.example:8080' }),
  ]) {
    expect([brand.status, textOf(brand, 'SHOW_NAME'), colorOf(brand, 'primary')]).toEqual([
      'SUSPENDED',
      'Sunny Co',
      '#00aa00',
    ])
    expect(colorOf(brand, 'error')).toBe('#f5222d')
    expect(brand.blockFunctionCodeList).toContain('register')
    expect(JSON.parse(brand.extendWeb)).toMatchObject({ topNaviLogo: '/brand/sunny.svg' })
  }
  expect(textOf(await brandOf({ visitDomain: 'evil.pv.sunny.example' }), 'SHOW_NAME')).toBe('Heliograph')
})

it('sends the requested texts', async () => {
  const { textList } = await brandOf({ visitDomain: 'pv.sunny.example', textTypeList: ['APP_SHOW_NAME'] })
  expect(textList.map(({ type }) => type)).toEqual(['APP_SHOW_NAME'])
})
