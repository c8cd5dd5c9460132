import { toServerLine } from '@heliograph/domain/server-line.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountPath } from '../../../address/account-paths.ts'
import { atBase, serverAddress } from '../../../api/base-path.ts'
import { loggersQuery } from '../../../api/device-queries.ts'
import { readingsCall } from '../../../api/loggers.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import styles from './logger-page.module.css'

/** Only on this computer, or in a form that a logger does not accept. */
const isLocal = (host: string): boolean => host === 'localhost' || host.startsWith('[') || host.startsWith('127.')

/** How to connect a real logger: its hidden page has a second server beside the manufacturer's. */
export function HowTo({ plantId }: Readonly<{ plantId: number }>) {
  const { text, rich } = useText()
  return (
    <>
      <ol className={styles.loggerHow}>
        <li>
          <div>{rich('logger.how.1', { address: <code>http://&lt;IP&gt;/config_hide.html</code> })}</div>
        </li>
        <li>
          <div>
            {text('logger.how.2')}
            <ServerLine plantId={plantId} />
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

/** The line for the logger's setting, for the address at which it reaches this server. */
function ServerLine({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const { data } = useQuery(loggersQuery(plantId))
  const [picked, setPicked] = useState<string>()
  const visited = window.location.hostname
  // A neighbor also sees the address of the page.
  const addresses = [...new Set([...(isLocal(visited) ? [] : [visited]), ...(data?.loggerAddresses ?? [])])]
  const address = picked !== undefined && addresses.includes(picked) ? picked : addresses[0]
  if (data === undefined) return <div className={styles.loggerAddress}>…</div>
  if (address === undefined) return <p className={styles.loggerWarning}>{text('logger.how.local')}</p>
  const line = toServerLine(address, data.loggerPort)
  return (
    <>
      {addresses.length > 1 && (
        <SelectField
          label={text('logger.how.address')}
          value={address}
          onChange={setPicked}
          options={addresses.map((item) => ({ value: item, label: item }))}
        />
      )}
      <div className={styles.loggerAddress} data-part="server-line">
        {line}
        <CopyButton value={line} label={text('shell.action.copy')} />
      </div>
    </>
  )
}

/** Programs need no logger: shows the call and the token they need (docs/connect/readings.md). */
function ProgramHint({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const call = readingsCall(serverAddress(), plantId)
  return (
    <div className={styles.loggerPrograms}>
      <p>{text('logger.how.readings')}</p>
      <div className={styles.loggerAddress}>{call}</div>
      <ButtonLink size="s" kind="quiet" to={accountPath('security')}>
        {text('logger.how.readings.token')}
      </ButtonLink>
      <a href={atBase('/api-docs')} target="_blank" rel="noreferrer">
        {text('logger.how.readings.docs')}
      </a>
    </div>
  )
}
