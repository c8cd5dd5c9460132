import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import fieldStyles from '../../../../ui/field.module.css'
import { SelectField } from '../../../../ui/field.tsx'
import { StatusDot } from '../../../../ui/status.tsx'
import pickerStyles from '../history/quantity-picker.module.css'
import { writeSubject } from './compare-state.ts'
import type { ComparisonState } from './use-comparison.ts'
import { useSubjectName } from './use-subject-name.ts'

/** The value to compare, and the devices to compare it with. */
export function ComparePicker({ comparison }: Readonly<{ comparison: ComparisonState }>) {
  const { text } = useText()
  const nameSubject = useSubjectName()
  const { siblings, others, devices, subjects, subject } = comparison
  return (
    <section className={pickerStyles.quantityPicker} aria-label={text('device-detail.compare.with')}>
      <SelectField
        label={text('device-detail.compare.value')}
        value={subject ? writeSubject(subject) : ''}
        onChange={(picked) => {
          const next = subjects.find((item) => writeSubject(item) === picked)
          if (next) comparison.compareBy(next)
        }}
        options={subjects.map((item) => ({ value: writeSubject(item), label: nameSubject(item) }))}
      />
      <div className={pickerStyles.quantityPickerHead}>
        <span>{text('device-detail.compare.chosen', { count: devices.length - 1, total: siblings.length })}</span>
        <Button
          size="s"
          kind="quiet"
          disabled={others.length === siblings.length}
          onClick={() => comparison.choose('all')}
        >
          {text('device-detail.compare.all')}
        </Button>
        <Button size="s" kind="quiet" disabled={others.length === 0} onClick={() => comparison.choose('none')}>
          {text('device-detail.history.clear')}
        </Button>
      </div>
      <div className={cx(pickerStyles.quantityPickerList, pickerStyles.quantityPickerPlain)}>
        <fieldset>
          <legend>{text('device-detail.compare.with')}</legend>
          {siblings.map(({ deviceId, name, status }) => {
            const at = devices.findIndex((device) => device.deviceId === deviceId)
            return (
              <label key={deviceId} className={cx(fieldStyles.checkbox, pickerStyles.quantityPickerChoice)}>
                <input type="checkbox" checked={at > 0} onChange={() => comparison.toggle(deviceId)} />
                <span>{name}</span>
                <StatusDot status={status} size={10} />
              </label>
            )
          })}
        </fieldset>
        {siblings.length === 0 && !comparison.isLoading && (
          <p className={pickerStyles.quantityPickerNone}>{text('device-detail.compare.alone')}</p>
        )}
      </div>
    </section>
  )
}
