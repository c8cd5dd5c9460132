import { useText } from '../texts/use-text.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './app-layout.module.css'
import { useOnline } from './use-online.ts'

export function OfflineBanner() {
  const { text } = useText()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className={styles.appBanner}>
          <Icon name="offline" size={18} />
          {text('shell.offline')}
        </div>
      )}
    </div>
  )
}
