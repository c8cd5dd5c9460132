import { cleanup, render, within } from '@testing-library/react'
import { createElement, Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { firstPart, LOAD_TIMEOUT_MS, withPatience } from './lazy-part.ts'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it('gives a part two minutes to arrive', async () => {
  vi.useFakeTimers()
  const never = withPatience(new Promise(() => undefined))
  const said = expect(never).rejects.toThrow('120000 ms')
  await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT_MS)
  await said
})

it('waits no longer than the part takes', async () => {
  vi.useFakeTimers()
  expect(await withPatience(Promise.resolve(7))).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})

const loadPage = async () => ({ Page: ({ name }: Readonly<{ name: string }>) => name })
const inPage = (part: ReturnType<typeof firstPart<'Page', { name: string }>>) =>
  createElement(Suspense, { fallback: 'waiting' }, createElement(part, { name: 'Sun' }))

it('draws a part at once that was loaded ahead', async () => {
  const part = firstPart(loadPage, 'Page')
  await part.preload()
  const { container } = render(inPage(part))
  expect(container.textContent).toBe('Sun')
})

it('draws any other part when it has come', async () => {
  const { container } = render(inPage(firstPart(loadPage, 'Page')))
  expect(container.textContent).toBe('waiting')
  await within(container).findByText('Sun')
})
