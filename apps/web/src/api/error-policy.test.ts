import { errorCatalog } from '@heliograph/domain/errors.ts'
import errors from '@heliograph/i18n/locales/en/errors.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { type Fault, judge, type Verdict } from './error-policy.ts'

const status = (code: number, body: Extract<Fault, { kind: 'status' }>['body'] = {}): Fault => ({
  kind: 'status',
  status: code,
  body,
})
const warned = { toast: true, session: 'keep', goToLogin: false, reject: 'text' } as const
const bare = { toast: false, session: 'keep', goToLogin: false, reject: 'code' } as const
const locked = { toast: false, session: 'keep', goToLogin: false, reject: 'body', row: 'locked' } as const

describe('the transport table of the specification', () => {
  it.each<[string, Fault, Partial<Verdict>]>([
    ['network error', { kind: 'network' }, { ...warned, text: { key: 'transport.network' } }],
    ['timeout', { kind: 'timeout' }, { ...warned, text: { key: 'transport.timeout' } }],
    [
      '401',
      status(401, { code: 'AUTH_TOKEN_INVALID', no: 39 }),
      { row: '401', toast: false, session: 'clear', goToLogin: true, text: { key: 'error.39' } },
    ],
    ['301', status(301), { row: '301', toast: false, session: 'keep', goToLogin: true }],
    ['a 301 in the body', status(200, { code: '301' }), { row: '301', goToLogin: true }],
    [
      '403',
      status(403, { code: 'NO_PERMISSION', no: 21 }),
      { ...warned, row: '403', text: { key: 'transport.forbidden' } },
    ],
    ['502', status(502), { ...warned, row: '502', text: { key: 'transport.serverAway' } }],
    ['504', status(504), { ...warned, row: '502', text: { key: 'transport.serverAway' } }],
    [
      'a full disk',
      status(503, { code: 'UNAVAILABLE', no: 1, detail: { reason: 'diskFull' } }),
      { row: 'disk-full', toast: false, goToLogin: false, text: { key: 'transport.diskFull' } },
    ],
    [
      '429',
      status(429, { code: 'TOO_MANY_REQUESTS', no: 43 }),
      { ...warned, row: '429', text: { key: 'transport.tooFrequent' } },
    ],
    [
      '503',
      status(503, { code: 'UNAVAILABLE', no: 1 }),
      { row: '503', toast: false, goToLogin: false, reject: 'text', text: { key: 'transport.serverException' } },
    ],
    [
      'an invalid token',
      status(400, { code: 'Invalid token' }),
      { row: 'invalid-token', toast: true, session: 'clear', goToLogin: true, text: { key: 'transport.invalidToken' } },
    ],
    [
      'a wrong password, though a 401',
      status(401, { code: 'AUTH_INVALID_USERNAME_OR_PASSWORD', no: 3 }),
      { ...bare, text: { key: 'error.3' } },
    ],
    ['an account that moved', status(409, { code: 'AUTH_USER_ALREADY_MIGRATED' }), bare],
    ['a photo that was not recognized', status(400, { code: 'RECOGNITION_ERROR' }), bare],
    ['a wrong parameter', status(400, { code: 'PARAM_ERROR', no: 17 }), { ...bare, text: { key: 'error.17' } }],
    [
      'a locked account',
      status(423, { code: 'USER_LOCKED', no: 44, detail: { minutes: 12 } }),
      { ...locked, text: { key: 'error.userLocked', values: { minutes: 12 } } },
    ],
    [
      'a locked address',
      status(423, { code: 'IP_LOCKED', no: 44, detail: { minutes: 3 } }),
      { ...locked, text: { key: 'error.ipLocked', values: { minutes: 3 } } },
    ],
    [
      'a second step, though a 401',
      status(401, { code: 'SECOND_FACTOR_REQUIRED', no: null, detail: { challenge: 'x' } }),
      { row: 'answer', toast: false, session: 'keep', goToLogin: false, reject: 'body' },
    ],
    [
      'a human check, though a 403',
      status(403, { code: 'HUMAN_CHECK_REQUIRED', no: null }),
      { row: 'answer', toast: false, reject: 'body', text: { key: 'error.HUMAN_CHECK_REQUIRED' } },
    ],
    [
      'a code asked for too soon, though a 429',
      status(429, { code: 'CODE_SENT_TOO_OFTEN', no: 7, detail: { seconds: 40 } }),
      { row: 'answer', toast: false, text: { key: 'error.7' } },
    ],
    [
      'a code without a number',
      status(409, { code: 'TOO_MANY', no: null, detail: { most: 20 } }),
      { ...warned, row: 'known-code', text: { key: 'error.TOO_MANY', values: { most: 20 } } },
    ],
    [
      'a member that is one already, which is no data source',
      status(409, { code: 'ALREADY_MEMBER', no: errorCatalog.ALREADY_MEMBER.no }),
      { ...warned, row: 'known-code', text: { key: 'error.ALREADY_MEMBER' } },
    ],
    [
      'another code with a text',
      status(409, { code: 'GATEWAY_TAKEN', no: 23 }),
      { ...warned, row: 'known-code', text: { key: 'error.23' } },
    ],
    [
      'a code without a text',
      status(418, { code: 'TEAPOT', no: null }),
      { row: 'unknown', toast: false, reject: 'text', text: { key: 'error.16' } },
    ],
    ['a number outside the list', status(400, { code: 'X', no: 66 }), { row: 'unknown', toast: false }],
    ['a bug of the server', status(500, { code: 'SERVER_FAILURE', no: 16 }), { ...warned, text: { key: 'error.16' } }],
  ])('judges %s as it says', (_, fault, expected) => {
    expect(judge(fault)).toMatchObject(expected)
  })

  it('has a text for every code of the catalog, and ends only lost sessions', () => {
    for (const [code, { no, status: httpStatus }] of Object.entries(errorCatalog)) {
      const verdict = judge(status(httpStatus, { code, no }))
      expect([code, verdict.row === 'unknown']).toEqual([code, false])
      expect([code, verdict.session]).toEqual([code, code === 'AUTH_TOKEN_INVALID' ? 'clear' : 'keep'])
    }
  })

  it('shows each text that stands for a code', () => {
    for (const key of Object.keys(errors).filter((text) => /^error\.[A-Z_]+$/.test(text)))
      expect(judge(status(409, { code: key.slice('error.'.length), no: null })).text.key).toBe(key)
  })

  it('never says "0 minutes" for a lock', () => {
    expect(judge(status(423, { code: 'USER_LOCKED' })).text.values).toEqual({ minutes: 1 })
  })
})
