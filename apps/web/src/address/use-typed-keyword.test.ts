import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTypedKeyword } from './use-typed-keyword.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const change = vi.fn()
  const { result, rerender } = renderHook(({ keyword }) => useTypedKeyword(keyword, change), {
    initialProps: { keyword: '' },
  })
  return {
    change,
    typed: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    wait: () => act(() => vi.advanceTimersByTime(250)),
    arrive: (keyword: string) => rerender({ keyword }),
  }
}

it('keeps what was typed while the search before it reaches the URL', () => {
  const field = open()
  field.type('lindenhof')
  field.wait()
  expect(field.change).toHaveBeenLastCalledWith('lindenhof')
  field.type('kauri')
  field.arrive('lindenhof')
  expect(field.typed()).toBe('kauri')
  field.wait()
  expect(field.change).toHaveBeenLastCalledWith('kauri')
})

it('follows the URL when somebody goes back', () => {
  const field = open()
  field.type('kauri')
  field.wait()
  field.arrive('kauri')
  field.arrive('')
  expect(field.typed()).toBe('')
})

it('leaves the URL of a link that was pressed meanwhile as it is', () => {
  const field = open()
  const before = window.location.href
  field.type('lindenhof')
  window.history.pushState(null, '', '/plant/infos/data?id=7')
  field.wait()
  expect(field.change).not.toHaveBeenCalled()
  window.history.pushState(null, '', before)
})
