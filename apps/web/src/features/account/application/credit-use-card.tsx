import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '../../../address/url-state.ts'
import { APPLICATIONS_PAGE } from '../../../api/applications.ts'
import { creditUseQuery } from '../../../api/message-charge.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Pager, readPage } from '../../../ui/pager.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import styles from './application.module.css'

/** What became of the credits, newest first. @param isCharged false: shown only where there is a past */
export function CreditUseCard({ isCharged }: Readonly<{ isCharged: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const { params } = useUrlState()
  const page = readPage(params)
  const { data, error, refetch } = useQuery(creditUseQuery(page))
  if (!isCharged && !data?.total) return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <SettingCard title={text('application.messages.use')}>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && <p className={styles.none}>{text('application.messages.use.none')}</p>}
      {data?.rows.map((one) => (
        <SettingRow
          key={one.id}
          title={`${text(`application.messages.use.${one.kind}`)} · ${text(`application.messages.${one.channel}`)}`}
          hint={format.moment(one.atMs, zone)}
        >
          <span className={styles.change}>
            {one.change > 0 ? '+' : '−'}
            {Math.abs(one.change)}
          </span>
          <span className={styles.left}>{text('application.messages.left', { count: one.balance })}</span>
        </SettingRow>
      ))}
      {data && <Pager page={page} size={APPLICATIONS_PAGE} total={data.total} />}
    </SettingCard>
  )
}
