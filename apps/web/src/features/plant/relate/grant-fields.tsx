import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useState } from 'react'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Checkbox, SelectField } from '../../../ui/field.tsx'
import { useNow } from '../../../ui/now.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { type Grant, sharedFlags, withRight, withRole } from './grant.ts'
import styles from './relate-page.module.css'
import { findSpan, lastDayOf, spans } from './until.ts'

/** Role, flags and last day of a share. */
export function GrantFields({ grant, onChange }: Readonly<{ grant: Grant; onChange: (grant: Grant) => void }>) {
  const { text } = useText()
  const { zone } = useCurrentPlant()
  const [showsAll, setShowsAll] = useState(false)
  // The rights that the role brings; the others stand behind one press, unless they were given.
  const shown = sharedFlags.filter(
    (right) => showsAll || rightsOfRole[grant.role].includes(right) || grant.rights.includes(right),
  )
  const today = localDate(useNow(MINUTE_MS), zone)
  return (
    <>
      <SelectField
        label={text('sharing.role')}
        value={grant.role}
        onChange={(role) => onChange(withRole(grant, role))}
        options={(['viewer', 'admin'] as const).map((value) => ({ value, label: text(`sharing.role.${value}`) }))}
        hint={text(`sharing.role.${grant.role}.hint`)}
      />
      <fieldset className={styles.relateFlags}>
        <legend>{text('sharing.flags')}</legend>
        {shown.map((right) => (
          <Checkbox
            key={right}
            label={text(`sharing.right.${right}`)}
            checked={grant.rights.includes(right)}
            onChange={(on) => onChange(withRight(grant, right, on))}
          />
        ))}
        {shown.length < sharedFlags.length && (
          <Button kind="quiet" size="s" icon="add" onClick={() => setShowsAll(true)}>
            {text('sharing.flags.more')}
          </Button>
        )}
      </fieldset>
      {!grant.rights.includes('viewPlantInfo') && (
        <p className={cx('tiny', styles.relateBlind)}>{text('sharing.blind')}</p>
      )}
      <Segmented
        label={text('sharing.span')}
        value={findSpan(grant.until, today) ?? ''}
        options={spans.map((value) => ({ value, label: text(`sharing.span.${value}`) }))}
        onChange={(span) => span !== '' && onChange({ ...grant, until: lastDayOf(span, today) })}
      />
      <DateField
        label={text('sharing.until')}
        optional
        min={today}
        value={grant.until}
        onChange={(until) => onChange({ ...grant, until })}
        hint={text('sharing.until.hint')}
      />
    </>
  )
}
