import {
  getLanguage,
  type LanguageCode,
  offeredLanguages,
  pickLanguage,
  pickLocale,
} from '@heliograph/domain/languages.ts'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { IntlProvider } from 'react-intl'
import { type Brand, brandName } from '../api/brand.ts'
import { BrandContext } from '../brand/brand-context.ts'
import { applyStyleSheet, toStyleSheet } from '../brand/colors.ts'
import { showIcon } from '../brand/show-icon.ts'
import { startCenter } from '../data-center/data-center.ts'
import { languageCookieName, readCookie, toCookie } from '../preferences/language-cookie.ts'
import { LanguageContext, type LanguageState } from '../texts/language-context.ts'
import { loadTexts, type Messages, watchTexts } from '../texts/load-texts.ts'

export type Started = Readonly<{
  brand: Brand
  language: LanguageCode
  messages: Messages
  /** The brand that the address named. */
  clientStyle?: string | undefined
}>

const chooseFor = (brand: Pick<Brand, 'isOem' | 'system' | 'languages'> | undefined): LanguageCode =>
  pickLanguage(
    readCookie(document.cookie, languageCookieName(brand?.isOem ? brand.system : undefined)),
    navigator.language,
    offeredLanguages(brand?.languages),
  )

/** Brand, language and texts: all that the first render needs. The texts are guessed while the brand is loading. */
export async function start(asked: Promise<Brand>, clientStyle: string | undefined): Promise<Started> {
  const guessed = loadTexts(chooseFor(undefined)).catch(() => undefined)
  const brand = await asked
  startCenter(brand)
  const language = chooseFor(brand)
  await guessed
  const messages = await loadTexts(language)
  applyStyleSheet(toStyleSheet(brand.colors))
  // Until a page says its own (brand/page-title.ts).
  document.title = brandName(brand, language)
  return { brand, language, messages, clientStyle }
}

/** A saved choice is written again, which renews the cookie with each visit. */
function showLanguage(brand: Brand, code: LanguageCode): void {
  const root = document.documentElement
  root.lang = getLanguage(code).locale
  root.dataset.font = getLanguage(code).font
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = toCookie(languageCookieName(brand.isOem ? brand.system : undefined), code)
}

/** Provides brand and language to everything below. */
export function BrandAndLanguage({ started, children }: Readonly<{ started: Started; children: ReactNode }>) {
  const { brand } = started
  const [now, setNow] = useState({ code: started.language, messages: started.messages })

  useEffect(() => showLanguage(brand, now.code), [brand, now.code])
  const { code } = now
  const { clientStyle } = started
  useEffect(() => showIcon(brand, { language: code, clientStyle }), [brand, code, clientStyle])
  useEffect(
    () =>
      watchTexts(async () => {
        const messages = await loadTexts(code)
        setNow((shown) => (shown.code === code ? { code, messages } : shown))
      }),
    [code],
  )

  const change = useCallback((code: LanguageCode) => {
    void loadTexts(code).then((messages) => setNow({ code, messages }))
  }, [])

  const language = useMemo<LanguageState>(() => {
    const row = getLanguage(now.code)
    return {
      code: now.code,
      locale: pickLocale(now.code, navigator.languages),
      row,
      offered: offeredLanguages(brand.languages),
      change,
    }
  }, [now.code, brand, change])

  return (
    <BrandContext value={brand}>
      <LanguageContext value={language}>
        <IntlProvider locale={language.locale} messages={now.messages} onError={onTextFault}>
          {children}
        </IntlProvider>
      </LanguageContext>
    </BrandContext>
  )
}

/** The locale tests find missing texts; here the key replaces one. */
function onTextFault(fault: unknown): void {
  if (import.meta.env.DEV) reportError(fault)
}
