import { useState } from 'react'
import { type Register, type SettingResult, setDevice } from '../../../../api/commands.ts'
import { parseNumber } from '../../../../plant/form/parse-place.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { showValue } from './register-text.ts'

type Props = Readonly<{
  place: Readonly<{ plantId: number; deviceId: number }>
  register: Register
  onClose: () => void
  /** It was written: what is shown is old. */
  onSet: () => void
}>

/** A new value for one setting: first a trial that only reads, then the writing, then what the device says after it. */
export function SettingDialog({ place, register, onClose, onSet }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { setting, unit, value: now, label, item } = register
  const [typed, setTyped] = useState(typeof now === 'number' ? String(now) : '')
  const [trial, setTrial] = useState<SettingResult & { value: number }>()
  const [failed, setFailed] = useState<SettingResult>()
  if (setting === null) return null
  const value = parseNumber(typed)
  const isInside =
    value !== null &&
    !Number.isNaN(value) &&
    value >= (setting.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (setting.max ?? Number.POSITIVE_INFINITY)
  const isTried = trial?.state === 'done' && trial.value === value
  const show = (shown: Register['value']) =>
    setting.options.find((option) => option.value === shown)?.label ?? showValue(shown, unit, format)
  const change = (next: string) => {
    setTyped(next)
    setTrial(undefined)
    setFailed(undefined)
  }
  return (
    <ActionDialog
      title={text('commands.change', { name: label })}
      confirm={text(isTried ? 'commands.write' : 'commands.try')}
      danger={isTried}
      isReady={isInside && value !== now}
      run={async () => {
        if (value === null) return 'stay'
        const result = await setDevice(place, { item, value, isDryRun: !isTried })
        setFailed(result.state === 'failed' ? result : undefined)
        if (result.state === 'failed') return 'stay'
        if (!isTried) {
          setTrial({ ...result, value })
          return 'stay'
        }
        showToast(text('commands.written', { name: label, value: show(result.after) }), 'ok')
        onSet()
        return undefined
      }}
      onClose={onClose}
    >
      {setting.options.length > 0 ? (
        <SelectField
          label={label}
          value={typed}
          onChange={change}
          options={setting.options.map((option) => ({ value: String(option.value), label: option.label }))}
        />
      ) : (
        <TextField
          label={label}
          {...(unit === null ? {} : { unit })}
          hint={
            setting.min === null || setting.max === null
              ? undefined
              : text('commands.range', { min: format.number(setting.min, 0), max: format.number(setting.max, 0) })
          }
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={change}
          inputRef={beginHere}
        />
      )}
      <div role="status">
        {failed?.reason && <Notice tone="fault">{text(`commands.reason.${failed.reason}`)}</Notice>}
        {isTried && (
          <Notice tone="warn">
            {text('commands.trial', {
              before: show(trial.before),
              after: show(value),
              address: String(trial.address),
              words: trial.words.join(' '),
            })}
          </Notice>
        )}
      </div>
    </ActionDialog>
  )
}
