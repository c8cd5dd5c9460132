import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Brand, defaultBrand, toBrand } from '../../../api/brand.ts'
import { AppRoutes } from '../../../routes.tsx'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { LanguageContext } from '../../../texts/language-context.ts'

const figures = {
  sessionDays: 1,
  longSessionDays: 15,
  longestSessionDays: 90,
  signInDays: 180,
  browserDays: 400,
  securityEventDays: 90,
  auditDays: 31,
  messageDays: 180,
  loggerClaimDays: 30,
  creditEntryDays: 1_096,
  accountExportDays: 7,
  deletedPlantDays: 30,
  sampleDays: null,
  hourDays: 800,
  judgedDays: 3_660,
  forecastDays: 400,
  asksWeather: false,
}
const KEPT_DATA = 'GET /user-s/acc/kept-data'
const link = (type: string, textInfo: string) => ({ type, lan: '', textInfo })
const brandOf = (textList: readonly ReturnType<typeof link>[], more: Partial<Brand> = {}): Brand => ({
  ...toBrand({
    system: 'HELIOGRAPH',
    status: 'OK',
    supportLanList: [],
    textList: [...textList],
    colorList: [],
    apiKeyDtoList: [],
    blockFunctionCodeList: [],
    officalDomain: '',
    squareLogoLink: '',
    trackingCode: '',
    extendWeb: '',
  }),
  ...more,
})
const shipped = [link('SERVICE_TC', '/terms'), link('PRIVATE_TC', '/privacy')]

