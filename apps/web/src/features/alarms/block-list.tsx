import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { type AlarmBlock, endBlock } from '../../api/alarms.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingCard, SettingRow } from '../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import { blocksQuery, useAlarmsChanged } from './alarm-queries.ts'

/** What is blocked at a plant, with the way to end it. @param plantId undefined: the page is about all plants */
export function BlockList({ plantId }: Readonly<{ plantId: number | undefined }>) {
  const { text } = useText()
  return plantId === undefined ? (
    <Notice>{text('alarm-page.block.list.fleet')}</Notice>
  ) : (
    <PlantBlocks plantId={plantId} />
  )
}

function PlantBlocks({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const { code } = useLanguage()
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
        <BlockRow key={block.id} plantId={plantId} block={block} />
      ))}
    </SettingCard>
  )
}

function BlockRow({ plantId, block }: Readonly<{ plantId: number; block: AlarmBlock }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone, can } = useCurrentPlant()
  const { running, run } = useAction()
  const changed = useAlarmsChanged()
  const { untilMs, by, alarms, deviceName } = block
  const parts = [
    deviceName ?? text('alarm-page.wholePlant'),
    untilMs === null
      ? text('alarm-page.block.until.never')
      : text('alarm-page.block.until.date', { date: format.date(localDate(untilMs - 1, zone)) }),
    ...(by === null ? [] : [text('alarm-page.block.by', { name: by })]),
    text('alarm-page.block.recorded', { count: alarms }),
  ]
  const end = async (): Promise<void> => {
    await run('end', () => endBlock(plantId, block.id), text('alarm-page.act.done.unblocked'))
    changed()
  }
  return (
    <SettingRow icon="alarm" title={block.name} hint={parts.join(' · ')}>
      {can('editPlant') && (
        <Button size="s" busy={running === 'end'} onClick={() => void end()}>
          {text('alarm-page.act.unblock')}
        </Button>
      )}
    </SettingRow>
  )
}
