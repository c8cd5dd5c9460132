import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { plantPath } from '../../../address/paths.ts'
import { readId, readOneOf, useUrlState } from '../../../address/url-state.ts'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { plantQuery } from '../../../api/queries.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { CounterFinding } from '../../../plant/counter-finding.tsx'
import { mayOnPlant } from '../../../plant/current-plant.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { AnswerLine } from './answer-line.tsx'
import { CompareCard } from './compare/compare-card.tsx'
import { useComparison } from './compare/use-comparison.ts'
import { DeviceHead } from './device-head.tsx'
import { detailQuery } from './device-queries.ts'
import { DeviceSkeleton } from './device-skeleton.tsx'
import { HistoryCard } from './history/history-card.tsx'
import { InfoCard } from './info-card.tsx'
import { KeyFiguresCard } from './key-figures-card.tsx'
import { type Selection, useSelection } from './use-selection.ts'
import { ValuesCard } from './values-card.tsx'

/** For the few who may command: loaded with its first use. */
const DirectCard = lazyPart(() => import('./direct/direct-card.tsx'), 'DirectCard')

const FramesCard = lazyPart(() => import('./frames-card.tsx'), 'FramesCard')
const PlaceCard = lazyPart(() => import('./place-card.tsx'), 'PlaceCard')

export function DeviceDetailPage() {
  const { text } = useText()
  const { params } = useUrlState()
  const deviceId = readId(params, 'deviceId')
  return (
    <main>
      {deviceId === undefined ? (
        <Alone>
          <EmptyState icon="device" title={text('device-detail.noDevice')} hint={text('device-detail.noDevice.hint')}>
            <ButtonLink kind="primary" to="/plant">
              {text('shell.action.home')}
            </ButtonLink>
          </EmptyState>
        </Alone>
      ) : (
        <Device key={deviceId} deviceId={deviceId} />
      )}
    </main>
  )
}

function Alone({ children }: Readonly<{ children: ReactNode }>) {
  const { text } = useText()
  return (
    <div className="page">
      <h1 className="visually-hidden">{text('device-detail.info')}</h1>
      <Card>{children}</Card>
    </div>
  )
}

function Device({ deviceId }: Readonly<{ deviceId: number }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const may = usePermission()
  const { data, error, refetch } = useQuery(detailQuery(deviceId))
  const { data: plant } = useQuery({ ...plantQuery(data?.plantId ?? 0, code), enabled: data !== undefined })
  const selection = useSelection(deviceId)
  usePageTitle(data?.device.name, plant?.name)
  const { params, plantId, change, linkTo } = useUrlState()
  const part = readOneOf(params, 'part', ['place', 'frames'] as const)
  const ownPlantId = data?.plantId
  // The plant's tabs stay within reach: they know their plant from the address.
  useEffect(() => {
    if (ownPlantId !== undefined && plantId !== ownPlantId) change({ id: ownPlantId }, { replace: true })
  }, [ownPlantId, plantId, change])

  if (!data)
    return error ? (
      <Alone>
        <ErrorPanel failure={error} title={text('device-detail.failed')} onRetry={() => void refetch()}>
          <ButtonLink to="/plant">{text('shell.action.home')}</ButtonLink>
        </ErrorPanel>
      </Alone>
    ) : (
      <DeviceSkeleton />
    )

  const { status } = data.device
  const can = (right: PlantRight): boolean => plant !== undefined && mayOnPlant(plant, right, may)
  const mayEdit = can('editPlant')
  const mayLook = can('addPlantDevice')
  const tabs = [
    { key: 'all', to: linkTo({ part: null }), current: part === undefined, label: text('device-place.parts.all') },
    { key: 'place', to: linkTo({ part: 'place' }), current: part === 'place', label: text('devices.look.tree') },
    ...(mayLook
      ? [
          {
            key: 'frames',
            to: linkTo({ part: 'frames' }),
            current: part === 'frames',
            label: text('device-place.frames'),
          },
        ]
      : []),
  ]
  const never = data.heardAtMs === null
  return (
    <div className="page">
      <DeviceHead detail={data} status={status} plantName={plant?.name} mayReplace={mayLook} />
      <Tabs label={text('device-place.parts')} places={tabs} />
      {part === 'place' && (
        <Suspense fallback={null}>
          <PlaceCard detail={data} mayMove={can('deletePlantDevice')} />
        </Suspense>
      )}
      {part === 'frames' && (
        <Suspense fallback={null}>
          <FramesCard detail={data} />
        </Suspense>
      )}
      {part === undefined && (
        <>
          {never ? (
            <Card className="span-8">
              <EmptyState icon="device" title={text('device-detail.never')} hint={text('error.42')}>
                <Button icon="refresh" onClick={() => void refetch()}>
                  {text('shell.action.refresh')}
                </Button>
                <ButtonLink to={plantPath('device', { id: data.plantId })}>
                  {text('device-detail.allDevices')}
                </ButtonLink>
              </EmptyState>
            </Card>
          ) : (
            <>
              <AnswerLine detail={data} status={status} failed={error !== null} />
              {data.counter?.source === 'nights' && (
                <CounterFinding
                  plantId={data.plantId}
                  deviceId={deviceId}
                  deviceName={data.device.name}
                  canSet={mayEdit}
                  onSet={refetch}
                />
              )}
              <KeyFiguresCard detail={data} status={status} />
              <Past detail={data} selection={selection} />
              <ValuesCard detail={data} selection={selection} />
            </>
          )}
          <InfoCard detail={data} never={never} canEdit={mayEdit} />
          {!never && can('commandDevice') && (
            <Suspense>
              <DirectCard detail={data} />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}

/** Its own values over time, or one of them beside those of other devices. */
function Past({ detail, selection }: Readonly<{ detail: DeviceDetail; selection: Selection }>) {
  const comparison = useComparison(detail, selection)
  const props = { detail, selection, comparison }
  return comparison.isOn ? <CompareCard {...props} /> : <HistoryCard {...props} />
}
