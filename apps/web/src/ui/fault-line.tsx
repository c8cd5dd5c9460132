import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import styles from './fault-line.module.css'
import { showFaultLine, useFaultLine } from './fault-line-store.ts'
import { Icon } from './icon.tsx'

/** Above every screen; the region exists from the start, so that its text is announced. */
export function FaultLine() {
  const { text } = useText()
  const line = useFaultLine()
  return (
    <div role="alert" className={styles.faultRegion}>
      {line !== undefined && (
        <div className={styles.faultLine}>
          <Icon name="warning" size={18} />
          <span>{line}</span>
          <Button
            kind="quiet"
            size="s"
            icon="close"
            label={text('shell.action.close')}
            onClick={() => showFaultLine(undefined)}
          />
        </div>
      )}
    </div>
  )
}
