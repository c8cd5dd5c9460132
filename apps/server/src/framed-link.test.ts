import { expect, it } from 'vitest'
import { frameLink } from './framed-link.ts'

it('frames a title and its link', () => {
  expect(frameLink('Heliograph is up:', 'http://localhost:8080/setup?token=abc')).toBe(
    [
      '',
      '┌─────────────────────────────────────────┐',
      '│  Heliograph is up:                      │',
      '│  http://localhost:8080/setup?token=abc  │',
      '└─────────────────────────────────────────┘',
      '',
    ].join('\n'),
  )
})
