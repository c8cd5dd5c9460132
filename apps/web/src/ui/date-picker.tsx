import { type CalendarDate, parseDate } from '@internationalized/date'
import { type ReactNode, useId } from 'react'
import {
  DatePicker as AriaDatePicker,
  Button,
  Calendar,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Label,
  Popover,
} from 'react-aria-components'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { Button as OwnButton } from './button.tsx'
import { cx } from './class-names.ts'
import styles from './date-picker.module.css'
import { DaySheet, firstWeekday, turnClass } from './day-sheet.tsx'
import fieldStyles from './field.module.css'
import { Icon } from './icon.tsx'
import { useTopLayer } from './use-top-layer.ts'

export type DateFieldProps = Readonly<{
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** `YYYY-MM-DD`; '' for none. */
  value: string
  onChange: (value: string) => void
  /** The first and the last day that can be chosen. */
  min?: string
  max?: string
}>

const read = (day: string): CalendarDate | null => {
  try {
    return parseDate(day)
  } catch {
    return null
  }
}
const GAP = 6

export function DatePicker({ label, hint, error, optional = false, value, onChange, min, max }: DateFieldProps) {
  const { text } = useText()
  const { locale } = useLanguage()
  const id = useId()
  const { box, attach, layer } = useTopLayer()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  const bounds = { ...(min ? { minValue: parseDate(min) } : {}), ...(max ? { maxValue: parseDate(max) } : {}) }
  return (
    <I18nProvider locale={locale}>
      <AriaDatePicker
        className={cx(fieldStyles.field, error !== undefined && fieldStyles.fieldWrong)}
        value={read(value)}
        onChange={(day) => onChange(day?.toString() ?? '')}
        {...bounds}
        isInvalid={error !== undefined}
        firstDayOfWeek={firstWeekday(locale)}
        shouldForceLeadingZeros
        {...(described ? { 'aria-describedby': described } : {})}
      >
        <Label className={cx(fieldStyles.fieldLabel)} data-part="field-label">
          {label}
          {optional && <span className={fieldStyles.fieldOptional}>{text('shell.field.optional')}</span>}
        </Label>
        <Group ref={attach} className={cx(fieldStyles.fieldBox)} data-part="field-box">
          <DateInput className={cx(styles.dateInput)}>
            {(segment) => <DateSegment segment={segment} className={cx(styles.dateSegment)} />}
          </DateInput>
          {optional && value !== '' && (
            <OwnButton
              size="s"
              kind="quiet"
              icon="close"
              label={text('field.clear', { label })}
              onClick={() => onChange('')}
            />
          )}
          <Button className={turnClass}>
            <Icon name="calendar" size={18} />
          </Button>
        </Group>
        <div role="alert" id={`${id}-error`}>
          {error && (
            <span className={fieldStyles.fieldError}>
              <Icon name="warning" size={16} />
              {error}
            </span>
          )}
        </div>
        {hint && (
          <span className={fieldStyles.fieldHint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
        <Popover
          triggerRef={box}
          placement="bottom start"
          offset={GAP}
          className={cx(styles.datePopover)}
          UNSTABLE_portalContainer={layer}
        >
          <Dialog className={cx(styles.dateDialog)}>
            <Calendar>
              <DaySheet withYears />
            </Calendar>
          </Dialog>
        </Popover>
      </AriaDatePicker>
    </I18nProvider>
  )
}
