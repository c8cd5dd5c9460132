import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, setTransport } from './call.ts'
import { CallFailure } from './failure.ts'

type Sent = { url: string; init: RequestInit }
let sent: Sent[] = []
const answerWith = (make: () => Response | Promise<Response>): void => {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve().then(make)
  })
}
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const headersOf = (one: Sent | undefined): Record<string, string> => (one?.init.headers ?? {}) as Record<string, string>
const failureOf = async (made: Promise<unknown>): Promise<CallFailure> => {
  const failure = await made.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  if (!(failure instanceof CallFailure)) throw new Error(`No CallFailure but ${String(failure)}`)
  return failure
}

beforeEach(() => {
  sent = []
  setTransport({ token: undefined, center: undefined, seals: false, onSessionEnd: () => undefined })
})
afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  it('fills path and query, sends JSON and returns the reply', async () => {
    answerWith(() => json({ total: 0, data: [] }))
    const reply = await call('POST /maintain-s/operating/station/search', { query: { page: 2, size: 20 }, body: {} })
    expect(reply).toEqual({ total: 0, data: [] })
    expect(sent[0]?.url).toBe('/maintain-s/operating/station/search?page=2&size=20')
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{}', credentials: 'same-origin', cache: 'no-store' })
    expect(headersOf(sent[0])['content-type']).toBe('application/json; charset=utf-8')
    expect(headersOf(sent[0])).not.toHaveProperty('authorization')
  })

  it('encodes the sign-in as a form', async () => {
    answerWith(() => json({ access_token: 't', token_type: 'bearer', expires_in: 1 }))
    await call('POST /oauth2-s/oauth/token', {
      body: { grant_type: 'password', username: 'a b', password: 'x&y=1', keep: '1' },
    })
    expect(String(sent[0]?.init.body)).toBe('grant_type=password&username=a+b&password=x%26y%3D1&keep=1')
  })

  it('sends a token from the URL, and the data center where there are several', async () => {
    answerWith(() => json({ open: false }))
    setTransport({ token: 'abc', center: 'CHINA' })
    await call('GET /user-s/acc/setup')
    expect(headersOf(sent[0]).authorization).toBe('Bearer abc')
    expect(sent[0]?.url).toBe('/mdc-cn/user-s/acc/setup')
  })

  it('makes the branding call without a data center', async () => {
    answerWith(() => json({}))
    setTransport({ center: 'FOREIGN_1' })
    await call('POST /backyard-api-s/oem/project/basic-info', { body: {} })
    expect(sent[0]?.url).toBe('/backyard-api-s/oem/project/basic-info')
  })

  it('reports a refusal with its body', async () => {
    answerWith(() => json({ code: 'USER_LOCKED', no: 44, msg: '', requestId: 'r', detail: { minutes: 9 } }, 423))
    const failure = await failureOf(call('GET /user-s/acc/setup'))
    expect(failure).toMatchObject({ code: 'USER_LOCKED', status: 423, verdict: { row: 'locked' } })
    expect(failure.body.detail).toEqual({ minutes: 9 })
  })

  it('reads the refusal of a download, which arrives as bytes like a file', async () => {
    const bytes = new TextEncoder().encode('{"code":"EXPORT_USED_WITHIN_YEAR","no":48}')
    const headers = { 'content-type': 'application/octet-stream' }
    answerWith(() => new Response(bytes, { status: 409, headers }))
    const failure = await failureOf(call('GET /user-s/acc/setup'))
    expect(failure).toMatchObject({
      code: 'EXPORT_USED_WITHIN_YEAR',
      verdict: { text: { key: 'error.48' }, toast: true },
    })
  })

  it('treats a page instead of an error body as a failure without a code', async () => {
    answerWith(() => new Response('<html>Bad gateway</html>', { status: 502 }))
    expect((await failureOf(call('GET /user-s/acc/setup'))).verdict.row).toBe('502')
  })

  it('reports a lost connection, also in the middle of a reply', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    expect((await failureOf(call('GET /user-s/acc/setup'))).verdict.row).toBe('network')
    answerWith(() => new Response('{"open":', { status: 200 }))
    expect((await failureOf(call('GET /user-s/acc/setup'))).verdict.row).toBe('network')
  })

  it('reports a timeout after 30 s', async () => {
    const elapsed = AbortSignal.abort(new DOMException('elapsed', 'TimeoutError'))
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(elapsed)
    answerWith(() => Promise.reject(elapsed.reason))
    expect((await failureOf(call('GET /user-s/acc/setup'))).verdict.row).toBe('timeout')
    expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000)
    vi.restoreAllMocks()
  })

  it('passes on an abort by the caller', async () => {
    const controller = new AbortController()
    controller.abort()
    answerWith(() => Promise.reject(new DOMException('aborted', 'AbortError')))
    await expect(call('GET /user-s/acc/setup', undefined, { signal: controller.signal })).rejects.toThrow('aborted')
  })

  it('treats a redirect as a request to sign in', async () => {
    const redirect = new Response(null)
    Object.defineProperty(redirect, 'type', { value: 'opaqueredirect' })
    answerWith(() => redirect)
    expect((await failureOf(call('GET /user-s/acc/setup'))).verdict).toMatchObject({ row: '301', goToLogin: true })
  })
})

describe('a session that ended', () => {
  const ended = vi.fn()
  const refuseWith = (status: number, code: string): void => {
    answerWith(() => json({ code, no: null }, status))
    ended.mockClear()
    setTransport({ onSessionEnd: ended })
  }

  it.each([
    ['an ended session', 401, 'AUTH_TOKEN_INVALID', 1],
    ['an invalid token', 400, 'Invalid token', 1],
    ['a wrong password', 401, 'AUTH_INVALID_USERNAME_OR_PASSWORD', 0],
    ['a right that lacks', 403, 'NO_PERMISSION', 0],
  ] as const)('is noticed by any call that gets %s (%i)', async (_, status, code, times) => {
    refuseWith(status, code)
    await failureOf(call('GET /user-s/acc/setup'))
    expect(ended).toHaveBeenCalledTimes(times)
  })

  it("is not this page's if another token or data center refused", async () => {
    refuseWith(401, 'AUTH_TOKEN_INVALID')
    await failureOf(call('GET /user-s/acc/setup', undefined, { token: 'other' }))
    await failureOf(call('GET /user-s/acc/setup', undefined, { center: 'CHINA' }))
    expect(ended).not.toHaveBeenCalled()
  })
})
