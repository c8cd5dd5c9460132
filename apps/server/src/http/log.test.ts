import { expect, it } from 'vitest'
import { createLog, hideTokens } from './log.ts'

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
])('%s is masked', (_, given) => expect(written((log) => log.info(given))).not.toContain('x-secret'))

it.each(['token', 'code', 'secret', 'ticket', 'challenge'])('an address in the log lacks its %s', (name) => {
  expect(hideTokens(`/a?x=1&${name}=hgo_abc&y=2`)).toBe(`/a?x=1&${name}=-&y=2`)
})
