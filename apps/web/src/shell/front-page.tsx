import type { ReactNode } from 'react'
import { brandName } from '../brand/brand.ts'
import { useBrand } from '../brand/brand-context.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import './front-page.css'
import { LanguageMenu } from './language-menu.tsx'
import { SignalArt } from './signal-art.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** What stands before the sign-in: the brand's picture, or the signal; a form; the brand's small print. */
export function FrontPage({
  title,
  lead,
  step,
  children,
}: Readonly<{
  title: string
  lead: ReactNode
  /** Where a form of several steps stands. */
  step?: string
  children: ReactNode
}>) {
  const { text } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const picture = brand.link('LOGIN_BK_IMG', code)
  return (
    <div className="front">
      <aside className="front-art" aria-label={brandName(brand, code)}>
        {picture ? <img src={picture} alt="" /> : <SignalArt />}
        {!picture && (
          <div className="front-motto">
            <p>{text('login.motto')}</p>
            <p>{text('login.motto.hint')}</p>
          </div>
        )}
      </aside>
      <div className="front-side">
        <header className="front-top">
          <LanguageMenu named />
          <ThemeSwitch />
        </header>
        <main className="front-main">
          <BrandMark />
          <div className="front-head">
            {step && <p className="front-step">{step}</p>}
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
          {children}
        </main>
        <SmallPrint />
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
      name && linkType.endsWith('BEIAN_URL') && <span key={linkType}>{name}</span>
    )
  }
  return (
    <footer className="front-foot">
      {named('SERVICE_TC', text('login.terms'))}
      {named('PRIVATE_TC', text('login.privacy'))}
      {named('ICP_BEIAN_URL', brand.text('ICP_BEIAN_NAME', code))}
      {named('GONGAN_BEIAN_URL', brand.text('GONGAN_BEIAN_NAME', code))}
    </footer>
  )
}
