import { describe, expect, it } from 'vitest'
import { announceProgress } from './announce-progress.ts'
import type { Platform } from './platform.ts'

/** Keeps what was called; a call named in `failing` fails once. */
function fakePlatform() {
  const calls: [name: string, title: string | undefined][] = []
  const failing = new Set<string>()
  const platform = {
    call: async (name: string, { body }: { body?: { texts: { en: { title: string } } } } = {}) => {
      calls.push([name, body?.texts.en.title])
      if (failing.delete(name)) throw new Error('503')
      return { id: 7 }
    },
  } as unknown as Platform
  return { platform, calls, failing }
}

const CREATE = 'POST /backyard-api-s/announcement'
const REPLACE = 'POST /backyard-api-s/announcement/{id}'
const REMOVE = 'DELETE /backyard-api-s/announcement/{id}'

describe('the progress of a fleet on the page', () => {
  it('is one announcement, renewed every 20 s and removed at the end', async () => {
    const { platform, calls } = fakePlatform()
    let nowMs = 0
    const progress = announceProgress(platform, () => nowMs)
    progress.show(1)
    nowMs = 19_000
    progress.show(2)
    nowMs = 20_000
    progress.show(3)
    await progress.end()
    expect(calls).toEqual([
      [CREATE, 'History is being filled in: 1 %'],
      [REPLACE, 'History is being filled in: 3 %'],
      [REMOVE, undefined],
    ])
  })

  it('goes on after a refused call, and says nothing after its end', async () => {
    const { platform, calls, failing } = fakePlatform()
    let nowMs = 0
    const progress = announceProgress(platform, () => nowMs)
    failing.add(CREATE)
    progress.show(1)
    nowMs = 20_000
    progress.show(2)
    await progress.end()
    nowMs = 40_000
    progress.show(3)
    await progress.end()
    expect(calls.map(([name]) => name)).toEqual([CREATE, CREATE, REMOVE])
  })
})
