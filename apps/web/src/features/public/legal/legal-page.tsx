import {
  type LegalTextType,
  legalTextTypes,
  shippedLanguage,
  shippedTexts,
  type WrittenLanguage,
} from '@heliograph/domain/brand/shipped-texts.ts'
import { getLanguage } from '@heliograph/domain/languages.ts'
import type { LegalTexts } from '@heliograph/i18n/legal/legal-text.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { brandName } from '../../../api/brand.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { BrandMark } from '../../../brand/brand-mark.tsx'
import { LegalLink } from '../../../brand/legal-link.tsx'
import { usePageTitle } from '../../../brand/page-title.ts'
import { LanguageMenu } from '../../../shell/language-menu.tsx'
import { NotFoundPage } from '../../../shell/not-found-page.tsx'
import { ThemeSwitch } from '../../../shell/theme-switch.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './legal-page.module.css'
import { LegalSections } from './legal-sections.tsx'

const LOADERS: Readonly<Record<WrittenLanguage, () => Promise<Readonly<{ legalTexts: LegalTexts }>>>> = {
  en: () => import('@heliograph/i18n/legal/en.ts'),
  de: () => import('@heliograph/i18n/legal/de.ts'),
  zh: () => import('@heliograph/i18n/legal/zh.ts'),
}

const legalTextsQuery = (language: WrittenLanguage) =>
  queryOptions({
    queryKey: ['legal-texts', language],
    queryFn: async () => (await LOADERS[language]()).legalTexts,
    staleTime: Number.POSITIVE_INFINITY,
  })

const NAMES = { SERVICE_TC: 'login.terms', PRIVATE_TC: 'login.privacy' } as const

export const TermsPage = () => <LegalPage type="SERVICE_TC" />
export const PrivacyPage = () => <LegalPage type="PRIVATE_TC" />

/** A text that comes with the server; where the operator or the brand has another one, this is not found. */
function LegalPage({ type }: Readonly<{ type: LegalTextType }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  usePageTitle(text(NAMES[type]))
  // A brand that could not be loaded replaces nothing.
  const isReplaced = brand.system !== '' && brand.link(type, code) !== shippedTexts[type].path
  if (isReplaced) return <NotFoundPage />
  return (
    <div className={styles.legal}>
      <header className={styles.top}>
        <Link to="/plant" aria-label={brandName(brand, code)}>
          <BrandMark />
        </Link>
        <LanguageMenu named />
        <ThemeSwitch />
      </header>
      <main>
        <ShippedText type={type} />
      </main>
      <footer className={styles.foot}>
        <Link to="/plant">{text('shell.action.home')}</Link>
        {legalTextTypes
          .filter((other) => other !== type)
          .map((other) => (
            <LegalLink key={other} type={other}>
              {text(NAMES[other])}
            </LegalLink>
          ))}
      </footer>
    </div>
  )
}

function ShippedText({ type }: Readonly<{ type: LegalTextType }>) {
  const { text } = useText()
  const { code, locale: ownLocale } = useLanguage()
  const language = shippedLanguage(code)
  const { data, error } = useQuery(legalTextsQuery(language))
  // The boundary around the page offers to load it again.
  if (error) throw error
  if (!data)
    return (
      <div className={styles.waiting} role="status" aria-label={text('shell.loading')}>
        <Skeleton height={34} width="60%" />
        <Skeleton height={320} />
      </div>
    )
  const shown = type === 'SERVICE_TC' ? data.terms : data.privacy
  const isForeign = language !== code
  const locale = isForeign ? getLanguage(language).locale : ownLocale
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(shippedTexts[type].date),
  )
  return (
    <>
      {isForeign && <Notice tone="info">{text('sign-up.legal.inEnglish')}</Notice>}
      <article lang={language} className={styles.text}>
        <h1>{shown.title}</h1>
        <p className="faint">{data.asOf.replace('{date}', date)}</p>
        <LegalSections shown={shown} always={data.always} locale={locale} isPrivacy={type === 'PRIVATE_TC'} />
      </article>
    </>
  )
}
