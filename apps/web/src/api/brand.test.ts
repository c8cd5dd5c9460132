import { describe, expect, it } from 'vitest'
import { brandName, defaultBrand, safeLink, toBrand } from './brand.ts'

const branding = {
  system: 'ACME',
  status: 'OK',
  supportLanList: ['de'],
  textList: [
    { type: 'SHOW_NAME', lan: 'de', textInfo: 'Sonnenblick' },
    { type: 'SHOW_NAME', lan: 'en', textInfo: 'Sunview' },
    { type: 'SERVICE_TC', lan: 'en', textInfo: 'javascript:alert(1)' },
    { type: 'PRIVATE_TC', lan: 'en', textInfo: 'https://acme.example/privacy' },
  ],
  colorList: [],
  apiKeyDtoList: [],
  blockFunctionCodeList: ['feedback'],
  officalDomain: '',
  squareLogoLink: 'https://acme.example/icon.png',
  trackingCode: '',
  extendWeb: '',
}

describe('toBrand', () => {
  it('has its name per language, else in English, else the product name', () => {
    const brand = toBrand(branding)
    expect([brandName(brand, 'de'), brandName(brand, 'zh'), brandName(defaultBrand, 'de')]).toEqual([
      'Sonnenblick',
      'Sunview',
      'Heliograph',
    ])
  })

  it('uses our names for colors', () => {
    const colorList = ['primary', 'error', 'leftMenuStationBg', 'toString'].map((type) => ({
      type,
      colorCode: '#123456',
      alpha: 100,
    }))
    expect(toBrand({ ...branding, colorList }).colors.map(({ name }) => name)).toEqual([
      'primary',
      'fault',
      'left-menu-card',
      'toString',
    ])
  })

  it('is out of service at any status but OK', () => {
    expect(toBrand({ ...branding, status: 'DISABLE' }).isSuspended).toBe(true)
    expect(toBrand(branding).isSuspended).toBe(false)
  })

  it('links only to safe addresses', () => {
    const brand = toBrand(branding)
    expect(brand.link('SERVICE_TC', 'en')).toBeUndefined()
    expect(brand.link('PRIVATE_TC', 'en')).toBe('https://acme.example/privacy')
    expect(brand.icon).toBe('https://acme.example/icon.png')
    expect(toBrand({ ...branding, squareLogoLink: 'data:text/html,x' }).icon).toBe('/favicon.svg')
    expect(safeLink('//evil.example/x')).toBeUndefined()
    expect(safeLink('/manual.pdf')).toBe('/manual.pdf')
  })

  it('tells a foreign brand from our own', () => {
    expect(toBrand(branding).isOem).toBe(true)
    expect(toBrand({ ...branding, system: 'HELIOGRAPH' }).isOem).toBe(false)
    expect(defaultBrand.isOem).toBe(false)
  })
})
