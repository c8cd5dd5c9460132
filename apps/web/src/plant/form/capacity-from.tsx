import { isDate } from '@heliograph/domain/time.ts'
import { useText } from '../../texts/use-text.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Checkbox } from '../../ui/field.tsx'

/** From which day another capacity counts, as typed. */
export type CapacityFromDraft = Readonly<{ day: string; isAlways: boolean }>

/** null: it was always so; undefined: no such day. */
export function readCapacityFrom({ day, isAlways }: CapacityFromDraft, today: string): string | null | undefined {
  if (isAlways) return null
  return isDate(day) && day >= '1950' && day <= today ? day : undefined
}

/** Asks since when a plant has another capacity: days before it keep theirs. */
export function CapacityFromFields({
  draft,
  today,
  onChange,
}: Readonly<{ draft: CapacityFromDraft; today: string; onChange: (draft: CapacityFromDraft) => void }>) {
  const { text } = useText()
  return (
    <>
      {!draft.isAlways && (
        <DateField
          label={text('metering.capacity.from')}
          hint={text('metering.capacity.from.hint')}
          value={draft.day}
          error={readCapacityFrom(draft, today) === undefined ? text('metering.capacity.from.error') : undefined}
          onChange={(day) => onChange({ ...draft, day })}
        />
      )}
      <Checkbox
        label={text('metering.capacity.always')}
        checked={draft.isAlways}
        onChange={(isAlways) => onChange({ ...draft, isAlways })}
      />
    </>
  )
}
