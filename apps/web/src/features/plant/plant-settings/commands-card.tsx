import { useQuery, useQueryClient } from '@tanstack/react-query'
import { allowCommands, fetchPermission } from '../../../api/commands.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'

const choices = ['off', 'read', 'write'] as const

/** Whether devices may be asked and set at once. Only the owner decides; others who may edit see it. */
export function CommandsCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const { run } = useAction()
  const queryKey = [...plantKey(plantId), 'commands']
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => fetchPermission(plantId, signal) })
  return (
    <SettingCard title={text('commands.title')} lead={text('commands.allow.lead')}>
      {data === undefined ? (
        <RowsLoading error={error} refetch={refetch} />
      ) : (
        <SettingRow
          icon="device"
          title={text(`commands.allow.${data.permission}`)}
          hint={text(`commands.allow.${data.permission}.hint`)}
        >
          {data.isMine && (
            <Segmented
              label={text('commands.allow')}
              value={data.permission}
              onChange={(permission) =>
                void run('allow', async () => {
                  await allowCommands(plantId, permission)
                  await client.invalidateQueries({ queryKey })
                })
              }
              options={choices.map((value) => ({ value, label: text(`commands.allow.${value}`) }))}
            />
          )}
        </SettingRow>
      )}
    </SettingCard>
  )
}
