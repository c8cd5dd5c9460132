import type { Branding } from '@heliograph/contract/backyard-api-s/oem.ts'
import type { CallName } from '@heliograph/contract/calls.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readReportBrand } from '../../delivery/reports/report-brand.ts'
import { openSession } from '../../people/accounts/accounts.ts'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import {
  findSuspension,
  forgetBrands,
  getBrand,
  keepBrands,
  readBrand,
  readLegalTexts,
  setLegalTexts,
} from './branding.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const txt = new Map<string, readonly string[]>()
const files = new Map<string, string>()
let test: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  const proofs = {
    readTxt: async (name: string) => txt.get(name) ?? [],
    readFile: async (url: string) => files.get(url) ?? '',
  }
  test = await createTestApp(nowMs, {
    findSuspension: (visited) => findSuspension(test.db, visited),
    findBlocked: async (visited) => (await readBrand(test.db, visited)).blockedFunctions,
    services: { brandSettings: { proofs, trackingOrigins: ['https://stats.example.org'] } },
  })
  tokens.manager = (await addTestUser(test, 'manager', true)).token
  tokens.person = (await addTestUser(test, 'person')).token
  for (const name of ['alpha', 'beta']) {
    const { userId } = await addTestUser(test, `${name}-admin`)
    const { id } = await test.db.kysely
      .insertInto('organizations')
      .values({ name, code: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { organization_id: id, user_id: userId, role: 'admin' as const }
    await test.db.kysely.insertInto('organization_members').values(member).execute()
    const session = { userId, isLong: false, nowMs, address: '203.0.113.1', userAgent: 'test', center: '' }
    tokens[name] = (await openSession(test.db.kysely, { ...session, organizationId: id })).token
  }
})
afterAll(() => test.close())

const ask = async (name: CallName, who: string, parts: CallParts = {}, headers: Record<string, string> = {}) => {
  const reply = await inject(test.app, name, parts, { ...bearer(tokens[who] ?? ''), ...headers })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, body: isJson ? reply.json() : undefined, bytes: reply.rawPayload, reply }
}
const emptyDraft = {
  languages: [],
  texts: [],
  colors: [],
  apiKeys: [],
  blockedFunctions: [],
  officialDomain: '',
  squareLogo: '',
  topNavigationLogo: '',
  trackingCode: '',
  support: { link: '', mail: '', hours: '' },
}
const add = async (who: string, key: string): Promise<number> =>
  (await ask('POST /backyard-api-s/oem/project', who, { body: { key, name: key.toUpperCase() } })).body.id
const save = (who: string, id: number, draft: object, basedOn: number) =>
  ask('POST /backyard-api-s/oem/project/{id}', who, {
    params: { id },
    body: { draft: { ...emptyDraft, ...draft }, basedOn },
  })
const seen = async (body: object, host = 'localhost'): Promise<Branding> =>
  (await inject(test.app, 'POST /backyard-api-s/oem/project/basic-info', { body }, { host })).json()
const nameOf = (brand: Branding, lan = '') =>
  brand.textList.find((item) => item.type === 'SHOW_NAME' && item.lan === lan)?.textInfo
const named = (text: string, language = '') => ({ texts: [{ type: 'SHOW_NAME', language, text }] })

