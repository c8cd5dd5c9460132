import { afterEach, describe, expect, it } from 'vitest'
import { applyPreferences, startPreferences } from './preferences.ts'
import { chosenTheme, setTheme } from './theme.ts'

const plain = startPreferences('')

describe('the unit before the account is loaded', () => {
  it.each([
    ['', 'C'],
    ['temperature=F', 'F'],
    ['lan=de; temperature=F', 'F'],
    ['temperature=C', 'C'],
    ['temperature=K', 'C'],
    ['temperature=f', 'C'],
    ['xtemperature=F', 'C'],
  ])('%j: %s', (cookies, unit) => expect(startPreferences(cookies).temperatureUnit).toBe(unit))
})

describe('the theme', () => {
  afterEach(() => {
    applyPreferences(plain)
    setTheme('auto')
  })

  it('of this browser stays while the account has none', () => {
    setTheme('dark')
    applyPreferences(plain)
    expect(chosenTheme()).toBe('dark')
  })

  it('of the account applies once it differs', () => {
    setTheme('dark')
    applyPreferences({ ...plain, theme: 'light' })
    expect(chosenTheme()).toBe('light')
    // Chosen here afterwards, and not undone by a reload of the same account.
    setTheme('dark')
    applyPreferences({ ...plain, theme: 'light' })
    expect(chosenTheme()).toBe('dark')
    applyPreferences({ ...plain, theme: 'system' })
    expect(chosenTheme()).toBe('auto')
  })
})
