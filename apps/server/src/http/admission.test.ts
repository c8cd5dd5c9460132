import { describe, expect, it } from 'vitest'
import { type Asker, createAdmission } from './admission.ts'

const limits = { atOnce: 2, costlyAtOnce: 1, waiting: 3, wrongTokensPerMinute: 3 }
const NOW_MS = 1_750_000_000_000
const from = (address: string, token?: string): Asker => ({ address, token })
const call = (cost: number, name = 'GET /x') => ({ name, cost })
const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('tokens', () => {
  it('that opened nothing are refused without another look, for a minute', () => {
    const admission = createAdmission(limits)
    const who = from('203.0.113.7', 'x')
    const ask = (atMs: number) => codeOf(() => admission.refuse(who, call(1), atMs))
    expect(ask(NOW_MS)).toBe('fine')
    admission.noteInvalid(who, NOW_MS)
    expect([ask(NOW_MS), ask(NOW_MS + 59_999), ask(NOW_MS + 60_000)]).toEqual([
      'AUTH_TOKEN_INVALID',
      'AUTH_TOKEN_INVALID',
      'fine',
    ])
  })

  it('that are guessed stop the address, but nobody who is signed in there', () => {
    const admission = createAdmission(limits)
    admission.noteSession('good', NOW_MS)
    // The same wrong token again is one guess: a program that was forgotten somewhere is no attack.
    for (const token of ['a', 'a', 'a', 'a', 'b', 'c']) admission.noteInvalid(from('203.0.113.7', token), NOW_MS)
    const ask = (address: string, token?: string, atMs = NOW_MS) =>
      codeOf(() => admission.refuse(from(address, token), call(1), atMs))
    expect(ask('203.0.113.7', 'd')).toBe('TOO_MANY_REQUESTS')
    expect([ask('203.0.113.7', 'good'), ask('203.0.113.7'), ask('203.0.113.8', 'd')]).toEqual(['fine', 'fine', 'fine'])
    expect(ask('203.0.113.7', 'd', NOW_MS + 60_000)).toBe('fine')
  })

  it('of a spent budget are refused at its costs until there is some again', () => {
    const admission = createAdmission(limits)
    admission.noteSession('good', NOW_MS)
    admission.noteSpent('good', 20, 7, NOW_MS)
    const ask = (cost: number, atMs: number) =>
      codeOf(() => admission.refuse(from('203.0.113.7', 'good'), call(cost), atMs))
    expect([ask(20, NOW_MS), ask(20, NOW_MS + 6_999), ask(20, NOW_MS + 7_000)]).toEqual([
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
      'fine',
    ])
    expect(ask(1, NOW_MS)).toBe('fine')
  })

  it('of a call that refused as too many are refused there alone, for two seconds', () => {
    const admission = createAdmission(limits)
    admission.noteSession('good', NOW_MS)
    admission.noteRefused('good', 'POST /loggers', 60, NOW_MS)
    const ask = (name: string, atMs: number) =>
      codeOf(() => admission.refuse(from('203.0.113.7', 'good'), call(1, name), atMs))
    expect([ask('POST /loggers', NOW_MS + 1_999), ask('GET /x', NOW_MS), ask('POST /loggers', NOW_MS + 2_000)]).toEqual(
      ['TOO_MANY_REQUESTS', 'fine', 'fine'],
    )
  })

  it('are forgotten in the order they came, so that a flood fills no memory', () => {
    const admission = createAdmission({ ...limits, wrongTokensPerMinute: 1_000_000 })
    for (let at = 0; at < 10_001; at++) admission.noteInvalid(from('203.0.113.7', `wrong ${at}`), NOW_MS)
    const ask = (token: string) => codeOf(() => admission.refuse(from('203.0.113.8', token), call(1), NOW_MS))
    expect([ask('wrong 0'), ask('wrong 1')]).toEqual(['fine', 'AUTH_TOKEN_INVALID'])
  })
})

describe('calls at once', () => {
  it('wait for their turn per caller, in order, up to a bound', async () => {
    const admission = createAdmission(limits)
    const done: string[] = []
    const call = async (name: string, who: Asker) => {
      const leave = await admission.enter(who, false)
      done.push(name)
      return leave
    }
    const mine = from('203.0.113.7')
    const [first, second] = [await call('1', mine), await call('2', mine)]
    const waiting = ['3', '4', '5'].map((name) => call(name, mine))
    await expect(call('6', mine)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    ;(await call('other', from('203.0.113.8')))()
    expect(done).toEqual(['1', '2', 'other'])
    first()
    first()
    await waiting[0]
    expect(done).toEqual(['1', '2', 'other', '3'])
    second()
    ;(await waiting[0])?.()
    for (const one of waiting) (await one)()
    expect(done).toEqual(['1', '2', 'other', '3', '4', '5'])
    ;(await call('7', mine))()
  })

  it('of a confirmed session are its own; of an unknown token they are its address’s', async () => {
    const admission = createAdmission(limits)
    admission.noteSession('good', NOW_MS)
    for (const token of ['x', 'y']) await admission.enter(from('203.0.113.7', token), false)
    let entered = 0
    void admission.enter(from('203.0.113.7', 'z'), false).then(() => {
      entered += 1
    })
    await admission.enter(from('203.0.113.7', 'good'), false)
    await admission.enter(from('203.0.113.7', 'good'), false)
    expect(entered).toBe(0)
  })

  it('that compute before anybody is known run one by one', async () => {
    const admission = createAdmission(limits)
    const leave = await admission.enter(from('203.0.113.7'), true)
    let entered = false
    const next = admission.enter(from('203.0.113.7'), true).then((left) => {
      entered = true
      return left
    })
    await admission.enter(from('203.0.113.7'), false)
    expect(entered).toBe(false)
    leave()
    await next
    expect(entered).toBe(true)
  })
})
