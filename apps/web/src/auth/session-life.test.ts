import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRenewal, forgetSession, isRenewalDue, noteSession, readLoginCenter } from './session-life.ts'

const DAY_MS = 86_400_000
const START_MS = 1_800_000_000_000

beforeEach(() => localStorage.clear())

describe('isRenewalDue', () => {
  it.each([
    ['at once', 0, false],
    ['before half of its life', 0.49, false],
    ['after half of its life', 0.51, true],
    ['shortly before its end', 0.99, true],
    ['after its end', 1, false],
    ['when the clock was set back', -0.1, true],
  ])('%s', (_when, part, due) => {
    noteSession(86_400, START_MS)
    expect(isRenewalDue(START_MS + part * DAY_MS)).toBe(due)
  })

  it('is never due without a session or with a corrupt note', () => {
    expect(isRenewalDue(START_MS)).toBe(false)
    localStorage.setItem('heliograph.session', '{"sinceMs":"x"')
    expect(isRenewalDue(START_MS)).toBe(false)
  })
})

it('leaves no data center marker after a sign-out', () => {
  noteSession(10, START_MS, 'CHINA')
  expect(readLoginCenter()).toBe('CHINA')
  forgetSession()
  expect(readLoginCenter()).toBeUndefined()
})

describe('createRenewal', () => {
  it('renews once for all that ask together, and then rests', async () => {
    let nowMs = START_MS
    noteSession(86_400, START_MS)
    const renew = vi.fn(async () => 86_400)
    const renewIfDue = createRenewal({ renew, isOver: () => true, nowMs: () => nowMs })
    await renewIfDue()
    expect(renew).not.toHaveBeenCalled()
    nowMs += 0.6 * DAY_MS
    await Promise.all([renewIfDue(), renewIfDue()])
    await renewIfDue()
    expect(renew).toHaveBeenCalledTimes(1)
    nowMs += 0.6 * DAY_MS
    await renewIfDue()
    expect(renew).toHaveBeenCalledTimes(2)
  })

  it('leaves it to another tab that was first', async () => {
    noteSession(86_400, START_MS)
    const nowMs = START_MS + 0.7 * DAY_MS
    const renew = vi.fn(async () => 1)
    const alone = async (run: () => Promise<void>): Promise<void> => {
      noteSession(86_400, nowMs)
      await run()
    }
    await createRenewal({ renew, isOver: () => true, nowMs: () => nowMs, alone })()
    expect(renew).not.toHaveBeenCalled()
  })

  it('drops a session unknown to the server, and keeps one while offline', async () => {
    noteSession(86_400, START_MS)
    const nowMs = () => START_MS + 0.7 * DAY_MS
    const failing = (fault: string) =>
      createRenewal({
        renew: () => Promise.reject(new Error(fault)),
        isOver: (failure) => (failure as Error).message === 'over',
        nowMs,
      })
    await failing('network')()
    expect(isRenewalDue(nowMs())).toBe(true)
    await failing('over')()
    expect(isRenewalDue(nowMs())).toBe(false)
  })
})
