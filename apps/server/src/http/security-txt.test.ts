import { expect, it } from 'vitest'
import { createTestApp } from '../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const PATH = '/.well-known/security.txt'

it('names the contact where there is one, and nothing elsewhere', async () => {
  const named = await createTestApp(nowMs, { securityContact: 'mailto:security@example.org' })
  const reply = await named.app.inject(PATH)
  await named.close()
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(reply.body).toBe(
    'Contact: mailto:security@example.org\nExpires: 2026-12-12T10:00:00.000Z\nCanonical: http://localhost/.well-known/security.txt\n',
  )
  const silent = await createTestApp(nowMs)
  const none = await silent.app.inject({ url: PATH, headers: { accept: 'text/html' } })
  await silent.close()
  expect(none.statusCode).toBe(404)
})
