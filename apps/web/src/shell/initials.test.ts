import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

describe('initialsOf', () => {
  it.each([
    ['Mira Keller', 'MK'],
    ['mira.keller@example.org', 'MO'],
    ['admin', 'A'],
    ['李小明', '李'],
    ['Ana María de la Cruz', 'AC'],
    ['', '?'],
    ['👩‍🌾 Farm', '👩F'],
  ])('%s is %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