describe('a brand that people edit', () => {
  it('is shown to who names it, whole, and to nobody before it is saved', async () => {
    const id = await add('manager', 'sunny')
    expect((await seen({ projectId: 'sunny' })).system).toBe('HELIOGRAPH')
    const draft = {
      languages: ['de', 'en'],
      texts: [
        { type: 'SHOW_NAME', language: '', text: 'Sunny' },
        { type: 'SHOW_NAME', language: 'de', text: 'Sonnig' },
        { type: 'IOS_DOWNLOAD_LINK', language: '', text: 'https://apps.example.org/sunny' },
      ],
      colors: [
        { type: 'primary', code: 'a1b', alphaPercent: 80 },
        { type: 'chart-12', code: '#123456', alphaPercent: 100 },
      ],
      apiKeys: [{ type: 'amap', key: 'key-1' }],
      blockedFunctions: ['dataExport'],
      officialDomain: 'https://sunny.example.org',
    }
    expect((await save('manager', id, draft, 0)).body).toEqual({ version: 1 })
    const brand = await seen({ projectId: 'Sunny' })
    expect([brand.system, nameOf(brand), nameOf(brand, 'de'), brand.status]).toEqual(['SUNNY', 'Sunny', 'Sonnig', 'OK'])
    expect(brand.supportLanList).toEqual(['de', 'en'])
    expect(brand.colorList).toContainEqual({ type: 'primary', colorCode: '#aa11bb', alpha: 80 })
    expect(brand.colorList.filter(({ type }) => type === 'chart-12')).toHaveLength(1)
    expect(brand.apiKeyDtoList).toEqual([{ type: 'amap', apiKey: 'key-1' }])
    expect(brand.blockFunctionCodeList).toContain('dataExport')
    expect(brand.officalDomain).toBe('https://sunny.example.org')
    expect(nameOf(await seen({ projectId: 'unknown' }))).toBe('Heliograph')
  })

  it('has the terms and the privacy notice of the server until it names its own', async () => {
    const id = await add('manager', 'lawful')
    await save('manager', id, named('Lawful'), 0)
    const linksOf = async (given: object, host?: string): Promise<readonly string[]> =>
      (await seen(given, host)).textList
        .filter(({ type }) => type.endsWith('_TC'))
        .map(({ type, lan, textInfo }) => `${type} ${lan} ${textInfo}`)
        .sort()
    const ofBrand = { projectId: 'lawful' }
    const shipped = ['PRIVATE_TC  /privacy', 'SERVICE_TC  /terms']
    expect([await linksOf(ofBrand), await linksOf({})]).toEqual([shipped, shipped])

    setLegalTexts(test.db, readLegalTexts({ TERMS_URL: 'https://operator.example/terms', PRIVACY_URL: 'off' }))
    const byOperator = ['SERVICE_TC  https://operator.example/terms']
    expect([await linksOf(ofBrand), await linksOf({})]).toEqual([byOperator, byOperator])

    const own = { type: 'SERVICE_TC', language: 'de', text: 'https://lawful.example/agb' }
    await save('manager', id, { texts: [own] }, 1)
    expect(await linksOf(ofBrand)).toEqual(['SERVICE_TC de https://lawful.example/agb'])
    setLegalTexts(test.db, readLegalTexts({}))
    expect(await linksOf(ofBrand)).toEqual(['PRIVATE_TC  /privacy', 'SERVICE_TC de https://lawful.example/agb'])

    // What the operator named for all hosts comes before the shipped text, whatever else a host or a brand says.
    const texts = [{ type: 'PRIVATE_TC', text: 'https://operator.example/privacy' }]
    const other = [{ type: 'SHOW_NAME', text: 'Host' }]
    const insert = 'insert into brands (host, data) values ($1, $2)'
    await test.db.pool.query(insert, ['*', { texts }])
    await test.db.pool.query(insert, ['host.lawful.example', { texts: other }])
    forgetBrands(test.db)
    const shared = 'PRIVATE_TC  https://operator.example/privacy'
    expect(await linksOf(ofBrand)).toEqual([shared, 'SERVICE_TC de https://lawful.example/agb'])
    expect(await linksOf({ visitDomain: 'host.lawful.example' })).toEqual([shared, 'SERVICE_TC  /terms'])
    await test.db.pool.query("delete from brands where host in ('*', 'host.lawful.example')")
    forgetBrands(test.db)
  })

  it('keeps each version, and any comes back', async () => {
    const id = await add('manager', 'turns')
    for (const [at, name] of ['First', 'Second'].entries()) await save('manager', id, named(name), at)
    const back = { params: { id }, body: { version: 1, basedOn: 2 } }
    expect((await ask('POST /backyard-api-s/oem/project/{id}/rollback', 'manager', back)).body).toEqual({ version: 3 })
    expect(nameOf(await seen({ projectId: 'turns' }))).toBe('First')
    const { body } = await ask('GET /backyard-api-s/oem/project/{id}', 'manager', { params: { id } })
    expect(
      body.versions.map((version: { version: number; restores: number | null }) => [version.version, version.restores]),
    ).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    const old = await ask('GET /backyard-api-s/oem/project/{id}/version/{version}', 'manager', {
      params: { id, version: 2 },
    })
    expect(old.body.draft.texts).toEqual([{ type: 'SHOW_NAME', language: '', text: 'Second' }])
    // Who edited an older version overwrites nobody.
    expect((await save('manager', id, named('Late'), 2)).body.code).toBe('BRAND_CHANGED')
  })

  it('is edited by its owners only', async () => {
    const id = await add('alpha', 'alpha-solar')
    await save('alpha', id, named('Alpha'), 0)
    expect((await ask('GET /backyard-api-s/oem/project', 'person')).body.code).toBe('NO_PERMISSION')
    for (const who of ['beta', 'manager']) {
      const params = { id }
      const replies = [
        await ask('GET /backyard-api-s/oem/project/{id}', who, { params }),
        await save(who, id, named('Mine'), 1),
        await ask('DELETE /backyard-api-s/oem/project/{id}', who, { params }),
        await ask('GET /backyard-api-s/oem/project/{id}/file', who, { params }),
        await ask('POST /backyard-api-s/oem/project/{id}/rollback', who, { params, body: { version: 1, basedOn: 1 } }),
        await ask('POST /backyard-api-s/oem/project/{id}/domain', who, { params, body: { domain: 'a.example.com' } }),
      ]
      expect(replies.map(({ body }) => body.code)).toEqual(Array(6).fill('NOT_FOUND'))
    }
    const listed = async (who: string) =>
      (await ask('GET /backyard-api-s/oem/project', who)).body.data.map(
        (row: { key: string; isMine: boolean }) => `${row.key} ${row.isMine}`,
      )
    expect(await listed('beta')).toEqual([])
    expect(await listed('alpha')).toEqual(['alpha-solar true'])
    expect(await listed('manager')).toContain('alpha-solar false')
    const again = { body: { key: 'alpha-solar', name: 'x' } }
    expect((await ask('POST /backyard-api-s/oem/project', 'beta', again)).body.code).toBe('BRAND_KEY_USED')
  })

  it.each([
    [{ texts: [{ type: 'SERVICE_TC', language: '', text: 'javascript:alert(1)' }] }, 'body.texts.SERVICE_TC'],
    [{ texts: [{ type: 'RECT_LOGO', language: '', text: 'https://evil.example/x.png' }] }, 'body.texts.RECT_LOGO'],
    [{ colors: Array(2).fill({ type: 'primary', code: '#123', alphaPercent: 100 }) }, 'body.colors'],
    [{ trackingCode: 'https://other.example.org/x.js' }, 'body.trackingCode'],
    [{ trackingCode: '<script>alert(1)</script>' }, 'body.trackingCode'],
    [{ squareLogo: '//evil.example/x.png' }, 'body.squareLogo'],
  ])('refuses %j', async (draft, field) => {
    const id = (await add('manager', 'refused')) ?? 0
    const known = id || (await ask('GET /backyard-api-s/oem/project', 'manager')).body.data.at(-1).id
    const { body } = await save('manager', known, draft, 0)
    expect([body.code, body.detail?.field]).toEqual(['PARAM_ERROR', field])
  })

  it('loads a script of the listed origins, and none for an organization', async () => {
    const trackingCode = '<script async src="https://stats.example.org/s.js" data-site="4"></script>'
    expect((await save('manager', await add('manager', 'counted'), { trackingCode }, 0)).status).toBe(200)
    expect((await seen({ projectId: 'counted' })).trackingCode).toBe(trackingCode)
    const refused = await save('alpha', await add('alpha', 'alpha-counted'), { trackingCode }, 0)
    expect(refused.body.code).toBe('PARAM_ERROR')
  })
})

