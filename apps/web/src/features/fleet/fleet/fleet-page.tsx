import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { communicationPath, plantBinPath } from '../../../address/paths.ts'
import { FLEET_PAGE_SIZE } from '../../../api/first-requests.ts'
import { hasCome } from '../../../api/has-come.ts'
import { binQuery } from '../../../api/plant-bin.ts'
import { type PlantLook, plantLooks } from '../../../api/plant-lists.ts'
import { plantCountsQuery } from '../../../api/queries.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { CreatePlantLink } from '../../../plant/create-plant.tsx'
import { NamesOnly } from '../../../plant/names-only.tsx'
import { NoPlantYet } from '../../../plant/no-plant-yet.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ExtraPart, useDrawn } from '../../../ui/extra-part.tsx'
import { firstPart } from '../../../ui/lazy-part.ts'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { useFleetAddress } from './fleet-address.ts'
import { FleetAnswer } from './fleet-answer.tsx'
import { FleetCards } from './fleet-cards.tsx'
import { FleetChips } from './fleet-chips.tsx'
import { FleetMenus } from './fleet-menus.tsx'
import styles from './fleet-page.module.css'
import { FleetSearch } from './fleet-search.tsx'
import { FleetTable } from './fleet-table.tsx'
import { FleetTotals } from './fleet-totals.tsx'
import { fleetQuery, todayQuery } from './queries.ts'
import { TagBar } from './tag-bar.tsx'
import { type Selection, useSelection } from './use-selection.ts'
import { useWorst } from './use-worst.ts'

/** Which plants of how many stand above, and the way to the others. */
function FleetPager({ total }: Readonly<{ total: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { page, linkTo } = useFleetAddress()
  const first = (page - 1) * FLEET_PAGE_SIZE + 1
  const last = Math.min(total, page * FLEET_PAGE_SIZE)
  if (total <= FLEET_PAGE_SIZE && page === 1) return null
  return (
    <nav className={styles.fleetPager} aria-label={text('fleet.pages')}>
      {page > 1 && (
        <ButtonLink size="s" icon="chevronLeft" to={linkTo({ page: page === 2 ? null : page - 1 })}>
          {text('shell.pager.previous')}
        </ButtonLink>
      )}
      <span role="status">
        {text('fleet.page', { from: format.count(first), to: format.count(last), total: format.count(total) })}
      </span>
      {last < total && (
        <ButtonLink size="s" icon="chevronRight" to={linkTo({ page: page + 1 })}>
          {text('shell.pager.next')}
        </ButtonLink>
      )}
    </nav>
  )
}

/** Rows of the table's height, so that nothing moves when they come. */
function FleetSkeleton({ rows = 8 }: Readonly<{ rows?: number }>) {
  const { text } = useText()
  return (
    <Card flush>
      <div role="status" aria-label={text('shell.loading')}>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without a content
          <div className={styles.fleetSkeletonRow} key={row}>
            <Skeleton width={84} height={22} />
            <Skeleton width={`${32 - (row % 3) * 5}%`} height={16} />
            <Skeleton width={87} height={28} />
            <Skeleton width={70} height={16} />
          </div>
        ))}
      </div>
    </Card>
  )
}

/** Loaded on first use, like the country outlines. */
const FleetMap = firstPart(() => import('./map/fleet-map.tsx'), 'FleetMap')

