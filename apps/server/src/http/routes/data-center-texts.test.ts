import { expect, it } from 'vitest'
import { createSingleDataCenter } from '../../operator/data-centers/data-centers.ts'
import { createTestApp } from '../../testing/app.ts'

const types = ['SHOW_NAME', 'DATA_CENTER_CURRENT', 'DATA_CENTER_VISIT_DOMAIN_2']
const textsOf = async (services: object, brand?: object) => {
  const test = await createTestApp(0, { services })
  if (brand) await test.db.pool.query("insert into brands values ('localhost', $1)", [JSON.stringify(brand)])
  const payload = { textTypeList: types, visitDomain: 'localhost' }
  const reply = await test.app.inject({ method: 'POST', url: '/backyard-api-s/oem/project/basic-info', payload })
  await test.close()
  return Object.fromEntries(
    reply.json().textList.map((row: { type: string; textInfo: string }) => [row.type, row.textInfo]),
  )
}
const two = (publicUrl: string | null) => ({
  dataCenters: {
    ...createSingleDataCenter(),
    others: [{ center: 'CHINA' as const, url: 'http://10.0.0.7:8080', publicUrl }],
  },
})

it('the page gets the data centers from brand texts, never an inner URL', async () => {
  expect(await textsOf({})).toEqual({ SHOW_NAME: 'Heliograph', DATA_CENTER_CURRENT: 'FOREIGN_1' })
  expect(await textsOf(two(null))).toEqual({
    SHOW_NAME: 'Heliograph',
    DATA_CENTER_CURRENT: 'FOREIGN_1',
    DATA_CENTER_VISIT_DOMAIN_2: 'CHINA',
  })
  expect(await textsOf(two('https://cn.example.org'))).toMatchObject({
    DATA_CENTER_VISIT_DOMAIN_2: 'https://cn.example.org',
  })
})

it("the brand's own texts take precedence", async () => {
  const texts = [{ type: 'DATA_CENTER_VISIT_DOMAIN_2', language: '', text: 'cn.brand.example' }]
  expect(await textsOf(two(null), { texts })).toMatchObject({ DATA_CENTER_VISIT_DOMAIN_2: 'cn.brand.example' })
})
