import { sumLosses } from '@heliograph/domain/alarms/sum-losses.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { type Alarm, type AlarmPage, alarmsFileAddress } from '../../../api/alarms.ts'
import { hasBearer } from '../../../api/call.ts'
import { hasCome } from '../../../api/has-come.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import type { OpenDialog } from './act-dialogs.tsx'
import { alarmStates, readAlarmFilter, readAlarmId } from './alarm-filter.ts'
import { AlarmFilters } from './alarm-filters.tsx'
import { AlarmList } from './alarm-list.tsx'
import { alarmsQuery } from './alarm-queries.ts'
import styles from './alarms-view.module.css'
import { BulkBar } from './bulk-bar.tsx'
import { useAlarmActs } from './use-alarm-acts.ts'

/** The first line: whether something needs a look, and what it costs. */
function AlarmAnswer({ page }: Readonly<{ page: AlarmPage | undefined }>) {
  const { text, rich, gap } = useText()
  const format = useFormat()
  if (!page)
    return (
      <p className="answer">
        <Skeleton width="min(420px, 90%)" height={22} />
      </p>
    )
  const { counts, alarms, well } = page
  const lostWh = sumLosses(alarms.filter(({ isOpen }) => isOpen))
  const isUnheard = well?.lastDataMs === null && counts.blocked === 0
  const quiet = counts.blocked > 0 ? 'blocked' : 'well'
  return (
    <p className="answer">
      {counts.ongoing === 0 && (isUnheard ? text('alarm-page.well.noData') : rich(`alarm-page.answer.${quiet}`, {}))}
      {counts.ongoing > 0 && counts.faults > 0 && (
        <>
          {rich('alarm-page.answer.faults', { count: counts.faults })}
          {gap}
        </>
      )}
      {counts.ongoing > 0 && rich('alarm-page.answer.open', { count: counts.ongoing })}
      {lostWh > 0 && page.total <= alarms.length && (
        <>
          {gap}
          {text('alarm-page.answer.lost', { energy: format.energyWh(lostWh).text })}
        </>
      )}
    </p>
  )
}

const ActDialog = lazyPart(() => import('./act-dialogs.tsx'), 'ActDialog')
const AlarmDrawer = lazyPart(() => import('./alarm-drawer.tsx'), 'AlarmDrawer')
const BlockList = lazyPart(() => import('./block-list.tsx'), 'BlockList')

/** Alarms with their filters; one of them open beside the list. @param plantId undefined: of all plants */
export function AlarmsView({ plantId }: Readonly<{ plantId: number | undefined }>) {
  const { text } = useText()
  const { params, linkTo, change } = useUrlState()
  const { code } = useLanguage()
  const wide = useWide()
  const filter = readAlarmFilter(params, plantId)
  const openId = readAlarmId(params)
  const query = useQuery(alarmsQuery(filter, code))
  const { data, error, refetch } = query
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<OpenDialog>()
  const acts = useAlarmActs()
  const isFleet = plantId === undefined

  const alarms = data?.alarms ?? []
  const known = alarms.filter(({ id }) => selected.has(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other alarms to select
  useEffect(() => setSelected(new Set()), [filter.state, filter.page, plantId])

  const isListed = data !== undefined
  // The answer shown during a change of tabs has the counts of the other tab, not its rows.
  const listed = data?.state === filter.state && hasCome(query, alarms) ? data : undefined
  // An alarm opens at once when it is pressed.
  useEffect(() => {
    if (isListed) void AlarmDrawer.preload().catch(() => {})
  }, [isListed])

  const open = (id: string | undefined): void =>
    change({ alarm: id ?? null, day: null }, { replace: openId !== undefined })
  const at = alarms.findIndex(({ id }) => id === openId)
  const current = alarms[at]
  const step = (by: 1 | -1): void => {
    const next = alarms[at < 0 ? 0 : at + by]
    if (next !== undefined) open(next.id)
  }
  const aim = (): readonly Alarm[] => (known.length > 0 ? known : current ? [current] : [])
  const actable = (): readonly Alarm[] => aim().filter(({ mayAct }) => mayAct)
  useShortcuts([
    { key: 'j', text: 'alarm-page.key.next', run: () => step(1) },
    { key: 'k', text: 'alarm-page.key.previous', run: () => step(-1) },
    { key: 'e', text: 'alarm-page.key.acknowledge', run: () => void acts.acknowledge(actable()) },
    {
      key: 's',
      text: 'alarm-page.key.snooze',
      run: () => actable().length > 0 && setDialog({ kind: 'snooze', alarms: actable() }),
    },
    { key: 'Escape', text: 'alarm-page.key.close', run: () => open(undefined) },
  ])

  const toggle = (id: string): void =>
    setSelected((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const counts = data && { open: data.counts.ongoing, history: data.counts.recovered, blocked: data.counts.blocked }
  return (
    <>
      <header className={styles.head}>
        {isFleet && <h1>{text('alarm-page.title.fleet')}</h1>}
        {(data !== undefined || !error) && <AlarmAnswer page={data} />}
      </header>
      <div className={styles.tools}>
        <SegmentedLinks
          label={text('alarm-page.view')}
          places={alarmStates.map((state) => ({
            to: linkTo({ state: state === 'open' ? null : state, page: null, alarm: null, order: null }),
            current: state === filter.state,
            key: state,
            label: (
              <>
                {text(`alarm-page.view.${state}`)}
                {counts && counts[state] > 0 && <span className={styles.count}>{counts[state]}</span>}
              </>
            ),
          }))}
        />
        <AlarmFilters
          filter={filter}
          rules={data?.rules ?? []}
          fileAddress={hasBearer() ? undefined : alarmsFileAddress(filter, code)}
        />
      </div>
      {filter.state === 'blocked' && (
        <Suspense fallback={<Skeleton height={120} />}>
          <BlockList plantId={plantId} />
        </Suspense>
      )}
      <div className={cx(styles.split, openId !== undefined && styles.splitOpen)}>
        <div className={styles.listSide} inert={openId !== undefined && !wide}>
          {data && known.length > 0 && (
            <BulkBar alarms={known} onDialog={setDialog} onClear={() => setSelected(new Set())} />
          )}
          {listed ? (
            <AlarmList
              page={listed}
              filter={filter}
              plantId={plantId}
              openId={openId}
              selected={selected}
              onToggle={toggle}
              onToggleAll={() =>
                setSelected(known.length === alarms.length ? new Set() : new Set(alarms.map(({ id }) => id)))
              }
            />
          ) : error ? (
            <ErrorPanel failure={error} title={text('alarm-page.failed')} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={380} />
          )}
        </div>
        {openId !== undefined && (
          <Suspense fallback={<Skeleton height={480} />}>
            <AlarmDrawer key={openId} id={openId} onClose={() => open(undefined)} onDialog={setDialog} />
          </Suspense>
        )}
      </div>
      <Suspense>{dialog && <ActDialog dialog={dialog} onClose={() => setDialog(undefined)} />}</Suspense>
    </>
  )
}
