import { afterAll, expect, it } from 'vitest'
import { createSingleDataCenter } from '../../operator/data-centers/data-centers.ts'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { callSamples } from '../../testing/call-samples.ts'

const CREATE = 'POST /maintain-s/station'
const open: TestApp[] = []
afterAll(() => Promise.all(open.map((test) => test.close())))

async function start(others: readonly object[]) {
  const test = await createTestApp(0, { services: { dataCenters: { ...createSingleDataCenter(), others } as never } })
  open.push(test)
  const { token } = await addTestUser(test, 'mira')
  const sample = callSamples[CREATE]({} as never).body as object
  return async (regionNationId: string) => {
    const reply = await inject(test.app, CREATE, { body: { ...sample, regionNationId } }, bearer(token))
    return reply.statusCode === 200 ? reply.json().id : reply.json()
  }
}

it('a plant of mainland China belongs to the data center there, if there is one', async () => {
  const add = await start([{ center: 'CHINA', url: 'http://127.0.0.1:1', publicUrl: null }])
  expect(await add('CN')).toMatchObject({ code: 'REGION_NOT_ALLOWED', no: 46 })
  for (const country of ['DE', 'HK', '']) expect(await add(country)).toEqual(expect.any(Number))
})

it('a lone server takes plants of every country', async () => {
  const add = await start([])
  expect(await add('CN')).toEqual(expect.any(Number))
})
