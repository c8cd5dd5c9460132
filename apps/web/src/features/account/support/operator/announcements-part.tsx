import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlState } from '../../../../address/url-state.ts'
import { type Announcement, fetchAnnouncements, removeAnnouncement } from '../../../../api/publications.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useNow } from '../../../../ui/now.ts'
import { Pager, readPage } from '../../../../ui/pager.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { languageNameOf } from '../group-documents.ts'
import styles from '../support.module.css'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { RemoveButton } from './remove-button.tsx'
import { localZone, stateOf } from './time-span.ts'

const PAGE = 20

export function AnnouncementsPart() {
  const { text } = useText()
  const { params } = useUrlState()
  const client = useQueryClient()
  const page = readPage(params)
  const [edited, setEdited] = useState<Announcement | 'new'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['announcements', 'all', page],
    queryFn: ({ signal }) => fetchAnnouncements(page, PAGE, signal),
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['announcements'] })
  return (
    <SettingCard
      title={text('support.operator.announcements')}
      aside={
        <Button icon="add" kind="primary" onClick={() => setEdited('new')}>
          {text('support.announcement.new')}
        </Button>
      }
    >
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && <p className={styles.none}>{text('support.announcement.none')}</p>}
      {data?.rows.map((row) => (
        <AnnouncementRow
          key={row.id}
          row={row}
          onEdit={() => setEdited(row)}
          onRemove={() => removeAnnouncement(row.id).then(refresh)}
        />
      ))}
      {data && <Pager page={page} size={PAGE} total={data.total} />}
      {edited && (
        <AnnouncementDialog
          announcement={edited === 'new' ? undefined : edited}
          onSaved={refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SettingCard>
  )
}

function AnnouncementRow({
  row,
  onEdit,
  onRemove,
}: Readonly<{ row: Announcement; onEdit: () => void; onRemove: () => Promise<unknown> }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const format = useFormat()
  const state = stateOf(row, useNow(MINUTE_MS))
  const title = (row.texts[code] ?? row.texts.en ?? Object.values(row.texts)[0])?.title ?? '--'
  const from = format.moment(row.fromMs, localZone)
  return (
    <SettingRow
      title={title}
      hint={
        <>
          <span className={styles.chip} data-state={state}>
            {text(`support.announcement.state.${state}`)}
          </span>{' '}
          {text(`support.level.${row.level}`)} ·{' '}
          {row.untilMs === null
            ? text('support.announcement.open', { from })
            : text('support.announcement.span', { from, until: format.moment(row.untilMs, localZone) })}{' '}
          · {Object.keys(row.texts).map(languageNameOf).join(', ')}
        </>
      }
    >
      <Button size="s" onClick={onEdit}>
        {text('shell.action.edit')}
      </Button>
      <RemoveButton name={title} run={onRemove} />
    </SettingRow>
  )
}
