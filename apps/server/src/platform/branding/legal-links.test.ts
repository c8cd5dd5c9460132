import { describe, expect, it } from 'vitest'
import { readLegalTexts } from './legal-links.ts'

const linksOf = (env: Readonly<Record<string, string>>) =>
  readLegalTexts(env).map(({ type, language, text }) => [type, language, text])

describe('TERMS_URL and PRIVACY_URL', () => {
  it('unset or empty, are the texts that the server ships', () => {
    const shipped = [
      ['SERVICE_TC', '', '/terms'],
      ['PRIVATE_TC', '', '/privacy'],
    ]
    expect(linksOf({})).toEqual(shipped)
    expect(linksOf({ TERMS_URL: '', PRIVACY_URL: '' })).toEqual(shipped)
  })

  it.each([
    'https://example.org/terms?v=2#top',
    'http://intranet.example/terms',
    'http://localhost:8081/agb',
    '/legal/terms.html',
  ])('may be %s', (link) => {
    expect(linksOf({ TERMS_URL: link, PRIVACY_URL: 'off' })).toEqual([['SERVICE_TC', '', link]])
    expect(linksOf({ TERMS_URL: 'off', PRIVACY_URL: link })).toEqual([['PRIVATE_TC', '', link]])
  })

  it.each([
    'example.org/terms',
    '//evil.example/terms',
    '/\\evil.example',
    '/',
    'javascript:alert(1)',
    'data:text/html,hi',
    'mailto:me@example.org',
    'ftp://example.org/terms',
    'https://',
    'https://[',
    'https://example.org/a b',
    'https://example.org/"onclick=',
    ' /terms',
    'OFF',
    'none',
    '0',
    `/${'a'.repeat(1_001)}`,
  ])('refuse %j by name', (text) => {
    for (const name of ['TERMS_URL', 'PRIVACY_URL'])
      expect(() => readLegalTexts({ [name]: text })).toThrow(new RegExp(`^${name} must be a link`))
  })
})
