import { Sun } from '../brand/brand-mark.tsx'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import statesStyles from '../ui/states.module.css'
import styles from './plain-page.module.css'

/** The brand is out of service: nothing else is shown, but to administrators. */
export function SuspendedPage({ onEnter }: Readonly<{ onEnter: () => void }>) {
  const { text } = useText()
  return (
    <main className={styles.plainPage}>
      <div className={statesStyles.state} data-part="state">
        <span style={{ filter: 'grayscale(1)', opacity: 0.55, marginBottom: 8 }}>
          <Sun size={72} />
        </span>
        <h1>{text('shell.suspended')}</h1>
        <p>{text('shell.suspended.hint')}</p>
        <Button kind="quiet" size="s" onClick={onEnter}>
          {text('shell.suspended.enter')}
        </Button>
      </div>
    </main>
  )
}