/** All plants at a glance: whether all is well, what is not and why, and how the plants compare. */
export function FleetPage() {
  const { text } = useText()
  const address = useFleetAddress()
  const { keyword, status, tagIds, linkTo } = address
  const wide = useWide()
  usePageTitle(text('fleet.title'))
  // A table needs the width.
  const looks: readonly PlantLook[] = wide ? plantLooks : ['cards', 'map']
  const look = looks.find((item) => item === address.look) ?? looks[0] ?? 'cards'
  const query = useQuery(fleetQuery(address))
  const binned = useQuery({ ...binQuery, enabled: useDrawn() }).data?.length ?? 0
  const [selection, beginSelection] = useSelection()
  const isAnswered = useAnswered() || wide
  const isFiltered = keyword !== '' || status !== undefined || tagIds.length > 0
  if (query.data?.total === 0 && !isFiltered && hasCome(query, query.data.plants))
    return (
      <main className="page">
        <NoPlantYet />
      </main>
    )
  return (
    <main className="page">
      <header className={styles.fleetHead}>
        <div className={styles.fleetTitle}>
          <h1>{text('fleet.title')}</h1>
          <CreatePlantLink className={styles.fleetCreate} size="s">
            {text('shell.menu.newPlant')}
          </CreatePlantLink>
        </div>
        <FleetAnswer isWaiting={!isAnswered} />
        {isAnswered && <FleetLinks hasBin={binned > 0} />}
      </header>
      {isAnswered ? (
        <>
          <FleetTotals />
          <div className={styles.fleetTools}>
            <div className={styles.fleetFilters}>
              <FleetChips />
              <FleetMenus isTable={look === 'table'} onSelect={look === 'map' ? undefined : beginSelection} />
            </div>
            <FleetSearch />
            {looks.length > 1 && (
              <div className={styles.fleetLooks}>
                <SegmentedLinks
                  label={text('fleet.look')}
                  places={looks.map((item) => ({
                    key: item,
                    to: linkTo({ as: item === looks[0] ? null : item, page: address.page > 1 ? address.page : null }),
                    label: text(`fleet.look.${item}`),
                    current: item === look,
                  }))}
                />
              </div>
            )}
          </div>
          {look === 'map' ? (
            <Suspense fallback={<FleetSkeleton />}>
              <FleetMap />
            </Suspense>
          ) : (
            <FleetBody look={look} selection={selection} />
          )}
        </>
      ) : (
        <FleetSkeleton />
      )}
      <ExtraPart>
        <NamesOnly />
      </ExtraPart>
    </main>
  )
}

function FleetLinks({ hasBin }: Readonly<{ hasBin: boolean }>) {
  const { text } = useText()
  return (
    <span className={styles.fleetLinks}>
      <Link className="tiny" to={communicationPath()}>
        {text('communication.open')}
      </Link>
      {hasBin && (
        <Link className="tiny" to={plantBinPath()}>
          {text('lists.bin')}
        </Link>
      )}
    </span>
  )
}

/** On a phone the answer takes as many lines as it needs: it, the totals and the rest are drawn at once, and nothing moves. */
function useAnswered(): boolean {
  const asked = [useQuery(plantCountsQuery('')), useWorst(), useQuery(todayQuery)]
  return asked.every(({ isPending }) => !isPending)
}

function FleetBody({ look, selection }: Readonly<{ look: PlantLook; selection: Selection | undefined }>) {
  const { text } = useText()
  const address = useFleetAddress()
  const { keyword, tagIds, page, linkTo } = address
  const query = useQuery(fleetQuery(address))
  const { data, error, isError, refetch } = query
  if (data === undefined || !hasCome(query, data.plants))
    return isError ? (
      <ErrorPanel failure={error} title={text('plant-list.failed')} onRetry={() => void refetch()} />
    ) : (
      <FleetSkeleton />
    )
  if (data.plants.length === 0)
    return (
      <EmptyState
        compact
        icon="search"
        title={
          keyword === '' ? text(tagIds.length > 0 ? 'lists.none' : 'fleet.none') : text('plant-list.none', { keyword })
        }
      >
        <ButtonLink to={linkTo({ status: null, q: null, tag: null, page: null })}>{text('fleet.clear')}</ButtonLink>
      </EmptyState>
    )
  return (
    <div className={styles.fleetRows} data-page={page}>
      {look === 'cards' ? (
        <FleetCards plants={data.plants} selection={selection} />
      ) : (
        <FleetTable plants={data.plants} selection={selection} />
      )}
      {selection && <TagBar plants={data.plants} selection={selection} />}
      <FleetPager total={data.total} />
    </div>
  )
}
