import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchUnclaimed, type Registered, registerLoggers } from '../../../api/loggers.ts'
import { useUser } from '../../../auth/session.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useNow } from '../../../ui/now.ts'
import styles from './logger-page.module.css'

const EVERY_MS = 10_000
const MOST = 20

/** Loggers that send to this server and belong to no plant; administrators may add them with one click. */
export function UnclaimedPanel({
  plantId,
  onDone,
}: Readonly<{ plantId: number; onDone: (rows: readonly Registered[]) => void }>) {
  const { text } = useText()
  const format = useFormat()
  const now = useNow()
  const client = useQueryClient()
  const plantChanged = usePlantChanged(plantId)
  const { isAdmin } = useUser()
  const [busy, setBusy] = useState<string>()
  const key = ['unclaimed']
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchUnclaimed(MOST, signal),
    enabled: isAdmin,
    refetchInterval: EVERY_MS,
  })
  if (!isAdmin || !data || data.total === 0) return null

  const take = async (serial: string): Promise<void> => {
    setBusy(serial)
    try {
      onDone(await registerLoggers(plantId, [serial]))
      await Promise.all([client.invalidateQueries({ queryKey: key }), plantChanged()])
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <Card title={text('logger.unclaimed.title')} aside={format.count(data.total)}>
      <p className="muted tiny">{text('logger.unclaimed.hint')}</p>
      <ul className={styles.loggerUnclaimed}>
        {data.data.map((row) => (
          <li key={row.serial}>
            <div>
              <b>{row.serial}</b>
              <div className="muted tiny">
                {[
                  row.firmware,
                  text('logger.lastSeen', { age: format.age(now - row.lastSeenMs) }),
                  text('logger.unclaimed.waiting', { count: row.waitingRecords }),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </div>
            </div>
            <Button
              size="s"
              icon="add"
              busy={busy === row.serial}
              label={text('logger.unclaimed.take', { serial: row.serial })}
              onClick={() => void take(row.serial)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
