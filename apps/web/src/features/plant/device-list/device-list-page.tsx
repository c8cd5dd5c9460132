import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { AnswerLine } from './answer-line.tsx'
import { ArchitectureTree } from './architecture-tree.tsx'
import { ClaimsSection } from './claims-section.tsx'
import { countTypes, isLogger, readSort, sortItems, toItems } from './device-items.ts'
import { DeviceListSkeleton } from './device-list-skeleton.tsx'
import { DeviceSection } from './device-section.tsx'
import { DeviceToolbar } from './device-toolbar.tsx'
import { LoggerSection } from './logger-section.tsx'
import { NoDevices } from './no-devices.tsx'
import { useDevices } from './use-devices.ts'
import { WaitingSection } from './waiting-section.tsx'

export function DeviceListPage() {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId, plant } = useCurrentPlant()
  const { params } = useUrlState()
  const { devices, loggers } = useDevices(plantId)

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

  const items = toItems(devices.data, loggers.data?.loggers)
  const claims = loggers.data?.claims ?? []
  if (items.length === 0) return <NoDevices claims={claims} />

  const types = countTypes(items)
  const type = readOneOf(
    params,
    'type',
    types.map((one) => one.type),
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
      <DeviceToolbar types={types} type={type} total={items.length} look={look} />
      {look === 'tree' ? (
        <ArchitectureTree name={plant.name} items={sortItems(items, undefined, locale)} />
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
