import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { gridTypeParts } from '@heliograph/domain/plant.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import {
  originTabs,
  type PlantPage,
  type PlantTab,
  plantListPath,
  plantPages,
  plantPath,
  plantTabs,
} from '../address/paths.ts'
import { groupsOf, pageOf } from '../address/plant-pages.ts'
import { useUrlState } from '../address/url-state.ts'
import { CallFailure } from '../api/failure.ts'
import { type LivePlant, useLivePlant } from '../api/live.ts'
import { findListedPlant, plantQuery } from '../api/queries.ts'
import { useUser } from '../auth/session.ts'
import { usePageTitle } from '../brand/page-title.ts'
import { usePermission } from '../identity/permitted.tsx'
import { type CurrentPlant, CurrentPlantContext, LiveValuesContext, mayOnPlant } from '../plant/current-plant.ts'
import { GiveUpButton } from '../plant/give-up.tsx'
import { RecountNotice } from '../plant/recount-notice.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { EmptyState, ErrorPanel } from '../ui/states.tsx'
import { type Place, SegmentedLinks, Tabs } from '../ui/tabs.tsx'
import { MoreTabs } from './more-tabs.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import styles from './plant-frame.module.css'
import { PlantHead, PlantHeadSkeleton } from './plant-head.tsx'
import { RefusedPage } from './refused-page.tsx'
import { groupLooks, pageText, tabText } from './tab-text.ts'

