import type { AlarmCode } from '../../../api/alarms.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import styles from './alarm-drawer.module.css'

/** Meanings of a device's codes and their remedies; an unknown one can be contributed. */
export function DeviceCodes({ codes }: Readonly<{ codes: readonly AlarmCode[] }>) {
  const { text } = useText()
  const isAnyKnown = codes.some(({ known }) => known !== null)
  return (
    <section>
      <h3>{text('fault-library.title', { count: codes.length })}</h3>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code.code}>{code.known ? <Meaning {...code} meaning={code.known} /> : <Unknown {...code} />}</li>
        ))}
      </ul>
      {isAnyKnown && <small className={styles.general}>{text('fault-library.general')}</small>}
    </section>
  )
}

function Meaning({ code, meaning }: Readonly<{ code: string; meaning: NonNullable<AlarmCode['known']> }>) {
  const { text, rich } = useText()
  const language = useLanguage().code
  const { name, maker, family, urgency, cause, remedy, isProbable, source } = meaning
  const key = isProbable ? 'fault-library.code.probably' : 'fault-library.code'
  // Makers name their codes in English: elsewhere the cause leads, and the term stands beside its maker.
  const isEnglish = language === 'en'
  return (
    <>
      <b>{isEnglish ? text(key, { code, name }) : code}</b>
      <p>{cause}</p>
      <p>{remedy}</p>
      <small>
        {text(`fault-library.urgency.${urgency}`)} · {maker}, {family}
        {!isEnglish && <> · {rich(key, { code, name: <q lang="en">{name}</q> })}</>}
      </small>
      <details>
        <summary>{text('fault-library.source')}</summary>
        <small>{source}</small>
      </details>
    </>
  )
}

function Unknown({ code, contribution }: AlarmCode) {
  const { text } = useText()
  // A state is no code: it cannot be looked up.
  if (code.startsWith('state '))
    return (
      <>
        <b>{text('fault-library.state')}</b>
        <p>{text('fault-library.state.check')}</p>
      </>
    )
  if (contribution === null)
    return (
      <>
        <b>{text('fault-library.unknown', { code })}</b>
        <p>{text('fault-library.state.check')}</p>
      </>
    )
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(contribution)
      showToast(text('fault-library.copied'), 'ok')
    } catch {
      showToast(text('fault-library.copyFailed'), 'warn')
    }
  }
  return (
    <>
      <b>{text('fault-library.unknown', { code })}</b>
      <p>{text('fault-library.state.check')}</p>
      <p>{text('fault-library.contribute')}</p>
      <pre>{contribution}</pre>
      <Button size="s" icon="copy" onClick={() => void copy()}>
        {text('fault-library.copy')}
      </Button>
    </>
  )
}
