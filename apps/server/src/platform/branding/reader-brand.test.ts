import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readReportBrand } from '../../delivery/reports/report-brand.ts'
import { addUser } from '../../people/accounts/accounts.ts'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { forgetBrands } from './branding.ts'
import { findReaderVisit, readVisit, styleLink, writeVisit } from './reader-brand.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const OURS = 'pv.example.org'
let test: TestApp
let anna: Readonly<{ userId: number; token: string }>
let member: number
let organization: number

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const { kysely } = test.db
  anna = await addTestUser(test, 'anna')
  member = await addUser(test.db, { account: 'member', email: 'member@example.org', password: 'Walrus-27-tusks' })
  await kysely.updateTable('users').set({ email: 'anna@example.org' }).where('id', '=', anna.userId).execute()
  organization = (
    await kysely
      .insertInto('organizations')
      .values({ name: 'Sun Makers', code: 'SUNMAKER' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  await kysely
    .insertInto('organization_members')
    .values({ organization_id: organization, user_id: member, role: 'user', since: new Date(nowMs) })
    .execute()
  const project = async (key: string, organizationId: number | null) => {
    const { id } = await kysely
      .insertInto('brand_projects')
      .values({ key, name: key, organization_id: organizationId, version: 1, created_at: new Date(nowMs) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const data = JSON.stringify({ texts: [{ type: 'SHOW_NAME', language: '', text: `Brand ${key}` }] })
    await kysely
      .insertInto('brand_versions')
      .values({ brand_id: id, version: 1, data, saved_at: new Date(nowMs), saved_by: null })
      .execute()
  }
  await project('acme', null)
  await project('sunmakers', organization)
  await kysely.insertInto('brands').values({ host: 'hand.example.org', data: '{}' }).execute()
  forgetBrands(test.db)
})
afterAll(() => test.close())
beforeEach(() => test.db.pool.query("update users set visit = ''"))

const find = (visit: string, reader: Parameters<typeof findReaderVisit>[2]['reader'] = null) =>
  findReaderVisit(test.db, visit, { ours: OURS, reader })

it('a visit is written and read again, and an odd key is left out', () => {
  expect(readVisit(writeVisit({ host: 'a.example', key: 'acme' }))).toEqual({ host: 'a.example', key: 'acme' })
  expect(writeVisit({ host: 'a.example', key: 'a@b' })).toBe('a.example')
  expect(readVisit('a.example')).toEqual({ host: 'a.example' })
})

it('the brand of the request comes first, a foreign host never', async () => {
  expect(await find(`acme@${OURS}`)).toEqual({ host: OURS, key: 'acme' })
  expect(await find('acme@hand.example.org')).toEqual({ host: 'hand.example.org', key: 'acme' })
  expect(await find('hand.example.org:8443')).toEqual({ host: 'hand.example.org' })
  expect(await find('evil.example')).toEqual({ host: OURS })
  expect(await find(`unknown@${OURS}`)).toEqual({ host: OURS })
})

it('the brand of an organization without a domain reaches its own people only', async () => {
  expect(await find(`sunmakers@${OURS}`)).toEqual({ host: OURS })
  expect(await find(`sunmakers@${OURS}`, { email: 'anna@example.org' })).toEqual({ host: OURS })
  expect(await find(`sunmakers@${OURS}`, { email: 'Member@Example.org' })).toEqual({ host: OURS, key: 'sunmakers' })
  expect(await find('', { userId: member })).toEqual({ host: OURS, key: 'sunmakers' })
})

it('without a request it is the brand that the reader used last', async () => {
  const visit = (key?: string) =>
    inject(
      test.app,
      'GET /user-s/acc/org/login-user',
      {},
      { ...bearer(anna.token), ...(key && { 'client-style': key }) },
    )
  await visit('acme')
  expect(await find('', { userId: anna.userId })).toMatchObject({ key: 'acme' })
  expect(await find('', { email: 'anna@example.org' })).toMatchObject({ key: 'acme' })
  const options = { host: '', publicUrl: `https://${OURS}`, language: 'en' }
  expect((await readReportBrand(test.db, { ...options, userId: anna.userId })).name).toBe('Brand acme')
  expect((await readReportBrand(test.db, options)).name).toBe('Heliograph')
  await visit()
  expect(await find('', { userId: anna.userId })).toEqual({ host: OURS })
})

it('links to this server name the brand, others stay', () => {
  const styled = (link: string) => styleLink(link, { host: OURS, key: 'acme' }, 'https://pv.example.org')
  expect(styled('https://pv.example.org/plant?id=7')).toBe('https://pv.example.org/plant?id=7&clientStyle=acme')
  expect(styled('https://pv.example.org.evil.example/')).toBe('https://pv.example.org.evil.example/')
  expect(styleLink('https://pv.example.org/a', { host: OURS }, 'https://pv.example.org')).toBe(
    'https://pv.example.org/a',
  )
})
