import { expect, it } from 'vitest'
import { hasCome } from './has-come.ts'

const asked = (isPlaceholderData: boolean, isFetching: boolean, isFetchedAfterMount: boolean) => ({
  isPlaceholderData,
  isFetching,
  isFetchedAfterMount,
})

it('draws no empty list before its answer, and keeps rows meanwhile', () => {
  expect(hasCome(asked(false, true, false), undefined)).toBe(false)
  // The empty list before it, or the same from an earlier look.
  expect(hasCome(asked(true, true, false), [])).toBe(false)
  expect(hasCome(asked(false, true, false), [])).toBe(false)
  expect(hasCome(asked(true, true, false), [1])).toBe(true)
  // Asked again in the background, or kept and still fresh.
  expect(hasCome(asked(false, true, true), [])).toBe(true)
  expect(hasCome(asked(false, false, false), [])).toBe(true)
})
