import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPlant } from '../../fleet/plants/plants.ts'
import { addMember, TEST_PASSWORD as password, testPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addUser, changePreferences, changeProfile, findPhoto, getCurrentUser, setPhoto } from './accounts.ts'
import { decodePhoto, MOST_PHOTO_BYTES } from './photo.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestDatabase
let maria: number
let neighbor: number

beforeAll(async () => {
  test = await createTestDatabase()
  maria = await addUser(test.db, { account: 'maria', password, email: 'maria@example.org' })
  neighbor = await addUser(test.db, { account: 'neighbor', password })
})
afterAll(() => test.drop())

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
const person = (userId: number) => ({ userId, organizationId: null })
const current = (userId: number) => getCurrentUser(test.db, person(userId), nowMs)

describe('the profile', () => {
  it('changes only the given fields', async () => {
    await changeProfile(test.db, maria, { nickname: ' María\u202e ', country: 'ES' }, nowMs)
    expect(await current(maria)).toMatchObject({ nickname: 'María', country: 'ES', account: 'maria', language: 'en' })
    await changeProfile(test.db, maria, { account: 'maria.l', language: 'de' }, nowMs)
    await changeProfile(test.db, maria, {}, nowMs)
    expect(await current(maria)).toMatchObject({ nickname: 'María', account: 'maria.l', language: 'de' })
    expect(await current(neighbor)).toMatchObject({ nickname: 'neighbor', country: '', language: 'en' })
  })

  it('rejects used, empty and invalid names', async () => {
    expect(await codeOf(changeProfile(test.db, maria, { account: 'NEIGHBOR' }, nowMs))).toBe('ACCOUNT_USED')
    expect(await codeOf(changeProfile(test.db, maria, { account: 'with space' }, nowMs))).toBe('PARAM_ERROR')
    expect(await codeOf(changeProfile(test.db, maria, { account: '\u200b\u200b\u200b' }, nowMs))).toBe('PARAM_ERROR')
    expect(await codeOf(changeProfile(test.db, maria, { nickname: '\u202e' }, nowMs))).toBe('ACCOUNT_NAME_EMPTY')
    for (const country of ['ZZ', 'UK', 'EU', ''])
      expect(await codeOf(changeProfile(test.db, maria, { country }, nowMs))).toBe('PARAM_ERROR')
    expect(await codeOf(changeProfile(test.db, maria, { account: 'MARIA.L' }, nowMs))).toBe('fine')
  })

  it("rejects addresses and numbers as names, except the user's own", async () => {
    await test.db.pool.query(`update users set phone = '+4930901820' where id = $1`, [maria])
    for (const account of ['neighbor@example.org', 'NOBODY@Example.org', '+4930901821', '0049-30-901821'])
      expect(await codeOf(changeProfile(test.db, maria, { account }, nowMs))).toBe('PARAM_ERROR')
    for (const account of ['Maria@example.org', '+4930901820', 'maria.l'])
      expect(await codeOf(changeProfile(test.db, maria, { account }, nowMs))).toBe('fine')
  })

  it('limits how many names one visitor can try', async () => {
    const userId = await addUser(test.db, { account: 'curious', password: null })
    const tried = []
    for (let n = 0; n < 11; n += 1)
      tried.push(await codeOf(changeProfile(test.db, userId, { account: n % 2 ? 'NEIGHBOR' : `curious-${n}` }, nowMs)))
    expect(tried.slice(0, 2)).toEqual(['fine', 'ACCOUNT_USED'])
    expect(tried.at(-1)).toBe('TOO_MANY_REQUESTS')
    expect(await codeOf(changeProfile(test.db, userId, { nickname: 'Curious' }, nowMs))).toBe('fine')
    expect(await codeOf(changeProfile(test.db, userId, { account: 'tomorrow' }, nowMs + 86_400_000))).toBe('fine')
  })

  it('prompts for missing data', async () => {
    const userId = await addUser(test.db, { account: 'bare', password: null })
    await test.db.pool.query('update users set password_is_weak = true where id = $1', [userId])
    expect(await current(userId)).toMatchObject({
      prompts: ['country', 'email', 'weakPassword'],
      hasPassword: false,
      hasPhoto: false,
      phone: null,
      preferences: {},
    })
    expect((await current(maria)).prompts).toEqual([])
    expect(await codeOf(current(999_999))).toBe('AUTH_TOKEN_INVALID')
  })
})

