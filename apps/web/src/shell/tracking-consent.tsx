import { readTrackingCode, type TrackingScript } from '@heliograph/domain/brand/tracking-code.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { brandName } from '../api/brand.ts'
import { useBrand } from '../brand/brand-context.ts'
import { LegalLink } from '../brand/legal-link.tsx'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import styles from './tracking-consent.module.css'

const CONSENT = 'heliograph.tracking'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Choice = Readonly<{
  /** undefined: the brand has none, or visitors may not be asked. */
  script: TrackingScript | undefined
  answer: string | null
  say: (options: 'yes' | 'no' | null) => void
}>

/** The visitor's answer, wherever on the page it is given or taken back. */
function useTrackingChoice(): Choice {
  const { trackingCode, blocked } = useBrand()
  const script = blocked.has('gdpr') ? undefined : readTrackingCode(trackingCode)
  // Another script is another question.
  const key = `${CONSENT} ${script?.source}`
  const answer = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const say: Choice['say'] = (input) => {
    if (input === null) localStorage.removeItem(key)
    else localStorage.setItem(key, input)
    for (const listener of listeners) listener()
    // A running script ends with its page only.
    if (input === 'no' && script && isLoaded(script)) window.location.reload()
  }
  return { script, answer, say }
}

const isLoaded = ({ source }: TrackingScript): boolean => [...document.scripts].some(({ src }) => src === source)

/** Nothing of a brand's tracking script is loaded before the visitor agreed; a refusal is kept as well. */
export function TrackingConsent() {
  const { text, gap } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  const { script, answer, say } = useTrackingChoice()
  const agreed = answer === 'yes'
  useEffect(() => {
    const wanted = readTrackingCode(brand.trackingCode)
    if (!agreed || !wanted || brand.blocked.has('gdpr') || isLoaded(wanted)) return
    const element = document.createElement('script')
    element.src = wanted.source
    element.async = true
    for (const [name, value] of Object.entries(wanted.attributes)) element.setAttribute(name, value)
    document.head.append(element)
  }, [agreed, brand])
  if (!script || answer !== null) return null
  return (
    <section className={styles.consent} aria-label={text('branding.consent')}>
      <p>
        {text('branding.consent.ask', { name: brandName(brand, code), host: new URL(script.source).hostname })}
        {gap}
        <LegalLink type="PRIVATE_TC">{text('login.privacy')}</LegalLink>
      </p>
      <div className={styles.answers}>
        <Button size="s" onClick={() => say('no')}>
          {text('branding.consent.no')}
        </Button>
        <Button size="s" onClick={() => say('yes')}>
          {text('branding.consent.yes')}
        </Button>
      </div>
    </section>
  )
}

/** Asks once more: an agreement is taken back as easily as it was given. */
export function TrackingChoice() {
  const { text } = useText()
  const { script, answer, say } = useTrackingChoice()
  if (!script || answer === null) return null
  return (
    <button type="button" className={styles.choice} onClick={() => say(null)}>
      {text('branding.consent')}
    </button>
  )
}
