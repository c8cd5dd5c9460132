import { homeSite, otherCenterLink } from '@heliograph/domain/brand/home-site.ts'
import type { ReactNode } from 'react'
import { brandName, isOwnLook } from '../api/brand.ts'
import { callCenter } from '../api/call.ts'
import { useBrand } from '../brand/brand-context.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { LegalLink } from '../brand/legal-link.tsx'
import { usePageTitle } from '../brand/page-title.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { ExtraPart } from '../ui/extra-part.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Announcements } from './announcements.tsx'
import styles from './front-page.module.css'
import { LanguageMenu } from './language-menu.tsx'
import { SignalArt } from './signal-art.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const TrackingChoice = lazyPart(() => import('./tracking-consent.tsx'), 'TrackingChoice')

const AppDownloads = lazyPart(() => import('./app-downloads.tsx'), 'AppDownloads')

/** The frame of pages before the sign-in: the brand's picture, or the drawing; a form; the brand's footer. */
export function FrontPage({
  title,
  lead,
  step,
  children,
}: Readonly<{
  title: string
  lead: ReactNode
  /** The progress of a form with several steps. */
  step?: string
  children: ReactNode
}>) {
  const { text } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  usePageTitle(title)
  const picture = brand.link('LOGIN_BK_IMG', code)
  const isOwn = isOwnLook(brand, code)
  return (
    <div className={styles.front}>
      <aside className={styles.frontArt} aria-label={brandName(brand, code)}>
        {picture ? <img src={picture} alt="" /> : <SignalArt isNeutral={!isOwn} />}
        {!picture && (
          <div className={styles.frontMotto}>
            <p>{text(isOwn ? 'login.motto' : 'login.motto.neutral')}</p>
            <p>{text(isOwn ? 'login.motto.hint' : 'login.motto.neutral.hint')}</p>
          </div>
        )}
      </aside>
      <div className={styles.frontSide}>
        <header className={styles.frontTop}>
          <LanguageMenu named />
          <ThemeSwitch />
        </header>
        <main className={styles.frontMain}>
          <BrandMark />
          <div className={styles.frontHead}>
            {step && <p className={styles.frontStep}>{step}</p>}
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
          {children}
        </main>
        {brand.link('APP_DOWNLOAD_QRCODE', code) ||
        brand.link('IOS_DOWNLOAD_LINK', code) ||
        brand.link('ANDROID_DOWNLOAD_LINK', code) ? (
          <ExtraPart>
            <AppDownloads />
          </ExtraPart>
        ) : null}
        <SmallPrint />
        {!brand.blocked.has('notice') && (
          <div className={styles.frontNews}>
            <Announcements />
          </div>
        )}
      </div>
    </div>
  )
}

function SmallPrint() {
  const { text } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const named = (linkType: string, name: string): ReactNode => {
    const href = brand.link(linkType, code)
    return href && name ? (
      <a key={linkType} href={href} target="_blank" rel="noreferrer">
        {name}
      </a>
    ) : (
      name && <span key={linkType}>{name}</span>
    )
  }
  const home = homeSite(brand.officialDomain, { host: window.location.host, center: callCenter() })
  const center = otherCenterLink(brand.text('DATA_CENTER_VISIT_DOMAIN_2', code), window.location.host)
  return (
    <footer className={styles.frontFoot}>
      {home && (
        <a href={home} target="_blank" rel="noreferrer">
          {text('brand-variants.home', { name: brandName(brand, code) })}
        </a>
      )}
      {center && <a href={center}>{text('brand-variants.center', { host: new URL(center).host })}</a>}
      <LegalLink type="SERVICE_TC">{text('login.terms')}</LegalLink>
      <LegalLink type="PRIVATE_TC">{text('login.privacy')}</LegalLink>
      {brand.trackingCode !== '' && (
        <ExtraPart>
          <TrackingChoice />
        </ExtraPart>
      )}
      {named('ICP_BEIAN_URL', brand.text('ICP_BEIAN_NAME', code))}
      {named('GONGAN_BEIAN_URL', brand.text('GONGAN_BEIAN_NAME', code))}
    </footer>
  )
}
