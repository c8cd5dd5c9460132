import { describe, expect, test } from 'vitest'
import { createBudget } from '../budget.ts'
import { createLineLimit } from './line-limit.ts'
import { createSerialBook } from './serial-book.ts'

describe('createBudget', () => {
  test("allows a minute's worth at once, then the even rate", () => {
    let nowMs = 0
    const budget = createBudget(60, () => nowMs)
    for (let frame = 0; frame < 60; frame += 1) expect(budget.take()).toBe(0)
    expect(budget.take()).toBe(1_000)
    nowMs += 400
    expect(budget.take()).toBe(600)
    nowMs += 600
    expect(budget.take()).toBe(0)
    nowMs += 3_600_000
    for (let frame = 0; frame < 60; frame += 1) expect(budget.take()).toBe(0)
    expect(budget.take()).toBeGreaterThan(0)
  })
})

describe('createLineLimit', () => {
  test('allows five lines a minute for each key', () => {
    let nowMs = 0
    const may = createLineLimit(() => nowMs)
    const lines = (key: string): number => Array.from({ length: 9 }, () => may(key)).filter(Boolean).length
    expect([lines('a'), lines('b'), lines('a')]).toEqual([5, 5, 0])
    nowMs += 60_000
    expect(lines('a')).toBe(5)
  })
})

describe('createSerialBook', () => {
  const limits = { maxConnectionsPerSerial: 2, framesPerMinute: 60 }

  test('keeps the counter of a serial across connections', () => {
    const book = createSerialBook<string>(limits, () => 0)
    const { entry } = book.join(1, 'first')
    entry.sequence = 200
    book.leave(1, 'first')
    expect(entry.newest).toBeUndefined()
    expect(book.join(1, 'second').entry.sequence).toBe(200)
  })

  test('drops the oldest of too many connections and knows the newest', () => {
    const book = createSerialBook<string>(limits, () => 0)
    expect(book.join(1, 'a').surplus).toBeUndefined()
    expect(book.join(1, 'b').surplus).toBeUndefined()
    const { entry, surplus } = book.join(1, 'c')
    expect(surplus).toBe('a')
    book.leave(1, 'c')
    expect(entry.newest).toBe('b')
  })

  test('endless serials do not fill the memory; a connected one is never forgotten', () => {
    const book = createSerialBook<string>(limits, () => 0)
    const { entry } = book.join(0, 'stays')
    for (let serial = 1; serial < 60_000; serial += 1) {
      book.join(serial, 'passes')
      book.leave(serial, 'passes')
    }
    expect(book.size()).toBeLessThanOrEqual(20_001)
    expect(book.join(0, 'again').entry).toBe(entry)
  })

  test('beside 30,000 connected ones a serial that comes back has its counter', () => {
    const book = createSerialBook<string>(limits, () => 0)
    for (let serial = 0; serial < 30_000; serial += 1) book.join(serial, 'stays').entry.sequence = serial % 256
    book.leave(77, 'stays')
    book.join(30_000, 'another')
    expect(book.join(77, 'again').entry.sequence).toBe(77)
  })
})