describe('a domain of a brand', () => {
  const proofOf = async (who: string, id: number): Promise<string> =>
    (await ask('GET /backyard-api-s/oem/project/{id}', who, { params: { id } })).body.domains[0].proof
  const check = (who: string, id: number, domain: string, by: string) =>
    ask('POST /backyard-api-s/oem/project/{id}/domain/check', who, { params: { id }, body: { domain, by } })
  const claim = (who: string, id: number, domain: string) =>
    ask('POST /backyard-api-s/oem/project/{id}/domain', who, { params: { id }, body: { domain } })

  it('shows the brand once it is proven, and who proves it later has it', async () => {
    const [alpha, beta] = [await add('alpha', 'alpha-host'), await add('beta', 'beta-host')]
    await save('alpha', alpha, named('Alpha'), 0)
    await save('beta', beta, named('Beta'), 0)
    const host = 'pv.example.com'
    expect((await claim('alpha', alpha, 'PV.example.com.')).status).toBe(200)
    await claim('beta', beta, host)
    expect((await check('alpha', alpha, host, 'dns')).body.code).toBe('BRAND_DOMAIN_UNPROVEN')
    expect(nameOf(await seen({}, host))).toBe('Heliograph')
    txt.set(`_heliograph.${host}`, ['something else', await proofOf('alpha', alpha)])
    expect((await check('alpha', alpha, host, 'dns')).status).toBe(200)
    expect(nameOf(await seen({}, `${host}:8080`))).toBe('Alpha')
    expect(nameOf(await seen({ visitDomain: host, projectId: 'beta-host' }))).toBe('Beta')
    // Alpha's proof is none for beta.
    expect((await check('beta', beta, host, 'dns')).body.code).toBe('BRAND_DOMAIN_UNPROVEN')
    files.set(`https://${host}/.well-known/heliograph-brand.txt`, `${await proofOf('beta', beta)}\n`)
    expect((await check('beta', beta, host, 'file')).status).toBe(200)
    expect(nameOf(await seen({}, host))).toBe('Beta')
    const options = { params: { id: beta, domain: host } }
    await ask('DELETE /backyard-api-s/oem/project/{id}/domain/{domain}', 'beta', options)
    expect(nameOf(await seen({}, host))).toBe('Heliograph')
  })

  it('is confirmed by hand by an administrator of the server alone, which is logged', async () => {
    const id = await add('alpha', 'alpha-intranet')
    await save('alpha', id, named('Inside'), 0)
    const host = 'pv.corp.internal'
    const confirm = (who: string, domain = host) =>
      ask('POST /backyard-api-s/oem/project/{id}/domain/confirm', who, { params: { id }, body: { domain } })
    expect((await confirm('manager')).status).toBe(404)
    await claim('alpha', id, host)
    expect([(await confirm('alpha')).status, (await confirm('beta')).status]).toEqual([403, 403])
    expect(nameOf(await seen({}, host))).toBe('Heliograph')
    expect((await confirm('manager')).status).toBe(200)
    expect(nameOf(await seen({}, host))).toBe('Inside')
    const { domains } = (await ask('GET /backyard-api-s/oem/project/{id}', 'alpha', { params: { id } })).body
    expect(domains).toMatchObject([{ domain: host, provenBy: 'operator' }])
    const { rows } = await test.db.pool.query("select detail from audit_log where call like '%/domain/confirm'")
    expect(rows).toHaveLength(1)
  })

  it.each(['localhost', '10.0.0.1', 'http://[::1]', 'a.example.com/x', 'a.example.com:8080', 'user@a.example.com', ''])(
    'is not %j',
    async (domain) => {
      const { data } = (await ask('GET /backyard-api-s/oem/project', 'manager')).body
      expect((await claim('manager', data[0].id, domain)).body.code).toBe('PARAM_ERROR')
    },
  )
})

