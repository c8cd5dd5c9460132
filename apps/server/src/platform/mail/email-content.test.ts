import { languageCodes } from '@heliograph/domain/languages.ts'
import { describe, expect, it } from 'vitest'
import { defaultBrand } from '../branding/brand.ts'
import { nameBrowser } from './browser-name.ts'
import { toEmailBrand } from './email-brand.ts'
import { withoutLinks, writeContent, writeSms } from './email-content.ts'
import { renderHtml, renderText } from './email-html.ts'
import type { Email, EmailKind } from './mail-port.ts'
import { findMailTexts } from './mail-texts.ts'

const at = Date.UTC(2026, 10, 21, 20, 5)
const LINK = 'https://pv.example.org/invitation?token=a&b=c'
const ACCOUNT = 'maria@example.org'
/** What each kind is really given. */
const values: Readonly<Record<EmailKind, Email['values']>> = {
  verificationCode: { code: '048392', minutes: 10, purpose: 'register' },
  accountExists: { account: ACCOUNT, link: LINK },
  passwordChanged: { account: ACCOUNT, at, address: '203.0.113.9' },
  newBrowser: { account: ACCOUNT, at, address: '203.0.113.9', browser: 'curl/8.1', link: LINK },
  contactChanged: { account: ACCOUNT, kind: 'phone', contact: '+49***20', at },
  secondFactorChanged: { account: ACCOUNT, change: 'authenticatorOff', at },
  organizationInvitation: { inviter: 'Maria', organization: 'Sonnendach', days: 7, link: LINK },
  plantInvitation: { inviter: 'Maria', plant: 'Lindenhof', days: 7, link: LINK },
  plantOffered: { inviter: 'Maria', plant: 'Lindenhof', organization: '', as: 'person', days: 14, link: LINK },
  plantOfferAnswered: { inviter: 'Ilse', plant: 'Lindenhof', answer: 'accepted' },
  accountCancelled: { account: ACCOUNT },
  accountMoved: { account: ACCOUNT, center: 'CHINA', link: LINK },
  reportOffered: { inviter: 'Maria', plant: 'Lindenhof', schedule: 'Billing', days: 14, link: LINK },
  plantExportReady: { account: ACCOUNT, plant: 'Lindenhof', within: 'Lindenhof', link: LINK },
  exportReady: { account: ACCOUNT, days: 1, link: LINK },
  loggerDoubted: { account: ACCOUNT, plant: 'Lindenhof', logger: '2345678901', link: LINK },
  loggerDispute: { step: 'given', side: 'claimant', logger: '4111111111', plant: 'Lindenhof' },
}
const kinds = Object.keys(values) as EmailKind[]
const brand = { name: 'Sonnenwerk', color: '#4c87ff', logo: undefined }

const write = (kind: EmailKind, language = 'en', options: Email['values'] = values[kind]) =>
  writeContent({ kind, language, values: options, host: 'pv.example.org' }, brand.name)

describe.each(languageCodes)('emails in %s', (language) => {
  it.each(kinds)('%s is complete', (kind) => {
    const content = write(kind, language)
    const text = renderText(content)
    expect(text).not.toMatch(/\bmail\.[a-z]+\.|[{}]|\bundefined\b|\bNaN\b/i)
    expect(content.subject).not.toBe(content.text)
    expect(text).toContain('Sonnenwerk')
    for (const { value } of content.facts) expect(text).toContain(value)
    if (values[kind].link !== undefined) expect(text).toContain(LINK)
    if (values[kind].code !== undefined) expect(text).toContain('048392')
  })

  it('have translated texts', () => {
    const texts = findMailTexts(language)
    if (language !== 'en') expect(texts).not.toBe(findMailTexts('en'))
  })
})

it('falls back to English for an unknown language', () => {
  expect(write('accountCancelled', 'sv')).toMatchObject({ subject: 'Your account at Sonnenwerk has been deleted' })
  expect(write('accountCancelled', '../de')).toMatchObject({ language: 'en' })
})

it('writes the time in words and in UTC', () => {
  const time = (language: string) => write('passwordChanged', language).facts[1]?.value
  // Which space stands before PM depends on the version of Node.
  expect(time('en')).toMatch(/^November 21, 2026 at 8:05\sPM UTC$/)
  expect(time('de')).toBe('21. November 2026 um 20:05 UTC')
  expect(time('zh')).toBe('2026年11月21日 20:05 UTC')
})

it('says what changed', () => {
  expect(write('secondFactorChanged').text).toContain('turned off')
  expect(write('contactChanged').subject).toContain('phone number')
  expect(write('contactChanged', 'de', { ...values.contactChanged, kind: 'email' }).subject).toContain('E-Mail')
  expect(write('accountMoved').text).toContain('China data center')
  expect(
    write('contactChanged', 'en', { ...values.contactChanged, contact: '' }).facts.map(({ label }) => label),
  ).toEqual(['Account', 'Time'])
})

