import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { collectorsKey } from '../../api/queries.ts'
import { quiet } from '../../api/query-client.ts'
import { useUser } from '../../auth/session.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useNow } from '../../ui/now.ts'
import styles from './logger-page.module.css'
import type { Registered } from './register-results.tsx'

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
  const { isAdmin } = useUser()
  const [busy, setBusy] = useState<string>()
  const key = ['unclaimed']
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call('GET /maintain-s/operating/collector/unclaimed', { query: { page: 1, size: MOST } }, { signal }),
    enabled: isAdmin,
    refetchInterval: EVERY_MS,
    meta: quiet,
  })
  if (!isAdmin || !data || data.total === 0) return null

  const take = async (deviceSn: string): Promise<void> => {
    setBusy(deviceSn)
    try {
      const reply = await call('POST /maintain-s/power/system/{id}/v2/gateway', {
        params: { id: plantId },
        body: { registerItems: [{ deviceSn }] },
      })
      onDone(reply.data)
      await Promise.all([
        client.invalidateQueries({ queryKey: key }),
        client.invalidateQueries({ queryKey: collectorsKey(plantId) }),
      ])
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <Card title={text('logger.unclaimed.title')} aside={format.count(data.total)}>
      <p className="muted tiny">{text('logger.unclaimed.hint')}</p>
      <ul className={styles.loggerUnclaimed}>
        {data.data.map((row) => (
          <li key={row.deviceSn}>
            <div>
              <b>{row.deviceSn}</b>
              <div className="muted tiny">
                {[
                  row.firmware,
                  text('logger.lastSeen', { age: format.age(now - row.lastSeen * 1000) }),
                  text('logger.unclaimed.waiting', { count: row.waitingRecords }),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </div>
            </div>
            <Button
              size="s"
              icon="add"
              busy={busy === row.deviceSn}
              label={text('logger.unclaimed.take', { serial: row.deviceSn })}
              onClick={() => void take(row.deviceSn)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
