import { localDate } from '@heliograph/domain/time.ts'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type AuditRow, fetchAudit } from '../../api/audit.ts'
import { devicesQuery } from '../../api/device-queries.ts'
import { plantKey } from '../../api/queries.ts'
import { undoSaved } from '../../api/undo.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useCurrentPlant } from '../current-plant.ts'
import { businessesQuery, membersQuery } from '../sharing-queries.ts'
import { usePlantChanged } from '../use-plant-changed.ts'
import styles from './change-log-card.module.css'
import { describeDetail, type Words } from './describe-detail.ts'

const PAGE = 20

const changeLogQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...plantKey(id), 'audit'],
    queryFn: ({ pageParam, signal }) => fetchAudit(id, { page: pageParam, size: PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * PAGE < last.total ? page + 1 : undefined),
  })

/** Every write to the plant: who, when, what. For its owner. */
export function ChangeLogCard({ className }: Readonly<{ className?: string | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    changeLogQuery(plantId),
  )
  const { locale } = useLanguage()
  const { data: members } = useQuery(membersQuery(plantId))
  const { data: businesses } = useQuery(businessesQuery(plantId))
  const { data: devices } = useQuery(devicesQuery(plantId))
  const nameOf = ({ action, call }: AuditRow): string => (action === undefined ? call : text(`sharing.call.${action}`))
  const words: Words = {
    text,
    day: (atMs) => format.date(localDate(atMs, zone)),
    peakPower: (capacityWp) => {
      const { value, unit } = format.peakWp(capacityWp)
      return `${value} ${unit}`
    },
    user: (id) => members?.members.find((member) => member.userId === id)?.nickname,
    organization: (id) => businesses?.find((business) => business.id === id)?.name,
    device: (id) => devices?.find((device) => device.deviceId === id)?.name,
    date: format.date,
    country: (code) => new Intl.DisplayNames(locale, { type: 'region' }).of(code),
  }
  const { running, run } = useAction()
  const changed = usePlantChanged(plantId)
  const undo = async (entryId: number): Promise<void> => {
    await run(String(entryId), () => undoSaved(entryId), text('shell.undone'))
    await changed()
  }
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Card className={className} title={text('sharing.audit')} aside={data && format.count(data.pages[0]?.total)}>
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />)}
      {data && rows.length === 0 && (
        <EmptyState compact icon="list" title={text('sharing.audit.none')} hint={text('sharing.audit.none.hint')} />
      )}
      <ol className={styles.log}>
        {rows.map((row) => (
          <li key={row.id}>
            <time className="tiny faint" dateTime={new Date(row.atMs).toISOString()}>
              {format.moment(row.atMs, zone)}
            </time>
            <div>
              <b>{nameOf(row)}</b>
              <span className="tiny muted">{describeDetail(row.detail, words).join(' · ')}</span>
              <span className="tiny faint">
                {[row.user ?? text('sharing.audit.gone'), row.organization, row.address].filter(Boolean).join(' · ')}
              </span>
              {row.undo === 'possible' ? (
                <Button
                  size="s"
                  icon="refresh"
                  className={styles.undo}
                  busy={running === String(row.id)}
                  label={text('shell.undo.of', { name: nameOf(row) })}
                  onClick={() => void undo(row.id)}
                >
                  {text('shell.undo')}
                </Button>
              ) : (
                <span className="tiny faint">{text(`shell.undo.not.${row.undo}`)}</span>
              )}
            </div>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="s" className={styles.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('shell.action.loadMore')}
        </Button>
      )}
    </Card>
  )
}
