import { expect, it } from 'vitest'
import { createLog, hideValues } from './log.ts'

const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = []
  write(createLog('info', { write: (line) => lines.push(line) }))
  return lines.join('')
}

it('a database error is logged without the row that it concerns', () => {
  // As node-postgres throws it: PostgreSQL repeats the values in `detail` and `where`.
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: '23505',
    detail: 'Key (lower(email))=(mira@example.org) already exists.',
    where: "unnamed portal parameter $1 = 'mira@example.org'",
    cause: Object.assign(new Error('inner'), { detail: 'mira@example.org' }),
  })
  const line = written((log) => log.error({ err: error }, 'a request failed'))
  expect(line).not.toContain('mira')
  expect(JSON.parse(line)).toMatchObject({
    msg: 'a request failed',
    err: { type: 'Error', code: '23505', message: expect.stringContaining('users_email'), stack: expect.any(String) },
  })
  expect(written((log) => log.child({ reqId: '1' }).error({ err: error }))).not.toContain('mira')
})

it.each([
  ['password', { password: 'x-secret' }],
  ['authorization', { headers: { authorization: 'Bearer x-secret' } }],
  ['cookie', { req: { headers: { cookie: 'heliograph_session=x-secret' } } }],
])('%s is masked', (_, options) => expect(written((log) => log.info(options))).not.toContain('x-secret'))

it.each([
  [
    '/station/7/report/offer/abc.def?x=1',
    '/station/:id/report/offer/:token',
    { id: '7', token: 'abc.def' },
    '/station/7/report/offer/{token}?x=-',
  ],
  ['/gateway/1766554433', '/gateway/:sn', { sn: '1766554433' }, '/gateway/{sn}'],
  ['/station/mira%40example.org', '/station/:id', { id: 'mira@example.org' }, '/station/{id}'],
  ['/region?lat=48.1&lon=11.5&evil%20name=1', '/region', {}, '/region?lat=-&lon=-'],
  ['/reports/confirm?token=abc', undefined, {}, '/reports/confirm?token=-'],
  ['/assets/index-a1b2c3.js', undefined, {}, '/assets/index-a1b2c3.js'],
  ['/x/mira@example.org/c2VjcmV0LXNlY3JldC1zZWNyZXQ/1766554433', undefined, {}, '/x/-/-/-'],
])('the address %s is logged without its values', (url, route, params, expected) =>
  expect(hideValues(url, route, params)).toBe(expected),
)