describe('preferences', () => {
  it('merge, also for concurrent changes', async () => {
    const change = (options: Readonly<Record<string, unknown>>) =>
      changePreferences(test.db, person(maria), options, nowMs)
    await Promise.all([change({ theme: 'dark' }), change({ temperatureUnit: 'F' })])
    expect(await change({ startPage: 'alert' })).toEqual({ theme: 'dark', temperatureUnit: 'F', startPage: 'alert' })
    expect((await current(maria)).preferences).toMatchObject({ theme: 'dark' })
    expect((await current(neighbor)).preferences).toEqual({})
  })

  it('accept only a visible default plant', async () => {
    const choose = (userId: number, defaultPlantId: number | null, organizationId: number | null = null) =>
      codeOf(changePreferences(test.db, { userId, organizationId }, { defaultPlantId }, nowMs))
    const own = await addPlant(test.db, person(maria), testPlant)
    const shared = await addPlant(test.db, person(neighbor), testPlant)
    const closed = await addPlant(test.db, person(neighbor), testPlant)
    await addMember(test.db, shared, maria, 'viewer')
    await addMember(test.db, closed, maria, 'viewer')
    await test.db.pool.query('update plant_members set expires_at = $1 where plant_id = $2 and user_id = $3', [
      new Date(nowMs),
      closed,
      maria,
    ])
    const results = [own, shared, closed, 999_999, null].map((plantId) => () => choose(maria, plantId))
    const codes = []
    for (const result of results) codes.push(await result())
    expect(codes).toEqual(['fine', 'fine', 'NOT_FOUND', 'NOT_FOUND', 'fine'])
    expect(await choose(maria, own, 7)).toBe('NOT_FOUND')
    expect((await current(maria)).plantCount).toBe(2)
  })
})

describe('the photo', () => {
  const png = (bytes: number) => {
    const data = Buffer.alloc(bytes)
    Buffer.from('89504e470d0a1a0a', 'hex').copy(data)
    return `data:image/png;base64,${data.toString('base64')}`
  }
  const url = (type: string, data: string | Buffer) => `data:${type};base64,${Buffer.from(data).toString('base64')}`

  it('is stored, replaced and removed', async () => {
    await setPhoto(test.db, maria, png(100))
    await setPhoto(test.db, maria, png(MOST_PHOTO_BYTES))
    expect(await findPhoto(test.db, maria)).toBe(png(MOST_PHOTO_BYTES))
    expect((await current(maria)).hasPhoto).toBe(true)
    expect(await findPhoto(test.db, neighbor)).toBeUndefined()
    await setPhoto(test.db, maria, null)
    expect(await findPhoto(test.db, maria)).toBeUndefined()
  })

  it.each([
    ['a JPEG', url('image/jpeg', Buffer.from('ffd8ffe000', 'hex')), 'fine'],
    ['a WebP', url('image/webp', 'RIFF....WEBPVP8 '), 'fine'],
    ['too much', png(MOST_PHOTO_BYTES + 1), 'PAYLOAD_TOO_LARGE'],
    ['an SVG', url('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'PARAM_ERROR'],
    ['an SVG that calls itself PNG', url('image/png', '<svg/>'), 'PARAM_ERROR'],
    ['a PNG that calls itself JPEG', png(20).replace('png', 'jpeg'), 'PARAM_ERROR'],
    ['a page', url('text/html', '<script>'), 'PARAM_ERROR'],
    ['an address', 'https://example.org/photo.png', 'PARAM_ERROR'],
    ['a second data URL behind it', `${png(20)},data:text/html;base64,AAAA`, 'PARAM_ERROR'],
    ['nothing', 'data:image/png;base64,', 'PARAM_ERROR'],
  ])('that is %s: %#', (_, photo, code) => {
    let found = 'fine'
    try {
      decodePhoto(photo)
    } catch (error) {
      found = (error as Refusal).code
    }
    expect(found).toBe(code)
  })
})
