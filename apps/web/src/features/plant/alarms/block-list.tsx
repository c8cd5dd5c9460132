import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plantPath, withQuery } from '../../../address/paths.ts'
import { type AlarmBlock, endBlock, FLEET_BLOCKS } from '../../../api/alarms.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { blocksQuery, fleetBlocksQuery, useAlarmsChanged } from './alarm-queries.ts'

/** Blocked rules, with the way to end the block. @param plantId undefined: of all plants */
export function BlockList({ plantId }: Readonly<{ plantId: number | undefined }>) {
  return plantId === undefined ? <FleetBlocks /> : <PlantBlocks plantId={plantId} />
}

function PlantBlocks({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const { zone, can } = useCurrentPlant()
  const { data, error, refetch } = useQuery(blocksQuery(plantId, code))
  if (!data)
    return error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={90} />
  if (data.length === 0) return null
  return (
    <SettingCard
      title={text('alarm-page.block.rows')}
      aside={<span className="tiny faint">{text('alarm-page.block.count', { count: data.length })}</span>}
    >
      {data.map((block) => (
        <BlockRow key={block.id} block={block} plant={{ id: plantId, zone }} canAct={can('editPlant')} />
      ))}
    </SettingCard>
  )
}

function FleetBlocks() {
  const { text } = useText()
  const format = useFormat()
  const { code } = useLanguage()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(fleetBlocksQuery(page, code))
  if (!data)
    return error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={90} />
  const { total, data: blocks } = data
  if (total === 0) return null
  const last = Math.min(total, page * FLEET_BLOCKS)
  const range = {
    from: format.count((page - 1) * FLEET_BLOCKS + 1),
    to: format.count(last),
    total: format.count(total),
  }
  return (
    <SettingCard
      title={text('alarm-page.block.list.fleet')}
      aside={<span className="tiny faint">{format.count(total)}</span>}
    >
      {blocks.map(({ plantId, plantName, zone, mayAct, ...block }) => (
        <BlockRow key={block.id} block={block} plant={{ id: plantId, name: plantName, zone }} canAct={mayAct} />
      ))}
      {total > FLEET_BLOCKS && (
        <SettingRow title={text('shell.pager.range', range)}>
          <Button size="s" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {text('shell.pager.previous')}
          </Button>
          <Button size="s" disabled={last >= total} onClick={() => setPage(page + 1)}>
            {text('shell.pager.next')}
          </Button>
        </SettingRow>
      )}
    </SettingCard>
  )
}

type RowProps = Readonly<{
  block: AlarmBlock
  /** name: in the list of all plants */
  plant: Readonly<{ id: number; name?: string; zone: string }>
  canAct: boolean
}>

function BlockRow({ block, plant, canAct }: RowProps) {
  const { text } = useText()
  const format = useFormat()
  const { running, run } = useAction()
  const changed = useAlarmsChanged()
  const { name, untilMs, createdBy: by, alarms, deviceName } = block
  const parts = [
    deviceName ?? text('alarm-page.wholePlant'),
    untilMs === null
      ? text('alarm-page.block.until.never')
      : text('alarm-page.block.until.date', { date: format.date(localDate(untilMs - 1, plant.zone)) }),
    ...(by === null ? [] : [text('alarm-page.block.by', { name: by })]),
    text('alarm-page.block.recorded', { count: alarms }),
  ]
  const end = async (): Promise<void> => {
    await run('end', () => endBlock(plant.id, block.id), text('alarm-page.act.done.unblocked'))
    changed()
  }
  const where = plant.name
  return (
    <SettingRow icon="alarm" title={name} hint={parts.join(' · ')}>
      {where !== undefined && (
        <ButtonLink size="s" kind="quiet" to={withQuery(plantPath('alert'), { id: plant.id, state: 'blocked' })}>
          {where}
        </ButtonLink>
      )}
      {canAct && (
        <Button size="s" busy={running === 'end'} onClick={() => void end()}>
          {text('alarm-page.act.unblock')}
        </Button>
      )}
    </SettingRow>
  )
}