/** One plant: its header, its tabs, and the tab's content. Everything below reads it with useCurrentPlant(). */
export function PlantFrame({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const { pathname } = useLocation()
  const { date, view } = useUrlState()
  const live = useLivePlant(plantId)
  const { code } = useLanguage()
  const client = useQueryClient()
  const may = usePermission()
  const navigate = useNavigate()
  const { data: details, error, refetch } = useQuery(plantQuery(plantId, code))
  const status = error instanceof CallFailure ? error.status : undefined
  const data = details ?? (status === 404 ? undefined : findListedPlant(client, plantId))
  const current = useMemo(
    () =>
      data && {
        plantId,
        plant: data,
        zone: data.zone,
        can: (right: PlantRight) => mayOnPlant(data, right, may),
      },
    [plantId, data, may],
  )

  const page = pageOf(pathname)
  const title = pageText(pathname)
  const isOffered = useOfferedPages(page, current, live)
  const offered = plantPages.filter(isOffered)
  const placeOf = (item: PlantPage) =>
    plantPath(item, { id: plantId, date, view: date || view !== 'day' ? view : undefined })
  const { layoutVersion } = usePreferences()
  const groups = groupsOf(offered)
  const open = groups.find(({ pages }) => page !== undefined && pages.includes(page))
  const tabs = offered.filter((item): item is PlantTab => plantTabs.some((tab) => tab === item))
  const front = layoutVersion === 'origin' ? originTabs.filter((tab) => tabs.includes(tab)) : tabs
  const places: readonly Place[] =
    layoutVersion === 'auto'
      ? groups.map(({ group, pages: [first = 'data'] }) => ({
          key: group,
          to: placeOf(first),
          label: text(groupLooks[group].text),
          current: group === open?.group,
        }))
      : front.map((item) => ({ to: placeOf(item), label: text(tabText(item)), current: item === page }))
  usePageTitle(data?.name, title && text(title))
  // The page is drawn a while after the key that leads there: the next key goes on from there.
  const leadsTo = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is there is the place
  useEffect(() => {
    leadsTo.current = undefined
  }, [pathname])
  const visit = (to: string): void => {
    leadsTo.current = to
    void navigate(to)
  }
  const go = (item: PlantTab): void => {
    if (offered.includes(item)) visit(placeOf(item))
  }
  const step = (by: 1 | -1): void => {
    const at = places.findIndex(({ to, current: isOpen }) => (leadsTo.current ? to === leadsTo.current : isOpen))
    const place = places[at + by]
    if (place !== undefined) visit(place.to)
  }
  useShortcuts([
    { key: 'g p', text: 'shell.keyboard.data', run: () => go('data') },
    { key: 'g a', text: 'shell.keyboard.alarms', run: () => go('alert') },
    { key: 'g d', text: 'shell.keyboard.devices', run: () => go('device') },
    { key: '.', text: 'shell.keyboard.nextTab', run: () => step(1) },
    { key: ',', text: 'shell.keyboard.previousTab', run: () => step(-1) },
  ])

  // A revoked right has precedence over cached data.
  if (status === 403) return <Refused plantId={plantId} />
  if (!current && error)
    return (
      <main className="page">
        {status === 404 ? (
          <EmptyState isPage icon="search" title={text('shell.plant.gone')}>
            <ButtonLink kind="primary" to={plantListPath()}>
              {text('shell.action.home')}
            </ButtonLink>
          </EmptyState>
        ) : (
          <ErrorPanel failure={error} title={text('shell.error.page')} onRetry={() => void refetch()} />
        )}
      </main>
    )
  return (
    <main>
      <header className={cx(styles.plantHead, page === 'letter' && styles.plantHeadScreen)}>
        {current ? <PlantHead current={current} live={live} /> : <PlantHeadSkeleton />}
        <Tabs
          label={data?.name ?? text('shell.menu.plants')}
          places={places}
          more={
            layoutVersion === 'origin' && (
              <MoreTabs tabs={tabs.filter((item) => !front.includes(item))} open={page} toPath={placeOf} />
            )
          }
        />
        {open !== undefined && open.pages.length > 1 && (
          <div className={cx(styles.plantHeadPages, layoutVersion !== 'auto' && styles.plantHeadPagesPhone)}>
            <SegmentedLinks
              label={text(groupLooks[open.group].text)}
              replace={false}
              places={open.pages.map((item) => ({
                to: placeOf(item),
                label: text(item === 'detail' && !current?.can('editPlant') ? 'plant-settings.about' : tabText(item)),
                current: item === page,
              }))}
            />
          </div>
        )}
      </header>
      {current ? (
        <CurrentPlantContext value={current}>
          <RecountNotice plantId={plantId} canAsk={current.can('editPlant')} />
          <LiveValuesContext value={live}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </LiveValuesContext>
        </CurrentPlantContext>
      ) : (
        <PageSkeleton />
      )}
    </main>
  )
}

/** Which pages this plant and its reader have: one about parts that the plant has not is offered while it is open only. */
function useOfferedPages(
  open: PlantPage | undefined,
  current: CurrentPlant | undefined,
  live: LivePlant,
): (page: PlantPage) => boolean {
  const may = usePermission()
  const hasBattery =
    current !== undefined &&
    (gridTypeParts[current.plant.gridType].battery || live.now?.nodes.some(({ role }) => role === 'battery') === true)
  // The specification's tabs are the way to begin a layout; the five have one in the settings.
  const mayBegin = usePreferences().layoutVersion !== 'auto' && current?.can('editPlant') === true
  return (page) => {
    switch (page) {
      case 'alert':
        return current === undefined || current.can('viewPlantAlert')
      case 'battery':
        return hasBattery || open === page
      case 'component-layout':
        return may(['deviceLayout']) && (open === page || current?.plant.hasLayout === true || mayBegin)
      case 'exportdata':
        return may(['dataExport'])
      // Found on the page of exports.
      case 'import':
        return open === page
      default:
        return true
    }
  }
}

/** A stranger gets "not found": this is a user with a share that has too few rights to view the plant. */
function Refused({ plantId }: Readonly<{ plantId: number }>) {
  const { identity } = useUser()
  return (
    <RefusedPage right="viewPlantInfo" isPlants>
      {/* An organization's share is given up by its administrators. */}
      {identity !== 'ORG_USER' && <GiveUpButton plantId={plantId} />}
    </RefusedPage>
  )
}
