import { readTrackingCode } from '@heliograph/domain/brand/tracking-code.ts'
import { useEffect, useState } from 'react'
import { brandName } from '../api/brand.ts'
import { useBrand } from '../brand/brand-context.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import styles from './tracking-consent.module.css'

const CONSENT = 'heliograph.tracking'

/** Nothing of a brand's tracking script is loaded before the visitor agreed; a refusal is kept as well. */
export function TrackingConsent() {
  const { text, gap } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const script = readTrackingCode(brand.trackingCode)
  // Another script is another question.
  const key = `${CONSENT} ${script?.source}`
  const [answer, setAnswer] = useState(() => localStorage.getItem(key))
  const agreed = answer === 'yes'
  useEffect(() => {
    const wanted = readTrackingCode(brand.trackingCode)
    if (!agreed || !wanted || [...document.scripts].some(({ src }) => src === wanted.source)) return
    const element = document.createElement('script')
    element.src = wanted.source
    element.async = true
    for (const [name, value] of Object.entries(wanted.attributes)) element.setAttribute(name, value)
    document.head.append(element)
  }, [agreed, brand.trackingCode])
  // A brand without the question has no script either.
  if (!script || answer !== null || brand.blocked.has('gdpr')) return null
  const say = (given: 'yes' | 'no'): void => {
    localStorage.setItem(key, given)
    setAnswer(given)
  }
  const privacy = brand.link('PRIVATE_TC', code)
  return (
    <section className={styles.consent} aria-label={text('branding.consent')}>
      <p>
        {text('branding.consent.ask', { name: brandName(brand, code), host: new URL(script.source).hostname })}
        {gap}
        {privacy && (
          <a href={privacy} target="_blank" rel="noreferrer">
            {text('login.privacy')}
          </a>
        )}
      </p>
      <Button size="s" onClick={() => say('no')}>
        {text('branding.consent.no')}
      </Button>
      <Button size="s" onClick={() => say('yes')}>
        {text('branding.consent.yes')}
      </Button>
    </section>
  )
}
