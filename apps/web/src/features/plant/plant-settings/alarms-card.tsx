import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { AlarmsDialog } from './alarms-dialog.tsx'
import { alarmSettingsQuery } from './settings-queries.ts'

/** The bounds by which the alarms of the plant are judged; all other rules need none. */
export function AlarmsCard() {
  const { text } = useText()
  const format = useFormat()
  const { plantId } = useCurrentPlant()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(alarmSettingsQuery(plantId))
  return (
    <SettingCard
      title={text('alarm-settings.title')}
      lead={text('alarm-settings.lead')}
      aside={
        data && (
          <Button size="s" icon="settings" onClick={() => setOpen(true)}>
            {text('alarm-settings.edit')}
          </Button>
        )
      }
    >
      {data ? (
        <>
          <SettingRow
            title={text('alarm-settings.export')}
            hint={
              data.exportLimitW === null
                ? text('alarm-settings.export.none')
                : text('alarm-settings.export.is', { power: format.powerW(data.exportLimitW).text })
            }
          />
          <SettingRow
            title={text('alarm-settings.nominal')}
            hint={
              data.nominalV === null
                ? text('alarm-settings.nominal.none')
                : text('alarm-settings.nominal.is', {
                    volts: format.number(data.nominalV, Number.isInteger(data.nominalV) ? 0 : 1),
                  })
            }
          />
        </>
      ) : (
        <RowsLoading error={error} refetch={refetch} />
      )}
      {isOpen && data && <AlarmsDialog settings={data} onClose={() => setOpen(false)} />}
    </SettingCard>
  )
}
