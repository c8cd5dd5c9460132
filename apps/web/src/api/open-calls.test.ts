import { expect, it } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

it('waits until the last call has its answer, also a failure', async () => {
  const { countCall, untilAnswered } = createOpenCalls()
  const ends: (() => void)[] = []
  const calls = [
    countCall(new Promise<void>((resolve) => ends.push(resolve))),
    countCall(new Promise<void>((_, reject) => ends.push(() => reject(new Error('gone'))))).catch(() => undefined),
  ]
  let isQuiet = false
  const quiet = untilAnswered(60_000).then(() => {
    isQuiet = true
  })
  ends[0]?.()
  await calls[0]
  expect(isQuiet).toBe(false)
  ends[1]?.()
  await quiet
  expect(isQuiet).toBe(true)
})

it('waits for nothing while no call is made, and not for ever', async () => {
  const { countCall, untilAnswered } = createOpenCalls()
  await untilAnswered(60_000)
  void countCall(new Promise(() => undefined))
  await untilAnswered(1)
})

it('forgets what a page before asked, and counts on', async () => {
  const { countCall, forgetCalls, untilAnswered } = createOpenCalls()
  let end: () => void = () => undefined
  const old = countCall(new Promise<void>((resolve) => (end = resolve)))
  const quiet = untilAnswered(60_000)
  forgetCalls()
  await quiet
  void countCall(new Promise(() => undefined))
  end()
  await old
  let isQuiet = false
  void untilAnswered(60_000).then(() => {
    isQuiet = true
  })
  await Promise.resolve()
  expect(isQuiet).toBe(false)
})