function open(
  path: string,
  given: Readonly<{ code?: LanguageCode; brand?: Brand; answers?: Readonly<Record<string, Answer>> }> = {},
): void {
  const { code = 'en', brand = brandOf(shipped) } = given
  vi.stubGlobal('fetch', vi.fn(answerCalls({ [KEPT_DATA]: () => figures, ...given.answers })))
  const row = getLanguage(code)
  renderPage(
    <LanguageContext value={{ code, locale: row.locale, row, offered: [code], change: () => undefined }}>
      <AppRoutes />
    </LanguageContext>,
    { path, brand },
  )
}
const untilOf = (what: string) =>
  within(screen.getByText(what).parentElement ?? expect.fail()).getByRole('definition').textContent

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the texts that come with the server', () => {
  it.each([
    ['/terms', 'en', 'Terms of service', 'As of November 28, 2026.'],
    ['/terms', 'de', 'Nutzungsbedingungen', 'Stand: 28. November 2026.'],
    ['/terms', 'zh', '服务条款', '版本日期：2026年11月28日。'],
    ['/privacy', 'en', 'Privacy notice', 'As of November 28, 2026.'],
    ['/privacy', 'de', 'Datenschutzerklärung', 'Stand: 28. November 2026.'],
    ['/privacy', 'zh', '隐私政策', '版本日期：2026年11月28日。'],
  ] as const)('%s opens without a session in %s: %s', async (path, code, title, date) => {
    open(path, { code })
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByText(date)).toBeTruthy()
    expect(screen.getByRole('article').lang).toBe(code)
    expect(screen.queryByText(/follows in English/)).toBeNull()
    expect(screen.getByRole('article').textContent).not.toMatch(/[{}]/)
  })

  it.each(['/terms', '/privacy'])('%s is marked as English for a reader of another language', async (path) => {
    open(path, { code: 'fr' })
    await screen.findByText('This text is not available in your language. It follows in English.')
    expect((await screen.findByRole('article')).lang).toBe('en')
    expect(screen.getByText('As of November 28, 2026.')).toBeTruthy()
  })

  it('show the figures of this server, not the defaults', async () => {
    open('/privacy')
    await screen.findByText('Sign-ins')
    expect(
      ['Sign-ins', 'What was changed by whom', 'Bookings of message credits', 'Export of an account'].map(untilOf),
    ).toEqual(['180 days', '31 days', '1,096 days', '7 days'])
    expect(untilOf('Session')).toBe('1 day after its last renewal, 15 days if you stay signed in, 90 days at most')
    expect([untilOf('Single readings'), untilOf('Hourly values')]).toEqual(['without limit', '800 days'])
    expect(screen.getByText('No weather service is asked.')).toBeTruthy()
  })

  it('say that a weather service is asked where one is', async () => {
    open('/privacy', { answers: { [KEPT_DATA]: () => ({ ...figures, asksWeather: true }) } })
    await screen.findByText(/rounded to about a kilometer/)
    expect(screen.queryByText('No weather service is asked.')).toBeNull()
  })

  it('say nothing about figures that could not be loaded, and offer to ask again', async () => {
    let isUp = false
    const answer: Answer = () => (isUp ? figures : refuse(400, { code: 'PARAM_ERROR', no: 17 }))
    open('/privacy', { answers: { [KEPT_DATA]: answer } })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.queryByText(/weather service/)).toBeNull()
    expect(screen.queryByText('180 days')).toBeNull()
    isUp = true
    await userEvent.click(retry)
    await screen.findByText('Sign-ins')
  })

  it('name nobody on a server whose operator has named nobody', async () => {
    open('/terms')
    await screen.findByText(/No contact is named on this server/)
    expect(screen.getByRole('article').textContent).not.toMatch(/heliograph|under the name/i)
  })

  it('name the brand and its contact, never the product', async () => {
    const support = { link: 'https://help.sunny.example/', mail: 'help@sunny.example', hours: '' }
    const brand = brandOf([...shipped, link('SHOW_NAME', 'Sunny Energy')], { isOem: true, system: 'SUNNY', support })
    open('/privacy', { brand })
    await screen.findByText('The service appears here under the name Sunny Energy.')
    expect(screen.getByRole('link', { name: 'help@sunny.example' }).getAttribute('href')).toBe(
      'mailto:help@sunny.example',
    )
    expect(screen.getByRole('link', { name: 'https://help.sunny.example/' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/heliograph/i)
  })

  it('promise neither an export nor a deletion where the brand has none', async () => {
    open('/terms', { brand: brandOf(shipped, { blocked: new Set(['accountExport', 'accountCancel']) }) })
    await screen.findByText('Ask the operator if you want your account deleted.')
    expect(screen.queryByText(/delete your account yourself|export it yourself/)).toBeNull()
  })

  it('speak of scripts, maps and centers of others only where there are any', async () => {
    const maps = [{ kind: 'amap' as const, key: 'k' }]
    open('/privacy', {
      brand: brandOf(shipped, {
        maps,
        hasCenters: true,
        trackingCode: '<script src="https://s.example/s.js"></script>',
      }),
    })
    await screen.findByText(/Amap or Google/)
    expect(screen.getByText(/a script that counts visits/)).toBeTruthy()
    expect(screen.getByText(/other data center/)).toBeTruthy()
    cleanup()
    open('/privacy')
    await screen.findByText('Sign-ins')
    expect(screen.queryByText(/Amap or Google|a script that counts visits|other data center/)).toBeNull()
  })

  it.each([
    ['another text', [link('SERVICE_TC', 'https://operator.example/terms')]],
    ['none', []],
  ])('are not found where the operator has %s', async (_, texts) => {
    open('/terms', { brand: brandOf(texts) })
    await screen.findByRole('heading', { name: 'This page does not exist.' })
  })

  it('are shown where the brand could not be loaded, which replaces nothing', async () => {
    open('/terms', { brand: defaultBrand })
    await screen.findByRole('heading', { level: 1, name: 'Terms of service' })
  })

  it('link each other, in the brand that the address names', async () => {
    window.history.replaceState(null, '', '/terms?clientStyle=sunny')
    try {
      open('/terms')
      await screen.findByRole('heading', { level: 1, name: 'Terms of service' })
      expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy?clientStyle=sunny')
    } finally {
      window.history.replaceState(null, '', '/')
    }
  })
})
