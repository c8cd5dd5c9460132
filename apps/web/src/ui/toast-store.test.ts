import { describe, expect, it } from 'vitest'
import { createToasts, TOAST_MS } from './toast-store.ts'

function setUp() {
  const waiting: (() => void)[] = []
  const delays: number[] = []
  const store = createToasts((run, ms) => {
    waiting.push(run)
    delays.push(ms)
  })
  return { store, waiting, delays, texts: () => store.list().map((toast) => toast.text) }
}

describe('toasts', () => {
  it('stay for two seconds', () => {
    const { store, waiting, delays, texts } = setUp()
    store.show('saved', 'ok')
    expect(texts()).toEqual(['saved'])
    expect(delays).toEqual([TOAST_MS])
    waiting[0]?.()
    expect(texts()).toEqual([])
  })

  it('are three at most, and the oldest goes first', () => {
    const { store, waiting, texts } = setUp()
    for (const text of ['a', 'b', 'c', 'd']) store.show(text)
    expect(texts()).toEqual(['b', 'c', 'd'])
    waiting[0]?.()
    expect(texts()).toEqual(['b', 'c', 'd'])
  })

  it('show the same message once', () => {
    const { store, texts } = setUp()
    store.show('Network error', 'warn')
    store.show('Network error', 'warn')
    expect(texts()).toEqual(['Network error'])
  })

  it('notify their subscribers', () => {
    const { store } = setUp()
    let told = 0
    const leave = store.subscribe(() => {
      told += 1
    })
    store.show('a')
    leave()
    store.show('b')
    expect(told).toBe(1)
  })
})
