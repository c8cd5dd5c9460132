import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispute, decideDispute, fetchDisputes } from '../../../api/claims.ts'
import { useUser } from '../../../auth/session.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useNow } from '../../../ui/now.ts'
import { useAction } from '../../../ui/use-action.ts'
import styles from './logger-page.module.css'

const EVERY_MS = 30_000
const MOST = 20
const key = ['logger-disputes']

/** Loggers about which plants disagree: an administrator of this server decides. */
export function DisputesPanel() {
  const { text } = useText()
  const format = useFormat()
  const { isAdmin } = useUser()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchDisputes(MOST, signal),
    enabled: isAdmin,
    refetchInterval: EVERY_MS,
  })
  if (!isAdmin || !data || data.total === 0) return null
  return (
    <Card title={text('logger.disputes.title')} aside={format.count(data.total)}>
      <p className="muted tiny">{text('logger.disputes.hint')}</p>
      <ul className={styles.loggerUnclaimed}>
        {data.disputes.map((row) => (
          <DisputeItem key={row.id} row={row} />
        ))}
      </ul>
    </Card>
  )
}

function DisputeItem({ row }: Readonly<{ row: Dispute }>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow()
  const client = useQueryClient()
  const { running, run } = useAction()
  const decide = (decision: 'claimant' | 'holder') =>
    run(decision, async () => {
      await decideDispute(row.id, decision)
      await client.invalidateQueries({ queryKey: key })
    })
  const place = row.isAtLogger === null ? 'unknown' : row.isAtLogger ? 'here' : 'elsewhere'
  return (
    <li className={styles.loggerDispute}>
      <div>
        <b>{row.serial}</b>
        <div className="muted tiny">
          {[
            text('logger.disputes.by', { plant: row.plant.name, person: row.openedBy ?? '--' }),
            row.holder ? text('logger.disputes.holder', { plant: row.holder.name }) : text('logger.disputes.nobody'),
            text(`logger.disputes.place.${place}`),
            row.lastSeenMs === null
              ? text('logger.disputes.unheard')
              : text('logger.lastSeen', { age: format.age(Math.max(0, nowMs - row.lastSeenMs)) }),
          ].join(' · ')}
        </div>
        <p>{row.reason}</p>
      </div>
      <div className={styles.loggerClaimMore}>
        <Button size="s" busy={running === 'claimant'} onClick={() => void decide('claimant')}>
          {text('logger.disputes.give', { plant: row.plant.name })}
        </Button>
        <Button size="s" busy={running === 'holder'} onClick={() => void decide('holder')}>
          {text('logger.disputes.keep')}
        </Button>
      </div>
    </li>
  )
}
