import { useSyncExternalStore } from 'react'
import { isDiskFull, subscribeToDisk } from '../api/disk-state.ts'
import { useText } from '../texts/use-text.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './app-layout.module.css'
import { useOnline } from './use-online.ts'

/** The reason why screens cannot show new data. */
export function OfflineBanner() {
  const { text } = useText()
  const online = useOnline()
  const diskIsFull = useSyncExternalStore(subscribeToDisk, isDiskFull)
  return (
    <div role="status">
      {!online && (
        <div className={styles.appBanner}>
          <Icon name="offline" size={18} />
          {text('shell.offline')}
        </div>
      )}
      {online && diskIsFull && (
        <div className={styles.appBanner}>
          <Icon name="warning" size={18} />
          {text('transport.diskFull')}
        </div>
      )}
    </div>
  )
}
