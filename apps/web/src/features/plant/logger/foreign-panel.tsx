import { useQuery } from '@tanstack/react-query'
import { fetchForeignPeers } from '../../../api/loggers.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { useNow } from '../../../ui/now.ts'
import { foreignTextOf } from './foreign-texts.ts'
import styles from './logger-page.module.css'

const EVERY_MS = 10_000
const MOST = 20

/**
 * For server administrators: devices that reached the logger port with another protocol, from which address and when.
 */
export function ForeignPanel() {
  const { text } = useText()
  const format = useFormat()
  const now = useNow()
  const { data } = useQuery({
    queryKey: ['foreign-peers'],
    queryFn: ({ signal }) => fetchForeignPeers(MOST, signal),
    refetchInterval: EVERY_MS,
  })
  if (!data || data.total === 0) return null
  return (
    <Card title={text('logger.foreign.title')} aside={format.count(data.total)}>
      <p className="muted tiny">{text('logger.foreign.hint')}</p>
      <ul className={styles.loggerUnclaimed}>
        {data.peers.map((row) => {
          const what = foreignTextOf(row.protocol)
          return (
            <li key={`${row.address} ${row.protocol}`}>
              <div>
                <b>{row.address}</b>
                {what && <div className="tiny">{text(what)}</div>}
                <div className="muted tiny">
                  {[
                    text('logger.lastSeen', { age: format.age(Math.max(0, now - row.lastSeenMs)) }),
                    text('logger.foreign.times', { count: row.times }),
                  ].join(' · ')}
                </div>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
