import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { FirstRows, RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import styles from './contact-card.module.css'
import { ContactDialog } from './contact-dialog.tsx'
import { contactQuery } from './settings-queries.ts'

/** Entries beside the fields of the plant before the rest is asked for. */
const FIRST = 2

/** Whom an installer calls before the drive, and what the grid operator asks for. */
export function ContactCard() {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone, can } = useCurrentPlant()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(contactQuery(plantId))
  const rows: readonly (readonly [label: string, value: ReactNode])[] = data
    ? [
        [text('sharing.role.owner'), data.owner],
        [text('plant-settings.contact.company'), data.company],
        [text('account.contact.phone'), data.phone && <a href={toDialable(data.phone)}>{data.phone}</a>],
        [text('account.contact.email'), data.email && <a href={`mailto:${data.email}`}>{data.email}</a>],
        [text('plant-settings.contact.number'), data.ownNumber],
        [text('plant-settings.contact.point'), data.gridPoint],
        [text('plant-settings.contact.remark'), data.remark && <span className={styles.remark}>{data.remark}</span>],
      ]
    : []
  const known = rows.filter(([, value]) => value !== '')
  const mayEdit = can('editPlant')
  const edit = mayEdit && (
    <Button size="s" icon="settings" onClick={() => setOpen(true)}>
      {text('plant-settings.contact.edit')}
    </Button>
  )
  return (
    <SettingCard
      title={text('plant-settings.contact')}
      lead={data && known.length === 0 && text('plant-settings.contact.lead')}
      aside={known.length > 0 && edit}
    >
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data && known.length === 0 && <SettingRow title={text('plant-settings.contact.none')}>{edit}</SettingRow>}
      <FirstRows
        first={mayEdit ? FIRST : known.length}
        rows={known.map(([label, value]) => <SettingRow key={label} title={label} hint={value} fact />)}
      />
      {data && (
        <SettingRow
          title={text('plant-settings.created')}
          hint={[format.date(localDate(data.createdMs, zone)), data.creator?.name, data.creator?.organization]
            .filter(Boolean)
            .join(' · ')}
          fact
        />
      )}
      {isOpen && data && <ContactDialog contact={data} onClose={() => setOpen(false)} />}
    </SettingCard>
  )
}

/** Without blanks and brackets; an extension follows after a pause. */
export const toDialable = (phone: string): string => `tel:${phone.replace(/[^\d+xX#]/g, '').replace(/[xX#]/g, ',')}`
