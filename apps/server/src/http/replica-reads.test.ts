import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'

let test: TestApp
let user: Readonly<{ userId: number; token: string }>
const read: (number | undefined)[] = []
const wrote: number[] = []

beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'), {
    reads: {
      // Such as a replica: it has the same rows.
      run: (userId, work) => {
        read.push(userId)
        return work(test.db)
      },
      noteWrite: (userId) => wrote.push(userId),
      state: () => ({ lagSeconds: 0.4, isUsed: true }),
      close: async () => {},
    },
  })
  user = await addTestUser(test, 'mira')
})
afterAll(() => test.close())

const URL_OF_TAGS = '/maintain-s/station/tags'
const list = (cookie?: string) =>
  test.app.inject({ method: 'GET', url: URL_OF_TAGS, headers: { ...bearer(user.token), ...(cookie && { cookie }) } })
const change = () =>
  test.app.inject({ method: 'POST', url: URL_OF_TAGS, headers: bearer(user.token), payload: { name: 'roof' } })

it('calls that read go to the replica, calls that write do not', async () => {
  expect((await list()).statusCode).toBe(200)
  expect(read.splice(0)).toEqual([user.userId])
  const changed = await change()
  expect(changed.statusCode).toBe(200)
  expect(read).toEqual([])
  expect(wrote.splice(0)).toEqual([user.userId])
  // Other nodes know it from the browser.
  const [cookie] = changed.cookies
  expect(cookie).toMatchObject({ name: 'heliograph_written', value: '1', maxAge: 12, httpOnly: true, sameSite: 'Lax' })
  expect((await list(`${cookie?.name}=1`)).json()).toMatchObject({ data: [{ name: 'roof' }] })
  expect(read).toEqual([])
})

it('readyz says how far the replica is behind', async () => {
  const { replica } = (await test.app.inject('/readyz')).json()
  expect(replica).toEqual({ lagSeconds: 0.4, isUsed: true })
})
