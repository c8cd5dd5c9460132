import { useState } from 'react'
import { type AlarmSettings, saveAlarmSettings } from '../../../api/alarm-settings.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { TextField } from '../../../ui/field.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

const limits = { exportLimitW: { min: 0, max: 1_000_000_000 }, nominalV: { min: 50, max: 1_000 } } as const

/** The export limit and the nominal voltage of the plant; empty: none. */
export function AlarmsDialog({ settings, onClose }: Readonly<{ settings: AlarmSettings; onClose: () => void }>) {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const write = (value: number | null) =>
    value === null ? '' : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 }).format(value)
  const [limit, setLimit] = useState(write(settings.exportLimitW))
  const [volts, setVolts] = useState(write(settings.nominalV))
  const read = (typed: string) => (typed.trim() === '' ? null : parseNumber(typed))
  const [exportLimitW, nominalV] = [read(limit), read(volts)]
  const errorOf = (value: number | null, { min, max }: Readonly<{ min: number; max: number }>) =>
    value === null || (value >= min && value <= max) ? undefined : text('plant-create.error.number', { min, max })
  const [limitError, voltsError] = [errorOf(exportLimitW, limits.exportLimitW), errorOf(nominalV, limits.nominalV)]
  const isOther = exportLimitW !== settings.exportLimitW || nominalV !== settings.nominalV
  return (
    <ActionDialog
      title={text('alarm-settings.title')}
      confirm={text('shell.action.save')}
      isReady={limitError === undefined && voltsError === undefined && isOther}
      run={async () => {
        await saveAlarmSettings(plantId, { exportLimitW, nominalV })
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      <TextField
        label={text('alarm-settings.export')}
        hint={text('alarm-settings.export.hint')}
        optional
        unit={text('unit.W')}
        inputMode="decimal"
        autoComplete="off"
        value={limit}
        error={limitError}
        onChange={setLimit}
        inputRef={beginHere}
      />
      <TextField
        label={text('alarm-settings.nominal')}
        hint={text('alarm-settings.nominal.hint')}
        optional
        unit="V"
        inputMode="decimal"
        autoComplete="off"
        value={volts}
        error={voltsError}
        onChange={setVolts}
      />
    </ActionDialog>
  )
}
