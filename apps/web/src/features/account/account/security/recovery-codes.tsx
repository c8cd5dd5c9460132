import { useEffect } from 'react'
import { useUser } from '../../../../auth/session.ts'
import { saveText } from '../../../../charts/save-file.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import styles from './security-page.module.css'

/** Shown once, and on the page itself: a dialog would disappear with one wrong key. */
export function RecoveryCodes({ codes, onDone }: Readonly<{ codes: readonly string[]; onDone: () => void }>) {
  const { text } = useText()
  const { account } = useUser()
  const all = codes.join('\n')
  // While they are there, nothing else is printed.
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.recoveryPrint = ''
    return () => void delete dataset.recoveryPrint
  }, [])
  return (
    <div className={cx(styles.once, styles.recoveryPrint)} role="status">
      <Notice tone="warn">{text('security.recovery.once')}</Notice>
      <h3>{text('security.recovery.of', { account, host: window.location.host })}</h3>
      <ul className={styles.recoveryGrid} data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.onceActions}>
        <CopyButton value={all} />
        <Button
          size="s"
          icon="download"
          onClick={() => saveText(`${all}\n`, `${account}-recovery-codes.txt`, 'text/plain')}
        >
          {text('shell.action.download')}
        </Button>
        <Button size="s" icon="print" onClick={() => window.print()}>
          {text('security.print')}
        </Button>
        <Button size="s" kind="primary" onClick={onDone}>
          {text('security.once.done')}
        </Button>
      </div>
    </div>
  )
}
