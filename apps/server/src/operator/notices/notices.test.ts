import type { CallName } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const nowS = nowMs / 1000
const DAY_MS = 86_400_000
let test: TestApp
let operator: string
let owner: string

beforeAll(async () => {
  test = await createTestApp(nowMs)
  operator = (await addTestUser(test, 'operator', true)).token
  owner = (await addTestUser(test, 'owner')).token
})
afterAll(() => test.close())
beforeEach(() => test.db.pool.query('truncate notices'))

const ask = async (name: CallName, parts: CallParts = {}, token = operator) => {
  const reply = await inject(test.app, name, parts, token === '' ? {} : bearer(token))
  return {
    status: reply.statusCode,
    body: reply.headers['content-type'] === 'application/pdf' ? reply.body : reply.json(),
  }
}

describe('announcements', () => {
  const draft = (changes: object = {}) => ({
    level: 'info',
    fromMs: nowMs - DAY_MS,
    untilMs: nowMs + DAY_MS,
    texts: { en: { title: 'Maintenance', body: 'On Sunday\nfrom 2 to 3' }, de: { title: 'Wartung', body: '' } },
    ...changes,
  })
  const add = (changes: object = {}) => ask('POST /backyard-api-s/announcement', { body: draft(changes) })
  const shown = async (lan: string) =>
    (await ask('POST /backyard-api-s/announcement/content', { body: { lan } }, '')).body.data as Record<
      string,
      unknown
    >[]

  it('are shown without a session, in the language or the nearest', async () => {
    await add()
    expect(await shown('de')).toMatchObject([{ title: 'Wartung', content: '', lan: 'de', level: 'info' }])
    expect(await shown('fr')).toMatchObject([{ title: 'Maintenance', content: 'On Sunday\nfrom 2 to 3', lan: 'en' }])
  })

  it('are shown from their beginning until their end, the weightiest first', async () => {
    await add({ fromMs: nowMs + 1 })
    await add({ untilMs: nowMs })
    await add({ untilMs: null, level: 'critical', texts: { zh: { title: '停机', body: '' } } })
    await add({ fromMs: nowMs, level: 'warning' })
    await add()
    expect((await shown('en')).map(({ level }) => level)).toEqual(['critical', 'warning', 'info'])
  })

  it('come again after a change, and are gone when removed', async () => {
    const { id } = (await add()).body
    await test.db.pool.query("update notices set changed_at = '2026-01-01'")
    const [before] = await shown('en')
    await ask('POST /backyard-api-s/announcement/{id}', { params: { id }, body: draft({ level: 'warning' }) })
    const [after] = await shown('en')
    expect([after?.id, after?.level, after?.updateTime !== before?.updateTime]).toEqual([id, 'warning', true])
    await ask('DELETE /backyard-api-s/announcement/{id}', { params: { id } })
    expect(await shown('en')).toEqual([])
    expect((await ask('DELETE /backyard-api-s/announcement/{id}', { params: { id } })).status).toBe(404)
  })

  it.each([
    ['an end before the beginning', { untilMs: nowMs - 2 * DAY_MS }],
    ['no title', { texts: { en: { title: ' \u200b', body: 'x' } } }],
    ['an unknown language', { texts: { xx: { title: 'a', body: '' } } }],
    ['a script as its link', { link: 'javascript:alert(1)' }],
    ['an unknown level', { level: 'loud' }],
    ['an unknown field', { audience: 'all' }],
  ])('with %s are refused', async (_, changes) => {
    expect(await add(changes)).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR' } })
  })
})

