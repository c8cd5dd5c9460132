import { useState } from 'react'
import { type Relation, relations, shareWithBusiness } from '../../../api/sharing.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { emptyGrant, type Grant } from './grant.ts'
import { GrantFields } from './grant-fields.tsx'
import styles from './relate-page.module.css'
import { toEndMs } from './until.ts'

/** Shares the plant with an organization by its code. */
export function BusinessDialog({ onClose, onDone }: Readonly<{ onClose: () => void; onDone: () => Promise<unknown> }>) {
  const { text } = useText()
  const { plantId, zone } = useCurrentPlant()
  const [code, setCode] = useState('')
  const [relation, setRelation] = useState<Relation>('installer')
  const [grant, setGrant] = useState<Grant>(emptyGrant)
  const share = async (): Promise<void> => {
    const { role, rights, until } = grant
    const expiresAtMs = toEndMs(until, zone)
    await shareWithBusiness({ plantId, code: code.trim(), relation, role, rights, expiresAtMs })
    await onDone()
  }
  return (
    <ActionDialog
      title={text('sharing.organizations.add')}
      confirm={text('sharing.share')}
      width={520}
      isReady={code.trim().length >= 4}
      run={share}
      done={text('sharing.shared')}
      faults={{ NOT_FOUND: text('sharing.code.unknown'), ALREADY_MEMBER: text('sharing.code.own') }}
      onClose={onClose}
    >
      <TextField
        label={text('organization.code')}
        hint={text('sharing.code.hint')}
        className={styles.relateCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputRef={beginHere}
        required
        minLength={4}
        maxLength={20}
        value={code}
        onChange={setCode}
      />
      <SelectField
        label={text('sharing.relation')}
        value={relation}
        onChange={setRelation}
        options={relations.map((value) => ({ value, label: text(`sharing.relation.${value}`) }))}
      />
      <GrantFields grant={grant} onChange={setGrant} />
    </ActionDialog>
  )
}
