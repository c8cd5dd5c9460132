import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { oldestKeptMs, subscribeToKept } from '../api/kept-state.ts'
import { useServerState } from '../api/server-state.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Age } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './app-layout.module.css'
import { useOnline } from './use-online.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** The reason why screens cannot show new data. */
export function OfflineBanner() {
  const { text } = useText()
  const online = useOnline()
  const keptMs = useSyncExternalStore(subscribeToKept, oldestKeptMs)
  const format = useFormat()
  const { isDiskFull, isClockLate, isAway } = useServerState()
  const client = useQueryClient()
  const isReached = online && keptMs === undefined
  return (
    <div role="status">
      {keptMs !== undefined && (
        <div className={styles.appBanner}>
          <Icon name="offline" size={18} />
          <span>
            {text('offline.kept', { when: format.moment(keptMs, zone) })} <Age atMs={keptMs} />
          </span>
        </div>
      )}
      {!online && keptMs === undefined && (
        <div className={styles.appBanner}>
          <Icon name="offline" size={18} />
          {text('shell.offline')}
        </div>
      )}
      {isReached && isAway && (
        <div className={styles.appBanner}>
          <Icon name="warning" size={18} />
          {text('transport.serverAway')}
          <Button size="s" icon="refresh" onClick={() => void client.refetchQueries({ type: 'active' })}>
            {text('shell.action.retry')}
          </Button>
        </div>
      )}
      {isReached && isDiskFull && (
        <div className={styles.appBanner}>
          <Icon name="warning" size={18} />
          {text('transport.diskFull')}
        </div>
      )}
      {isReached && isClockLate && (
        <div className={styles.appBanner}>
          <Icon name="warning" size={18} />
          {text('transport.clockLate')}
        </div>
      )}
    </div>
  )
}
