import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { solveWork } from './solve-work.ts'

const SECRET = 'a secret of the server'
const challenge = (more: Readonly<Record<string, unknown>> = {}) =>
  createChallenge({
    algorithm: 'SCRYPT',
    cost: 16,
    memoryCost: 8,
    deriveKey,
    hmacSignatureSecret: SECRET,
    keyPrefix: '00',
    ...more,
  })

afterEach(() => vi.unstubAllGlobals())

describe('solveWork without workers', () => {
  it('finds an answer that the library accepts on the server', async () => {
    vi.stubGlobal('Worker', undefined)
    const answer = await solveWork(await challenge(), new AbortController().signal)
    const { challenge: asked, solution } = JSON.parse(atob(answer))
    const result = await verifySolution({ challenge: asked, solution, deriveKey, hmacSignatureSecret: SECRET })
    expect(result.verified).toBe(true)
  })

  it('stops when aborted', async () => {
    vi.stubGlobal('Worker', undefined)
    const off = new AbortController()
    const hard = await challenge({ keyPrefix: '0000000000' })
    const solved = solveWork(hard, off.signal)
    off.abort(new Error('called off'))
    await expect(solved).rejects.toThrow('called off')
  })

  it('refuses work of another kind', async () => {
    vi.stubGlobal('Worker', undefined)
    const { parameters } = await challenge()
    const other = { parameters: { ...parameters, algorithm: 'PBKDF2/SHA-256' } }
    await expect(solveWork(other, new AbortController().signal)).rejects.toThrow('PBKDF2')
  })
})

describe('solveWork with a worker', () => {
  class FakeWorker extends EventTarget {
    static reply: unknown
    static ended = 0
    postMessage(): void {
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: FakeWorker.reply })))
    }
    terminate(): void {
      FakeWorker.ended += 1
    }
  }

  it('passes the work to the worker and ends it', async () => {
    vi.stubGlobal('Worker', FakeWorker)
    FakeWorker.reply = { answer: 'eyJ9' }
    expect(await solveWork({}, new AbortController().signal)).toBe('eyJ9')
    FakeWorker.reply = { fault: 'not solved' }
    await expect(solveWork({}, new AbortController().signal)).rejects.toThrow('not solved')
    expect(FakeWorker.ended).toBe(2)
  })
})
