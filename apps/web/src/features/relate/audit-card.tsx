import { localDate } from '@heliograph/domain/time.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditRow } from '../../api/audit.ts'
import type { Business, Member } from '../../api/sharing.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx'
import { describeDetail, type Words } from './audit-detail.ts'
import { auditQuery } from './queries.ts'
import styles from './relate-page.module.css'

/** Every write to the plant: who, when, what. For its owner. */
export function AuditCard({
  members,
  businesses,
}: Readonly<{ members: readonly Member[]; businesses: readonly Business[] }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(plantId))
  const nameOf = ({ action, call }: AuditRow): string => (action === undefined ? call : text(`sharing.call.${action}`))
  const words: Words = {
    text,
    day: (atS) => format.date(localDate(atS * 1000, zone)),
    peakPower: (kwp) => {
      const { value, unit } = format.peakKwp(kwp)
      return `${value} ${unit}`
    },
    user: (id) => members.find((one) => one.userId === id)?.nickname,
    organisation: (id) => businesses.find((one) => one.id === id)?.name,
  }
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Card className={styles.relateLog} title={text('sharing.audit')} aside={data && format.count(data.pages[0]?.total)}>
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />)}
      {data && rows.length === 0 && (
        <EmptyState compact icon="list" title={text('sharing.audit.none')} hint={text('sharing.audit.none.hint')} />
      )}
      <ol className={styles.relateAudit}>
        {rows.map((row) => (
          <li key={row.id}>
            <time className="tiny faint" dateTime={new Date(row.atMs).toISOString()}>
              {format.timestamp(row.atMs, zone)}
            </time>
            <div>
              <b>{nameOf(row)}</b>
              <span className="tiny muted">{describeDetail(row.detail, words).join(' · ')}</span>
              <span className="tiny faint">
                {[row.user ?? text('sharing.audit.gone'), row.organisation, row.address].filter(Boolean).join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="s" className={styles.relateMore} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('shell.action.loadMore')}
        </Button>
      )}
    </Card>
  )
}
