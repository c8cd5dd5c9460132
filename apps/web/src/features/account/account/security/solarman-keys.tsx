import type { SolarmanKeys } from '../../../../api/account-types.ts'
import { programAddress } from '../../../../api/call.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import styles from './security-page.module.css'

/** Everything that a client asks for, shown once. The names are those that clients use, in every language. */
export function SolarmanKeysBox({ keys, onDone }: Readonly<{ keys: SolarmanKeys; onDone: () => void }>) {
  const { text } = useText()
  const rows = [
    [text('security.solarman.address'), programAddress()],
    ['appId', keys.appId],
    ['appSecret', keys.appSecret],
    ['email / username', keys.account],
    ['password', keys.password],
    [text('security.solarman.hash'), keys.passwordHash],
  ] as const
  return (
    <div className={cx(styles.securityPart, styles.once)} role="status">
      <Notice tone="warn">{text('security.solarman.once')}</Notice>
      <dl className={styles.keyList} data-testid="solarman-keys">
        {rows.map(([label, value]) => (
          <div key={label} className={styles.onceBox}>
            <div>
              <dt className="muted tiny">{label}</dt>
              <dd className={styles.onceValue}>{value}</dd>
            </div>
            <CopyButton value={value} label={text('security.solarman.copy', { name: label })} />
          </div>
        ))}
      </dl>
      <p className="muted tiny">{text('security.solarman.hint.hash')}</p>
      <p className="muted tiny">{text('security.solarman.hint.fixed')}</p>
      <div className={styles.onceActions}>
        <Button size="s" kind="primary" onClick={onDone}>
          {text('security.once.done')}
        </Button>
      </div>
    </div>
  )
}
