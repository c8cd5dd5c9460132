import { useQuery } from '@tanstack/react-query'
import { accountPath } from '../../address/account-paths.ts'
import { readingsCall } from '../../api/loggers.ts'
import { loggersQuery } from '../../api/queries.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './logger-page.module.css'

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

/** How a real stick is pointed here: its hidden page has a second server beside the maker's. */
export function HowTo({ plantId }: Readonly<{ plantId: number }>) {
  const { text, rich } = useText()
  const host = window.location.hostname
  const { data } = useQuery(loggersQuery(plantId))
  const address = `${host},${data?.loggerPort ?? '…'},TCP`
  const copy = (): void => {
    navigator.clipboard?.writeText(address).then(
      () => showToast(text('logger.copied'), 'ok'),
      () => undefined,
    )
  }
  return (
    <>
      <ol className={styles.loggerHow}>
        <li>
          <div>{rich('logger.how.1', { address: <code>http://&lt;IP&gt;/config_hide.html</code> })}</div>
        </li>
        <li>
          <div>
            {text('logger.how.2')}
            <div className={styles.loggerAddress}>
              {address}
              {/* Only secure pages may write to the clipboard; elsewhere the text is selected by hand. */}
              {window.isSecureContext && (
                <Button size="s" kind="quiet" icon="copy" label={text('shell.action.copy')} onClick={copy} />
              )}
            </div>
            {isLocal(host) && <p className={styles.loggerWarning}>{text('logger.how.local')}</p>}
          </div>
        </li>
        <li>
          <div>{text('logger.how.3')}</div>
        </li>
        <li>
          <div>{text('logger.how.4')}</div>
        </li>
      </ol>
      <ProgramHint plantId={plantId} />
    </>
  )
}

/** Programs need no logger: what they call, and what they need for it (docs/connect/readings.md). */
function ProgramHint({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const call = readingsCall(window.location.origin, plantId)
  return (
    <div className={styles.loggerPrograms}>
      <p>{text('logger.how.readings')}</p>
      <div className={styles.loggerAddress}>{call}</div>
      <ButtonLink size="s" kind="quiet" to={accountPath('security')}>
        {text('logger.how.readings.token')}
      </ButtonLink>
      <a href="/api-docs" target="_blank" rel="noreferrer">
        {text('logger.how.readings.docs')}
      </a>
    </div>
  )
}
