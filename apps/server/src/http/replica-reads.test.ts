import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { hearAccess } from './hear-access.ts'

let test: TestApp
let user: Readonly<{ userId: number; token: string }>
const read: (number | undefined)[] = []
const wrote: number[] = []
const accessChanges: (string | undefined)[] = []

beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'), {
    reads: {
      // Such as a replica: it has the same rows.
      run: (userId, work) => {
        read.push(userId)
        return work(test.db)
      },
      noteWrite: (userId) => wrote.push(userId),
      noteAccessChange: () => {},
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

it('a share that another node takes is known to the reads of this one', async () => {
  const heard = hearAccess({
    db: test.db,
    topics: test.topics,
    reads: { noteAccessChange: (change) => accessChanges.push(change) },
    log: test.app.log,
  })
  await heard.ready
  const guest = await addTestUser(test, 'guest')
  const plantId = await addTestPlant(test.db, user.userId)
  await addMember(test.db, plantId, guest.userId, 'viewer', ['viewPlantInfo'])
  await vi.waitFor(() => expect(accessChanges).toContain(`user:${guest.userId}`))
  accessChanges.length = 0
  await test.db.pool.query('delete from plant_members where user_id = $1', [guest.userId])
  await vi.waitFor(() => expect(accessChanges).toEqual([`user:${guest.userId}`]))
  await heard.close()
})

it('readyz says how far the replica is behind', async () => {
  const { replica } = (await test.app.inject('/readyz')).json()
  expect(replica).toEqual({ lagSeconds: 0.4, isUsed: true })
})
