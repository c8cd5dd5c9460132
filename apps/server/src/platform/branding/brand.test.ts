import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultBrand, mergeBrand } from './brand.ts'

describe('a brand row', () => {
  it('replaces single texts and colors and keeps the others', () => {
    const brand = mergeBrand({
      texts: [
        { type: 'SHOW_NAME', text: 'Sunny Co' },
        { type: 'SHOW_NAME', language: 'de', text: 'Sonnig AG' },
      ],
      colors: [{ type: 'primary', code: '#a1b', alphaPercent: 250 }],
      languages: ['de', 'xx', 'sv'],
    })
    expect(brand.texts).toContainEqual({ type: 'SHOW_NAME', language: '', text: 'Sunny Co' })
    expect(brand.texts).toContainEqual({ type: 'SHOW_NAME', language: 'de', text: 'Sonnig AG' })
    expect(brand.texts).toContainEqual({ type: 'APP_SHOW_NAME', language: '', text: 'Heliograph' })
    expect(brand.colors).toContainEqual({ type: 'primary', code: '#aa11bb', alphaPercent: 100 })
    expect(brand.colors.filter(({ type }) => type === 'primary')).toHaveLength(1)
    expect(brand.languages).toEqual(['de'])
    expect(brand.status).toBe('OK')
  })

  it('leaves out what could harm or break the page', () => {
    const brand = mergeBrand({
      texts: [
        { type: 'MANNUAL_URL', text: 'javascript:alert(1)' },
        { type: 'RECT_LOGO', text: '//evil.example/x.png' },
        { type: 'SERVICE_TC', text: 'https://example.org/terms' },
        { type: 'SHOW_NAME' },
      ],
      colors: [{ type: 'error', code: 'red' }],
      squareLogo: 'http://insecure.example/x.png',
      topNavigationLogo: '/brand/logo.svg',
      languages: 'de',
    })
    expect(brand.texts.map(({ type, text }) => `${type} ${text}`)).toEqual([
      'SHOW_NAME Heliograph',
      'APP_SHOW_NAME Heliograph',
      'PRIVATE_TC /privacy',
      'SERVICE_TC https://example.org/terms',
    ])
    expect(brand.colors).toEqual(defaultBrand.colors)
    expect(brand.squareLogo).toBe('')
    expect(brand.topNavigationLogo).toBe('/brand/logo.svg')
    expect(brand.languages).toEqual(defaultBrand.languages)
  })

  it('loses a shipped text as soon as it names one of that type in any language', () => {
    const linksOf = (texts: readonly object[]) =>
      mergeBrand({ texts }).texts.flatMap(({ type, language, text }) =>
        type.endsWith('_TC') ? [`${type} ${language} ${text}`] : [],
      )
    const shipped = ['SERVICE_TC  /terms', 'PRIVATE_TC  /privacy']
    expect(linksOf([])).toEqual(shipped)
    const german = { type: 'SERVICE_TC', language: 'de', text: 'https://sunny.example/agb' }
    expect(linksOf([german])).toEqual(['PRIVATE_TC  /privacy', 'SERVICE_TC de https://sunny.example/agb'])
    const everywhere = { type: 'PRIVATE_TC', text: '/privacy.html' }
    expect(linksOf([german, everywhere])).toEqual([
      'SERVICE_TC de https://sunny.example/agb',
      'PRIVATE_TC  /privacy.html',
    ])
    // What is no link names nothing.
    expect(
      linksOf([
        { type: 'SERVICE_TC', text: 'javascript:alert(1)' },
        { type: 'PRIVATE_TC', text: '' },
      ]),
    ).toEqual(shipped)
  })

  it('survives any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const brand = mergeBrand(data)
        expect(brand.colors.length).toBeGreaterThanOrEqual(defaultBrand.colors.length)
      }),
    )
  })
})