describe('documents', () => {
  const pdf = Buffer.from('%PDF-1.7 a manual').toString('base64')
  const add = (body: object) => ask('POST /backyard-api-s/document', { body })
  const list = async (lan?: string) => {
    const query: Record<string, string> = lan === undefined ? {} : { lan }
    return (await ask('GET /backyard-api-s/document/getDocList', { query }, owner)).body
  }

  it('are links or files, listed by language', async () => {
    await add({ kind: 'manual', language: 'de', title: 'Handbuch', link: 'https://example.org/de.pdf' })
    await add({ kind: 'safety', language: '', title: 'Safety', content: pdf })
    const all = await list()
    expect(all).toMatchObject({ total: 2, data: [{ title: 'Safety', link: null, sizeBytes: 17 }, { lan: 'de' }] })
    const titles = async (lan: string) => (await list(lan)).data.map(({ title }: { title: string }) => title)
    // A manual in another language is better than none, the English one the best of these.
    expect(await titles('ja')).toEqual(['Safety', 'Handbuch'])
    const english = (await add({ kind: 'manual', language: 'en', title: 'Manual', link: 'https://example.org/en.pdf' }))
      .body
    expect([await titles('ja'), await titles('en'), await titles('de')]).toEqual([
      ['Safety', 'Manual'],
      ['Safety', 'Manual'],
      ['Safety', 'Handbuch'],
    ])
    expect((await list('xx')).code).toBe('PARAM_ERROR')
    // Notices of all kinds stand in one table: the number of one kind opens no other.
    const { id } = all.data[0]
    expect((await ask('DELETE /backyard-api-s/announcement/{id}', { params: { id } })).status).toBe(404)
    expect((await ask('DELETE /backyard-api-s/version/manage/{id}', { params: { id } })).status).toBe(404)
    await ask('DELETE /backyard-api-s/document/{id}', { params: { id: english.id } })
    const file = await ask('GET /backyard-api-s/document/{id}/file', { params: { id: all.data[0].id } }, owner)
    expect(file).toMatchObject({ status: 200, body: '%PDF-1.7 a manual' })
    const none = await ask('GET /backyard-api-s/document/{id}/file', { params: { id: all.data[1].id } }, owner)
    expect(none.status).toBe(404)
  })

  it.each([
    ['a page instead of a PDF', { content: Buffer.from('<script>alert(1)</script>').toString('base64') }],
    ['neither link nor file', {}],
    ['both', { content: pdf, link: 'https://example.org' }],
    ['a plain http link', { link: 'http://example.org' }],
    ['an empty title', { link: 'https://example.org', title: ' ' }],
  ])('refuse %s', async (_, options) => {
    const reply = await add({ kind: 'manual', language: 'en', title: 'Manual', ...options })
    expect(reply).toMatchObject({ status: 400, body: { code: 'PARAM_ERROR' } })
  })
})

describe('versions', () => {
  const add = (changes: object = {}) =>
    ask('POST /backyard-api-s/app/upgrade/add-version', {
      body: {
        platform: 'WEB',
        version: '1.8.0',
        innerVersion: 130,
        publishTime: nowS,
        content: { en: 'New' },
        ...changes,
      },
    })
  const latest = async (platform: string) =>
    (await ask('POST /backyard-api-s/version/manage/query/latest', { body: { platform, lan: 'de' } }, '')).body.data

  it('of the page are the running one until one is published', async () => {
    expect(await latest('WEB')).toMatchObject({ id: null, version: '1.7.1', innerVersion: 128, publishTime: null })
    expect(await latest('IOS')).toBeNull()
    await add()
    await add({ version: '1.9.0', publishTime: nowS + 1 })
    expect(await latest('WEB')).toMatchObject({ version: '1.8.0', content: 'New', publishTime: nowS })
  })

  it('are listed newest first, without those to come, and removed', async () => {
    await add()
    const { id } = (await add({ version: '1.8.1', publishTime: nowS - 5, isRequired: true })).body
    await add({ platform: 'IOS', version: '2.0', publishTime: nowS + 1 })
    const query = async () => (await ask('POST /backyard-api-s/version/manage/query', { body: {} }, '')).body
    expect((await query()).data.map(({ version }: { version: string }) => version)).toEqual(['1.8.0', '1.8.1'])
    await ask('DELETE /backyard-api-s/version/manage/{id}', { params: { id } })
    expect(await query()).toMatchObject({ total: 1 })
  })

  it('exist once per platform', async () => {
    await add()
    expect((await add()).status).toBe(409)
    expect((await add({ platform: 'ANDROID' })).status).toBe(200)
    expect((await add({ version: 'v9' })).status).toBe(400)
  })
})

describe('online support', () => {
  const blocked = async (): Promise<{ blocked: string[]; support: unknown }> => {
    const { body } = await ask(
      'POST /backyard-api-s/oem/project/basic-info',
      { body: { visitDomain: 'a.example' } },
      '',
    )
    return { blocked: body.blockFunctionCodeList, support: JSON.parse(body.extendWeb).support }
  }

  it('is hidden until there is one; the owner’s guide never is', async () => {
    expect((await blocked()).blocked).toEqual(['onlineCustomer'])
    const support = { link: '', mail: 'Help@Example.org', hours: '9 to 17' }
    await ask('POST /backyard-api-s/oem/support', { body: support })
    expect(await blocked()).toEqual({ blocked: [], support: { ...support, mail: 'help@example.org' } })
    expect((await ask('GET /backyard-api-s/oem/support')).body).toEqual({ ...support, mail: 'help@example.org' })
  })

  it('is the brand’s own where the host has one', async () => {
    const data = { support: { link: 'https://chat.example', mail: 'no mail', hours: '' } }
    await test.db.pool.query('insert into brands (host, data) values ($1, $2)', ['a.example', data])
    expect((await blocked()).support).toEqual({ link: 'https://chat.example', mail: '', hours: '' })
  })

  it('refuses what is no address', async () => {
    for (const wrong of [{ mail: 'somebody' }, { mail: '+49 170 1234567' }, { link: 'javascript:alert(1)' }]) {
      const body = { link: '', mail: '', hours: '', ...wrong }
      expect((await ask('POST /backyard-api-s/oem/support', { body })).status).toBe(400)
    }
  })
})
