import { functionOfRight, type PlantRight } from '@heliograph/domain/permissions.ts'
import { gridTypeParts } from '@heliograph/domain/plant.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { originTabs, type PlantTab, plantListPath, plantPath, plantTabs } from '../address/paths.ts'
import { useUrlState } from '../address/url-state.ts'
import { CallFailure } from '../api/failure.ts'
import { type LivePlant, useLivePlant } from '../api/live.ts'
import type { Plant } from '../api/plants.ts'
import { findListedPlant, plantQuery } from '../api/queries.ts'
import { useUser } from '../auth/session.ts'
import { usePageTitle } from '../brand/page-title.ts'
import { usePermission } from '../identity/permitted.tsx'
import { CurrentPlantContext, canOnPlant } from '../plant/current-plant.ts'
import { GiveUpButton } from '../plant/give-up.tsx'
import { RecountNotice } from '../plant/recount-notice.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { EmptyState, ErrorPanel } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { MoreTabs } from './more-tabs.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import styles from './plant-frame.module.css'
import { PlantHead, PlantHeadSkeleton } from './plant-head.tsx'
import { RefusedPage } from './refused-page.tsx'
import { pageText, tabOf, tabText } from './tab-text.ts'

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
        live,
        zone: data.zone,
        can: (right: PlantRight) => canOnPlant(data, right) && isOffered(right, may),
      },
    [plantId, data, live, may],
  )

  const tab = tabOf(pathname)
  const page = pageText(pathname)
  const shownTabs = plantTabs.filter(
    (plantTab) =>
      (plantTab !== 'exportdata' || may(['dataExport'])) &&
      (plantTab !== 'component-layout' || may(['deviceLayout'])) &&
      (plantTab !== 'alert' || current === undefined || current.can('viewPlantAlert')),
  )
  const isOrigin = usePreferences().layoutVersion === 'origin'
  const fitting = tabsOf(shownTabs, tab, data, live)
  const front = isOrigin ? originTabs.filter((originTab) => fitting.includes(originTab)) : fitting
  const placeOf = (item: PlantTab) =>
    plantPath(item, { id: plantId, date, view: date || view !== 'day' ? view : undefined })
  usePageTitle(data?.name, page && text(page))
  const go = (item: PlantTab | undefined): void => {
    if (item !== undefined && fitting.includes(item)) void navigate(placeOf(item))
  }
  const at = tab === undefined ? -1 : front.indexOf(tab)
  useShortcuts([
    { key: 'g p', text: 'shell.keyboard.data', run: () => go('data') },
    { key: 'g a', text: 'shell.keyboard.alarms', run: () => go('alert') },
    { key: 'g d', text: 'shell.keyboard.devices', run: () => go('device') },
    { key: '.', text: 'shell.keyboard.nextTab', run: () => go(front[at + 1]) },
    { key: ',', text: 'shell.keyboard.previousTab', run: () => go(at < 0 ? undefined : front[at - 1]) },
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
      <header className={styles.plantHead}>
        {current ? <PlantHead current={current} /> : <PlantHeadSkeleton />}
        <Tabs
          label={data?.name ?? text('shell.menu.plants')}
          places={front.map((item) => ({ to: placeOf(item), label: text(tabText(item)), current: item === tab }))}
          more={
            isOrigin && <MoreTabs tabs={fitting.filter((item) => !front.includes(item))} open={tab} toPath={placeOf} />
          }
        />
      </header>
      {current ? (
        <CurrentPlantContext value={current}>
          <RecountNotice plantId={plantId} canAsk={current.can('editPlant')} />
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </CurrentPlantContext>
      ) : (
        <PageSkeleton />
      )}
    </main>
  )
}

/** A plant without a battery has no tab for it. */
function tabsOf(
  tabs: readonly PlantTab[],
  open: PlantTab | undefined,
  plant: Plant | undefined,
  { now }: LivePlant,
): readonly PlantTab[] {
  const hasBattery =
    open === 'battery' ||
    (plant !== undefined && gridTypeParts[plant.gridType].battery) ||
    now?.nodes.some(({ role }) => role === 'battery')
  return hasBattery ? tabs : tabs.filter((tab) => tab !== 'battery')
}

/** Some rights on a plant are of use only with a function, which a brand may block. */
function isOffered(right: PlantRight, may: (any: readonly string[]) => boolean): boolean {
  const needed = functionOfRight[right]
  return needed === undefined || may([needed])
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
