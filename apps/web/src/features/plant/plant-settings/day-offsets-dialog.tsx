import { addDays, localDate } from '@heliograph/domain/time.ts'
import { useState } from 'react'
import { type DayOffset, fromKwh, setDayOffset } from '../../../api/metering.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'

const MOST_KWH = 1_000_000
const energyOf = (typed: string): number => (typed.trim() === '' ? 0 : fromKwh(parseNumber(typed)))
const isFit = (energyWh: number): boolean => Math.abs(energyWh) <= MOST_KWH * 1000

/** Offsets to the energies of single days, new ones and those so far. */
export function DayOffsetsDialog({
  offsets,
  onClose,
}: Readonly<{ offsets: readonly DayOffset[]; onClose: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const yesterday = addDays(localDate(Date.now(), zone), -1)
  const [day, setDay] = useState(yesterday)
  const [added, setAdded] = useState('')
  const [addedUse, setAddedUse] = useState('')
  const [generationWh, useWh] = [energyOf(added), energyOf(addedUse)]
  const isNumber = isFit(generationWh) && isFit(useWh)
  const isSame = offsets.some(
    (offset) => offset.day === day && offset.generationWh === generationWh && offset.useWh === useWh,
  )
  const signed = (energyWh: number): string => `${energyWh > 0 ? '+' : '−'}${format.energyWh(Math.abs(energyWh)).text}`
  const end = (endedDay: string) =>
    run('end', async () => {
      await setDayOffset(plantId, { day: endedDay, generationWh: 0, useWh: 0 })
      await changed()
    })
  return (
    <ActionDialog
      title={text('day-offsets.title')}
      confirm={text('shell.action.save')}
      width={520}
      isReady={day !== '' && day <= yesterday && isNumber && !isSame && (generationWh !== 0 || useWh !== 0)}
      run={async () => {
        await setDayOffset(plantId, { day, generationWh, useWh })
        await changed()
      }}
      done={text('plant-settings.saved')}
      faults={{ PARAM_ERROR: text('day-offsets.tooMuch') }}
      onClose={onClose}
    >
      <p>{text('day-offsets.lead')}</p>
      <DateField label={text('day-offsets.day')} value={day} onChange={setDay} max={yesterday} />
      <TextField
        label={text('day-offsets.production')}
        optional
        unit="kWh"
        inputMode="decimal"
        autoComplete="off"
        value={added}
        error={isFit(generationWh) ? undefined : text('plant-create.error.number', { min: -MOST_KWH, max: MOST_KWH })}
        onChange={setAdded}
      />
      <TextField
        label={text('day-offsets.use')}
        optional
        unit="kWh"
        inputMode="decimal"
        autoComplete="off"
        value={addedUse}
        error={isFit(useWh) ? undefined : text('plant-create.error.number', { min: -MOST_KWH, max: MOST_KWH })}
        onChange={setAddedUse}
      />
      {offsets.map((offset) => (
        <SettingRow
          key={offset.day}
          title={format.date(offset.day)}
          hint={[
            ...(offset.generationWh === 0
              ? []
              : [`${text('metering.flow.generation')} ${signed(offset.generationWh)}`]),
            ...(offset.useWh === 0 ? [] : [`${text('metering.flow.load')} ${signed(offset.useWh)}`]),
          ].join(' · ')}
        >
          <Button
            size="s"
            icon="trash"
            label={text('day-offsets.end', { date: format.date(offset.day) })}
            busy={running !== undefined}
            onClick={() => void end(offset.day)}
          />
        </SettingRow>
      ))}
    </ActionDialog>
  )
}