describe('pictures and files', () => {
  const upload = (id: number, bytes: Buffer, use = 'logo') =>
    ask('POST /backyard-api-s/oem/project/{id}/picture', 'alpha', {
      params: { id },
      body: { use, content: bytes.toString('base64') },
    })

  it('are encoded anew; a drawing becomes pixels and loses its scripts', async () => {
    const id = await add('alpha', 'alpha-drawn')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20"
      onload="alert(1)"><script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>
      <rect width="40" height="20" fill="#f00"/></svg>`
    const { body } = await upload(id, Buffer.from(svg))
    expect(body.link).toMatch(/^\/backyard-api-s\/oem\/picture\/[0-9a-f]{32}\.png$/)
    const name = body.link.split('/').at(-1)
    const { reply, bytes } = await ask('GET /backyard-api-s/oem/picture/{name}', '', { params: { name } })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await sharp(bytes).metadata()).format).toBe('png')
    expect(bytes.includes('script')).toBe(false)
    const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer()
    expect((await upload(id, photo, 'background')).body).toMatchObject({ width: 90, height: 60 })
    const bomb =
      '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'
    for (const bad of [Buffer.from('hello'), Buffer.from(bomb), photo.subarray(0, 200)])
      expect((await upload(id, bad)).body.code).toBe('IMAGE_UNREADABLE')
  })

  it('a brand goes into one file, and comes out of it in another place', async () => {
    const id = await add('alpha', 'alpha-file')
    const png = await sharp({ create: { width: 12, height: 12, channels: 3, background: '#abcdef' } })
      .png()
      .toBuffer()
    const { link } = (await upload(id, png)).body
    const draft = { ...named('Filed'), squareLogo: link, apiKeys: [{ type: 'amap', key: 'secret-key' }] }
    expect((await save('alpha', id, draft, 0)).status).toBe(200)
    const file = (await ask('GET /backyard-api-s/oem/project/{id}/file', 'alpha', { params: { id } })).bytes.toString()
    expect(file).not.toContain('secret-key')
    const target = await add('beta', 'beta-file')
    const put = (content: string) =>
      ask('POST /backyard-api-s/oem/project/{id}/file', 'beta', { params: { id: target }, body: { content } })
    const { draft: read } = (await put(file)).body
    expect([read.texts, read.squareLogo]).toEqual([draft.texts, link])
    expect((await save('beta', target, read, 0)).status).toBe(200)
    for (const bad of ['', '[]', 'null', '{"format":"heliograph-brand-1"}', file.replace('"texts": [', '"texts": [7,')])
      expect((await put(bad)).body.code).toBe('BRAND_FILE')
  })
})

describe('a suspended brand', () => {
  it('refuses its calls, but lets administrators in', async () => {
    const id = await add('alpha', 'alpha-off')
    await save('alpha', id, named('Off'), 0)
    const status = { params: { id }, body: { status: 'SUSPENDED' } }
    expect((await ask('POST /backyard-api-s/oem/project/{id}/status', 'alpha', status)).body.code).toBe('NO_PERMISSION')
    expect((await ask('POST /backyard-api-s/oem/project/{id}/status', 'manager', status)).status).toBe(200)
    expect((await seen({ projectId: 'alpha-off' })).status).toBe('SUSPENDED')
    const at = { 'client-style': 'alpha-off' }
    const who = async (name: string) =>
      (await ask('GET /user-s/acc/org/login-user', name, {}, at)).body.code ?? 'reached'
    expect([await who('person'), await who('beta'), await who('alpha'), await who('manager')]).toEqual([
      'PLATFORM_SUSPENDED',
      'PLATFORM_SUSPENDED',
      'reached',
      'reached',
    ])
    expect((await ask('GET /user-s/acc/org/login-user', 'person')).status).toBe(200)
    const enter = async (username: string) => {
      const body = { grant_type: 'password', username, password: TEST_PASSWORD }
      const reply = await inject(test.app, 'POST /oauth2-s/oauth/token', { body }, at)
      return reply.json().code ?? reply.statusCode
    }
    expect([await enter('person'), await enter('alpha-admin'), await enter('manager')]).toEqual([
      'PLATFORM_SUSPENDED',
      200,
      200,
    ])
    const news = await inject(test.app, 'POST /backyard-api-s/announcement/content', { body: { lan: 'en' } }, at)
    expect(news.json().code).toBe('PLATFORM_SUSPENDED')
  })
})

it('a report at a proven domain carries the uploaded logo and asks nobody for it', async () => {
  const id = await add('manager', 'papers')
  const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const body = { use: 'logo', content: bytes.toString('base64') }
  const { link } = (await ask('POST /backyard-api-s/oem/project/{id}/picture', 'manager', { params: { id }, body }))
    .body
  await save('manager', id, { texts: [{ type: 'RECT_LOGO', language: '', text: link }] }, 0)
  const row = { brand_id: id, domain: 'papers.example.com', proof: 'x', verified_at: new Date(nowMs), proven_by: null }
  await test.db.kysely
    .insertInto('brand_domains')
    .values({ ...row, created_at: new Date(nowMs) })
    .execute()
  const nobody = async (): Promise<Response> => {
    throw new Error('no request is expected')
  }
  const options = { host: 'papers.example.com', publicUrl: 'http://localhost', language: 'en', fetch: nobody }
  const brand = await readReportBrand(test.db, options)
  expect([brand.name, brand.logo?.height]).toEqual(['PAPERS', 120])
})

it('a feature that a brand hides is refused there, and only there', async () => {
  const id = await add('manager', 'narrow')
  await save('manager', id, { blockedFunctions: ['suggestion', 'notice'] }, 0)
  const at = { 'client-style': 'narrow' }
  expect((await ask('GET /backyard-api-s/suggestion', 'person', {}, at)).body.code).toBe('NO_PERMISSION')
  expect((await ask('GET /backyard-api-s/suggestion', 'person')).status).toBe(200)
  const body = { lan: 'en' }
  const news = await inject(test.app, 'POST /backyard-api-s/announcement/content', { body }, at)
  expect(news.json().code).toBe('NO_PERMISSION')
})

it('brands are kept in memory until somebody tells of a change', async () => {
  const { db } = test
  keepBrands(db)
  forgetBrands(db)
  expect((await getBrand(db, 'kept.example.com')).system).toBe('HELIOGRAPH')
  const asked = vi.spyOn(db.kysely, 'selectFrom')
  for (let at = 0; at < 3; at += 1) await getBrand(db, 'kept.example.com')
  expect(asked).not.toHaveBeenCalled()
  forgetBrands(db)
  await getBrand(db, 'kept.example.com')
  expect(asked).toHaveBeenCalled()
  asked.mockRestore()
})
