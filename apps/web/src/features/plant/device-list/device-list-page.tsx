import { deviceKinds } from '@heliograph/domain/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addLoggerPath } from '../../../address/paths.ts'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import type { Claim } from '../../../api/claims.ts'
import { devicesQuery, loggersQuery } from '../../../api/device-queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantDay } from '../../../plant/plant-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { AnswerLine } from './answer-line.tsx'
import { ArchitectureTree } from './architecture-tree.tsx'
import { ClaimsSection } from './claims-section.tsx'
import { DeviceCards } from './device-cards.tsx'
import {
  countTypes,
  type DeviceItem,
  isLogger,
  readSort,
  type Sort,
  shareOfBest,
  sortItems,
  toItems,
} from './device-items.ts'
import styles from './device-list-page.module.css'
import { DeviceTable } from './device-table.tsx'
import { DeviceToolbar } from './device-toolbar.tsx'
import { LoggerSection } from './logger-section.tsx'
import { WaitingSection } from './waiting-section.tsx'

// The list of plants is beside the page; below this width a table of seven columns does not fit.
const query = window.matchMedia('(min-width: 1240px)')

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether a table fits; otherwise cards replace it. */
const useRoomy = (): boolean => useSyncExternalStore(subscribe, () => query.matches)

const EVERY_MS = 30_000

/** The plant's devices and its loggers' reports; each may fail without the other. */
function useDevices(plantId: number) {
  const devices = useQuery(devicesQuery(plantId))
  const loggers = useQuery({ ...loggersQuery(plantId), refetchInterval: EVERY_MS })
  return { devices, loggers }
}

/** A plant without devices: links to adding its first logger, or says who may add one. Those that it claims are listed. */
function NoDevices({ claims }: Readonly<{ claims: readonly Claim[] }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  return (
    <div className="page">
      <ClaimsSection claims={claims} />
      <Card>
        <EmptyState
          icon="logger"
          title={text('devices.none')}
          hint={text(may ? 'devices.none.hint' : 'devices.none.refused')}
        >
          {may && (
            <ButtonLink kind="primary" icon="add" to={addLoggerPath(plantId)}>
              {text('devices.addLogger')}
            </ButtonLink>
          )}
        </EmptyState>
      </Card>
    </div>
  )
}

/** All measuring devices, as a table where it fits, else as cards. @param isCards cards are wanted */
function DeviceSection({
  items,
  sort,
  isCards,
}: Readonly<{ items: readonly DeviceItem[]; sort: Sort | undefined; isCards: boolean }>) {
  const { text } = useText()
  const roomy = useRoomy()
  if (items.length === 0)
    return (
      <Card>
        <EmptyState compact icon="device" title={text('devices.soon')} hint={text('devices.soon.hint')} />
      </Card>
    )
  const shares = shareOfBest(items)
  return roomy && !isCards ? (
    <DeviceTable items={items} sort={sort} shares={shares} />
  ) : (
    <DeviceCards items={items} shares={shares} />
  )
}

const rows = ['a', 'b', 'c', 'd']

function DeviceListSkeleton() {
  const { text } = useText()
  return (
    <div className="page" role="status" aria-label={text('shell.loading')}>
      <Skeleton width="min(420px, 80%)" height={24} />
      <div className={styles.deviceToolbar}>
        <div className={styles.deviceChips}>
          <Skeleton width={82} height={34} />
          <Skeleton width={118} height={34} />
          <Skeleton width={104} height={34} />
        </div>
      </div>
      <Card flush className={styles.deviceSkeleton}>
        {rows.map((key) => (
          <div key={key}>
            <Skeleton width={36} height={36} />
            <Skeleton width="min(260px, 50%)" height={34} />
            <Skeleton width={90} height={18} className={styles.deviceSkeletonEnd} />
          </div>
        ))}
      </Card>
      <Card>
        <Skeleton width={180} height={20} />
        <Skeleton height={92} className={styles.deviceSkeletonGap} />
      </Card>
    </div>
  )
}

export function DeviceListPage() {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId, plant } = useCurrentPlant()
  const { params } = useUrlState()
  const { devices, loggers } = useDevices(plantId)
  const { isYesterdayFirst } = usePlantDay()

  if (!devices.data)
    return devices.error ? (
      <div className="page">
        <ErrorPanel
          failure={devices.error}
          title={text('devices.failed')}
          onRetry={() => void Promise.all([devices.refetch(), loggers.refetch()])}
        />
      </div>
    ) : (
      <DeviceListSkeleton />
    )

  const items = toItems(devices.data, loggers.data?.loggers, isYesterdayFirst)
  const claims = loggers.data?.claims ?? []
  if (items.length === 0) return <NoDevices claims={claims} />

  const types = countTypes(items)
  const type = readOneOf(
    params,
    'type',
    types.map((item) => item.type),
  )
  const shown = type ? items.filter(({ row }) => row.type === type) : items
  const sort = readSort(params.get('sort'))
  const measuring = sortItems(
    shown.filter((item) => !isLogger(item)),
    sort,
    locale,
  )
  const sticks = shown.filter(isLogger)
  const look = readOneOf(params, 'look', ['cards', 'tree'] as const)
  return (
    <div className="page">
      <AnswerLine items={items} failed={devices.error !== null} />
      <WaitingSection />
      <ClaimsSection claims={claims} />
      <DeviceToolbar
        types={types}
        type={type}
        total={items.length}
        look={look}
        inverterIds={sortItems(items, undefined, locale)
          .filter(({ row }) => deviceKinds[row.type].isInverter && row.totalWh !== null)
          .map(({ row }) => row.deviceId)}
      />
      {look === 'tree' ? (
        <ArchitectureTree name={plant.name} items={sortItems(items, undefined, locale)} hasClaims={claims.length > 0} />
      ) : (
        <>
          {(measuring.length > 0 || type === undefined) && (
            <DeviceSection items={measuring} sort={sort} isCards={look === 'cards'} />
          )}
          {sticks.length > 0 && (
            <LoggerSection
              items={sticks}
              reports={loggers.data?.loggers}
              failure={loggers.error}
              onRetry={() => void loggers.refetch()}
            />
          )}
        </>
      )}
    </div>
  )
}
