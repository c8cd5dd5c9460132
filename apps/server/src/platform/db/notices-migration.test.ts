import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOlderDatabase, type OlderDatabase } from '../../testing/older-database.ts'

let test: OlderDatabase
beforeEach(async () => {
  test = await createOlderDatabase('-notices.sql')
})
afterEach(() => test.drop())

it('keeps announcements, documents and versions with their numbers', async () => {
  await test.db.pool.query(`
    insert into announcements (level, from_at, until_at, texts, link, changed_at) values
      ('warning', '2026-06-01', '2026-06-02', '{"de": {"title": "Wartung", "body": "Sonntag"}}', '/x', '2026-05-30'),
      ('info', '2026-06-01', null, '{"en": {"title": "New", "body": ""}}', '', '2026-05-31');
    insert into documents (id, kind, language, title, link, file, size_bytes, changed_at) overriding system value values
      (1, 'manual', 'de', 'Handbuch', 'https://example.org/de.pdf', null, null, '2026-05-01'),
      (7, 'safety', '', 'Safety', null, '%PDF-1', 6, '2026-05-02');
    insert into app_versions (platform, version, inner_version, published_at, notes, link, is_required) values
      ('IOS', '2.0', 200, '2026-04-01', '{"en": "New", "zh": "新"}', 'https://example.org/ios', true),
      ('WEB', '1.8.0', 130, '2026-04-02', '{}', '', false)`)
  await test.migrate()
  const rows = await test.rowsOf(
    `select kind, id, topic, texts, link, from_at::date::text, until_at::date::text, changed_at::date::text, file::text,
       size_bytes, version, inner_version, is_required from notices order by kind, id`,
  )
  const none = { until_at: null, file: null, size_bytes: null, version: null, inner_version: null, is_required: null }
  const announced = { ...none, kind: 'announcement', from_at: '2026-06-01' }
  const version = { ...none, kind: 'version' }
  expect(rows).toEqual([
    {
      ...announced,
      id: 1,
      topic: 'warning',
      texts: { de: { title: 'Wartung', body: 'Sonntag' } },
      link: '/x',
      until_at: '2026-06-02',
      changed_at: '2026-05-30',
    },
    {
      ...announced,
      id: 2,
      topic: 'info',
      texts: { en: { title: 'New', body: '' } },
      link: '',
      changed_at: '2026-05-31',
    },
    {
      ...none,
      kind: 'document',
      id: 1,
      topic: 'manual',
      texts: { de: { title: 'Handbuch', body: '' } },
      link: 'https://example.org/de.pdf',
      from_at: '2026-05-01',
      changed_at: '2026-05-01',
    },
    {
      ...none,
      kind: 'document',
      id: 7,
      topic: 'safety',
      texts: { '': { title: 'Safety', body: '' } },
      link: '',
      from_at: '2026-05-02',
      changed_at: '2026-05-02',
      file: `\\x${Buffer.from('%PDF-1').toString('hex')}`,
      size_bytes: 6,
    },
    {
      ...version,
      id: 1,
      topic: 'IOS',
      texts: { en: { title: '', body: 'New' }, zh: { title: '', body: '新' } },
      link: 'https://example.org/ios',
      from_at: '2026-04-01',
      changed_at: '2026-04-01',
      version: '2.0',
      inner_version: 200,
      is_required: true,
    },
    {
      ...version,
      id: 2,
      topic: 'WEB',
      texts: {},
      link: '',
      from_at: '2026-04-02',
      changed_at: '2026-04-02',
      version: '1.8.0',
      inner_version: 130,
      is_required: false,
    },
  ])
  const next = `insert into notices (kind, topic, texts, from_at, changed_at) values ('announcement', 'info', '{}', now(), now())
    returning id`
  expect(await test.rowsOf(next)).toEqual([{ id: 8 }])
})
