import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ExportSchedule, removeSchedule } from '../../api/exports.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../ui/setting.tsx'
import { useAction } from '../../ui/use-action.ts'
import { schedulesQuery } from './export-queries.ts'

/** The exports that come by themselves; there is nothing to say before there is one. */
export function SchedulesCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const schedules = useQuery(schedulesQuery(plantId)).data ?? []
  if (schedules.length === 0) return null
  return (
    <SettingCard title={text('exports.schedules')} lead={text('exports.schedules.lead')} id="schedules">
      {schedules.map((one) => (
        <ScheduleRow key={one.id} schedule={one} />
      ))}
    </SettingCard>
  )
}

function ScheduleRow({ schedule }: Readonly<{ schedule: ExportSchedule }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { id, name, every, definition, nextAtMs } = schedule
  const remove = () =>
    run('remove', async () => {
      await removeSchedule(plantId, id)
      await client.invalidateQueries({ queryKey: schedulesQuery(plantId).queryKey })
    })
  return (
    <SettingRow
      icon="calendar"
      title={name}
      hint={`${text(`exports.every.${every}`)} · ${text(`exports.kind.${definition.kind}`)} · ${text('exports.next', {
        at: format.timestamp(nextAtMs, zone),
      })}`}
    >
      <Button
        size="s"
        icon="trash"
        label={text('exports.schedule.remove', { name })}
        busy={running !== undefined}
        onClick={() => void remove()}
      />
    </SettingRow>
  )
}
