import { contactLengths, contactParts, type PlantContact } from '@heliograph/domain/plant-contact.ts'
import { useState } from 'react'
import { saveContact } from '../../../api/contact.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { TextField } from '../../../ui/field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** As the server reads them (contract, plant-parts.ts). */
const isPhone = (typed: string): boolean => /^[\d\s()+./xX#-]*$/.test(typed)
const isEmail = (typed: string): boolean => /^(?:[^\s@]+@[^\s@]+)?$/.test(typed.trim())

export function ContactDialog({ contact, onClose }: Readonly<{ contact: PlantContact; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const [draft, setDraft] = useState(contact)
  const labels: Readonly<Record<keyof PlantContact, string>> = {
    owner: text('sharing.role.owner'),
    company: text('plant-settings.contact.company'),
    phone: text('account.contact.phone'),
    email: text('account.contact.email'),
    ownNumber: text('plant-settings.contact.number'),
    gridPoint: text('plant-settings.contact.point'),
    remark: text('plant-settings.contact.remark'),
  }
  const faults: Partial<Record<keyof PlantContact, string>> = {
    ...(isPhone(draft.phone) ? {} : { phone: text('plant-settings.contact.check.phone') }),
    ...(isEmail(draft.email) ? {} : { email: text('error.27') }),
  }
  const isOther = contactParts.some((part) => draft[part].trim() !== contact[part])
  return (
    <ActionDialog
      title={text('plant-settings.contact')}
      confirm={text('shell.action.save')}
      isReady={Object.keys(faults).length === 0 && isOther}
      run={async () => {
        await saveContact(plantId, { ...draft, email: draft.email.trim() })
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      <p>{text('plant-settings.contact.lead')}</p>
      {contactParts.map((part) => {
        const wires = {
          label: labels[part],
          optional: true,
          maxLength: contactLengths[part],
          value: draft[part],
          error: faults[part],
          onChange: (value: string) => setDraft((now) => ({ ...now, [part]: value })),
        }
        return part === 'remark' ? (
          <TextAreaField key={part} {...wires} rows={3} />
        ) : (
          <TextField
            key={part}
            {...wires}
            autoComplete="off"
            {...(part === 'phone'
              ? { inputMode: 'tel' as const }
              : part === 'email'
                ? { inputMode: 'email' as const }
                : {})}
            {...(part === 'ownNumber' ? { hint: text('plant-settings.contact.number.hint') } : {})}
            {...(part === 'gridPoint' ? { hint: text('plant-settings.contact.point.hint') } : {})}
            {...(part === 'owner' ? { inputRef: beginHere } : {})}
          />
        )
      })}
    </ActionDialog>
  )
}