describe('text chosen by another person', () => {
  const hostile = '<img src=x onerror=alert(1)> "quoted" & \r\nBcc: victim@example.org\u202e https://evil.example/x'
  const content = write('plantInvitation', 'en', { inviter: hostile, plant: `${hostile}\0`, days: 7, link: LINK })
  const html = renderHtml(content, brand)

  it('is escaped in HTML', () => {
    expect(html).not.toContain('<img')
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62; &#34;quoted&#34; &#38;')
    expect(html).toContain(`href="${LINK.replace('&', '&#38;')}"`)
  })

  it('adds no second line to the subject', () => {
    expect(content.subject).not.toMatch(/\p{Cc}|\u202e/u)
    expect(content.subject.length).toBeLessThanOrEqual(200)
  })

  it('does not become a link', () => {
    expect(renderText(content)).not.toContain('evil.example')
    expect(renderText(content)).not.toContain('https://evil')
  })

  it('keeps words apart where a line break was', () => {
    const { text } = write('plantInvitation', 'en', {
      inviter: 'Maria\r\nMeier',
      plant: 'Solar\nfarm',
      days: 7,
      link: LINK,
    })
    expect(text).toContain('Maria Meier')
    expect(text).toContain('Solar farm')
  })

  it('cannot be a message pattern', () => {
    const { text } = write('plantInvitation', 'en', {
      inviter: "{link} '{' #",
      plant: '{days, plural}',
      days: 7,
      link: LINK,
    })
    expect(text).toContain("{link} '{' #")
  })

  it('becomes a button only for a web address', () => {
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a"b', 'https://a b'])
      expect(write('exportReady', 'en', { account: ACCOUNT, days: 1, link: bad }).button).toBeUndefined()
  })
})

it('shows figures in rows, and leaves numbers whole', () => {
  const content = { ...write('exportReady'), facts: [{ label: 'Production', value: '8.75 kWh' }], areFigures: true }
  expect(renderHtml(content, brand)).toMatch(/<td[^>]*>Production<\/td><td[^>]*>8\.75 kWh<\/td>/)
  const line = `${'Device reports a fault (still open) · '.repeat(3)}936.77 kWh (€43.01) lost`
  expect(withoutLinks(line)).toBe(line)
  expect(withoutLinks('see evil.example')).toBe('see evil.\u200bexample')
})

it('has no empty line where there is no greeting and no hint', () => {
  const content = write('exportReady')
  const button = content.button && { ...content.button, hint: '' }
  const html = renderHtml({ ...content, hello: '', button }, brand)
  expect(html).not.toMatch(/<p[^>]*>\s*(?:<br>|<\/p>)/)
})

it('is readable with any brand color', () => {
  expect(renderHtml(write('exportReady'), { ...brand, color: '#ffff00' })).toMatch(
    /background:#[0-9a-f]{6};color:#ffffff/i,
  )
})

describe('toEmailBrand', () => {
  it('takes name, color and logo of the host', () => {
    const texts = [
      { type: 'SHOW_NAME', language: '', text: 'Sonnenwerk' },
      { type: 'SHOW_NAME', language: 'zh', text: '日光' },
    ]
    const colors = [{ type: 'primary', code: '#c2410c', alphaPercent: 100 }]
    const options = { ...defaultBrand, texts, colors, squareLogo: '/logo.png' }
    expect(toEmailBrand(options, 'zh', 'https://pv.example.org')).toEqual({
      name: '日光',
      color: '#c2410c',
      logo: 'https://pv.example.org/logo.png',
    })
    expect(toEmailBrand(options, 'de', 'http://10.0.0.2:8080')).toMatchObject({ name: 'Sonnenwerk', logo: undefined })
  })
})

describe('SMS', () => {
  const message = { to: '+4930901820', host: 'pv.example.org', kind: 'verificationCode' as const }
  it.each(['en', 'de'])('fit into one SMS in %s', (language) => {
    const text = writeSms({ ...message, language, values: { code: '048392', minutes: 10 } }, 'Heliograph')
    expect(text).toContain('048392')
    expect(text.length).toBeLessThanOrEqual(160)
  })
  it('fits into one SMS in zh', () => {
    const text = writeSms({ ...message, language: 'zh', values: { code: '048392', minutes: 10 } }, 'Heliograph')
    expect(text).toBe('【Heliograph】验证码 048392，10 分钟内有效，请勿告知他人。')
    expect(text.length).toBeLessThanOrEqual(70)
  })
  it('reports an existing account', () => {
    const options = {
      ...message,
      kind: 'accountExists' as const,
      language: 'en',
      values: { link: LINK, account: '+4930901820' },
    }
    expect(writeSms(options, 'Heliograph')).toContain(LINK)
  })
})

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome, Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['curl/8.1', 'curl'],
  ['acme-meter 2', 'acme-meter 2'],
  ['', ''],
])('names %s', (userAgent, name) => {
  expect(nameBrowser(userAgent)).toBe(name)
})
