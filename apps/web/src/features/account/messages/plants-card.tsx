import { useQuery, useQueryClient } from '@tanstack/react-query'
import { choosePlant, type PlantChoice, setupQuery } from '../../../api/message-settings.ts'
import { unmutePlant } from '../../../api/messages.ts'
import { plantOptionsQuery } from '../../../api/plant-options.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { toThreshold, useThresholds } from './channels-card.tsx'
import styles from './message-settings.module.css'

const AS_ALL = 'all'

/** Plants with other alarms than the rest. */
export function PlantsCard({ plants }: Readonly<{ plants: readonly PlantChoice[] }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { run } = useAction()
  const { data: all } = useQuery(plantOptionsQuery)
  const free = (all ?? []).filter(({ id }) => !plants.some(({ plantId }) => plantId === id))
  const change = (work: () => Promise<unknown>) =>
    void run('plant', async () => {
      await work()
      await client.invalidateQueries({ queryKey: setupQuery.queryKey })
    })
  return (
    <SettingCard title={text('message-page.s.plants')} lead={text('message-page.s.plants.lead')}>
      {plants.map((plant) => (
        <PlantRow key={plant.plantId} plant={plant} change={change} />
      ))}
      {free.length > 0 && (
        <div className={styles.messageAdding}>
          <Combobox
            label={text('message-page.s.plants.add')}
            options={free.map(({ id, name, place }) => ({
              value: String(id),
              label: name,
              ...(place ? { note: place } : {}),
            }))}
            value=""
            onChange={(id) => change(() => choosePlant(Number(id), 2))}
          />
        </div>
      )}
    </SettingCard>
  )
}

function PlantRow({ plant, change }: Readonly<{ plant: PlantChoice; change: (work: () => Promise<unknown>) => void }>) {
  const { text } = useText()
  const format = useFormat()
  const thresholds = useThresholds()
  const { plantId, plantName, alarms, mutedUntilMs } = plant
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const muted =
    mutedUntilMs === null
      ? undefined
      : mutedUntilMs === 0
        ? text('message-page.s.plants.mutedForGood')
        : text('message-page.s.plants.muted', { at: format.moment(mutedUntilMs, zone) })
  return (
    <SettingRow title={plantName} hint={muted} className={styles.messageChannel}>
      <div className={styles.messageChannelFields}>
        {muted !== undefined && (
          <Button size="s" onClick={() => change(() => unmutePlant(plantId))}>
            {text('message-page.s.plants.unmute')}
          </Button>
        )}
        <SelectField
          label={text('message-page.s.plants.alarms', { plant: plantName })}
          value={alarms === null ? AS_ALL : String(alarms)}
          options={[{ value: AS_ALL, label: text('message-page.s.plants.asAll') }, ...thresholds]}
          onChange={(value) => change(() => choosePlant(plantId, value === AS_ALL ? null : toThreshold(value)))}
        />
      </div>
    </SettingRow>
  )
}
