import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { securityEventKinds } from '@heliograph/domain/security-event.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { hasCome } from '../../../api/has-come.ts'
import { fetchSecurityEvents } from '../../../api/security-events.ts'
import { useUser } from '../../../auth/session.ts'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useNow } from '../../../ui/now.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager } from '../../../ui/pager.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import {
  EVENTS_PAGE,
  type EventFilter,
  isAddressPart,
  readFilter,
  type Span,
  spans,
  toEventQuery,
} from './event-filter.ts'
import { EventTable } from './event-table.tsx'
import styles from './security-events-page.module.css'

/** Breaches of rules on this server, for its administrators. */
export function SecurityEventsPage() {
  return useUser().isAdmin ? <SecurityEvents /> : <RefusedPage right="administrator" />
}

function SecurityEvents() {
  const { text } = useText()
  const { params } = useUrlState()
  const nowMs = useNow(MINUTE_MS)
  const filter = readFilter(params)
  const asked = { ...filter, address: isAddressPart(filter.address) ? filter.address : '' }
  const query = toEventQuery(asked, nowMs)
  const asking = useQuery({
    queryKey: ['security-events', query],
    queryFn: ({ signal }) => fetchSecurityEvents(query, signal),
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch } = asking
  const isCome = hasCome(asking, data?.data)
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead title={text('security-events.title')} answer={text('security-events.lead')} />
      <SettingCard
        title={text('security-events.list')}
        aside={data && <span className="tiny faint">{text('shell.total', { total: data.total })}</span>}
      >
        <EventFilters filter={filter} />
        {!isCome &&
          (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />)}
        {isCome && data?.data.length === 0 && <p className={styles.eventsNone}>{text('security-events.none')}</p>}
        {data && data.data.length > 0 && <EventTable rows={data.data} />}
        {data && <Pager page={filter.page} size={EVENTS_PAGE} total={data.total} />}
      </SettingCard>
    </div>
  )
}

function EventFilters({ filter }: Readonly<{ filter: EventFilter }>) {
  const { text } = useText()
  const { change } = useUrlState()
  const [address, setAddress] = useState(filter.address)
  const isWrong = !isAddressPart(address)
  return (
    <search className={styles.eventsFilters} aria-label={text('security-events.filter')}>
      <SelectField
        label={text('security-events.kind')}
        value={filter.kind ?? 'all'}
        options={[
          { value: 'all', label: text('security-events.kind.all') },
          ...securityEventKinds.map((kind) => ({ value: kind, label: text(`security-events.kind.${kind}`) })),
        ]}
        onChange={(kind) => change({ kind: kind === 'all' ? null : kind, page: null }, { replace: true })}
      />
      <SelectField<Span>
        label={text('security-events.span')}
        value={filter.span}
        options={spans.map((span) => ({ value: span, label: text(`security-events.span.${span}`) }))}
        onChange={(span) => change({ span: span === 'all' ? null : span, page: null }, { replace: true })}
      />
      <TextField
        label={text('security-events.address')}
        placeholder="203.0.113."
        autoComplete="off"
        maxLength={64}
        value={address}
        {...(isWrong && { error: text('security-events.address.wrong') })}
        onChange={(next) => {
          setAddress(next)
          if (isAddressPart(next)) change({ address: next || null, page: null }, { replace: true })
        }}
      />
    </search>
  )
}
