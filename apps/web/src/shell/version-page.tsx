import { environmentOf } from '@heliograph/domain/environment.ts'
import { APP_VERSION, INNER_VERSION, LAYOUT_VERSION, PRODUCT_VERSION } from '@heliograph/domain/product-version.ts'
import { useQuery } from '@tanstack/react-query'
import { DEFAULT_NAME } from '../api/brand.ts'
import { versionsQuery } from '../api/publications.ts'
import { useBrand } from '../brand/brand-context.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { usePageTitle } from '../brand/page-title.ts'
import { useLanguage } from '../texts/language-context.ts'
import { toDay } from '../texts/local-day.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import plainPageStyles from './plain-page.module.css'
import { TrackingChoice } from './tracking-consent.tsx'
import styles from './version-page.module.css'

const MOST_RELEASES = 20

export function VersionPage() {
  const { text } = useText()
  usePageTitle(text('shell.version.title'))
  const { trackingCode } = useBrand()
  const environment = environmentOf(window.location.host)
  return (
    <main className={plainPageStyles.plainPage}>
      <Card className={styles.version}>
        <BrandMark />
        <h1 className="visually-hidden">{text('shell.version.title')}</h1>
        <dl>
          <dt>{text('shell.version.app')}</dt>
          <dd>{APP_VERSION}</dd>
          <dt>{text('shell.version.inner')}</dt>
          <dd>{INNER_VERSION}</dd>
          <dt>{text('shell.version.layout')}</dt>
          <dd>{LAYOUT_VERSION}</dd>
          {environment !== 'production' && (
            <>
              <dt>{text('branding.environment')}</dt>
              <dd>{environment}</dd>
            </>
          )}
          <dt>{text('shell.version.product')}</dt>
          <dd>
            {DEFAULT_NAME} {PRODUCT_VERSION}
          </dd>
        </dl>
        <Releases />
        {trackingCode !== '' && <TrackingChoice />}
        <ButtonLink to="/plant" wide>
          {text('shell.action.home')}
        </ButtonLink>
      </Card>
    </main>
  )
}

/**
 * Releases that the operator has published; nothing without any, and the versions above stand when they cannot be
 * loaded.
 */
function Releases() {
  const { text } = useText()
  const { code } = useLanguage()
  const format = useFormat()
  const { data } = useQuery(versionsQuery(code, MOST_RELEASES))
  if (!data || data.rows.length === 0) return null
  return (
    <section className={styles.releases} aria-label={text('shell.version.history')}>
      <h2>{text('shell.version.history')}</h2>
      <ol>
        {data.rows.map((row) => (
          <li key={row.id}>
            <p>
              <b>
                {row.platform === 'WEB' ? '' : `${row.platform === 'IOS' ? 'iOS' : 'Android'} `}
                {row.version}
              </b>{' '}
              <span className="faint">
                ({row.innerVersion}) · {format.date(toDay(row.publishedMs))}
              </span>
              {row.isRequired && <span className={styles.required}>{text('shell.version.required')}</span>}
            </p>
            {row.notes !== '' && <p className={styles.notes}>{row.notes}</p>}
            {row.link && (
              <a href={row.link} target="_blank" rel="noreferrer">
                {text('shell.announcement.link')}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
