import { brandKeyPattern } from '@heliograph/domain/brand/brand-parts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addBrand, brandsQuery } from '../../../api/brands.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'

/** A key from a name: `Sonnig & Söhne` becomes `sonnig-sohne`. */
const toKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')

export function AddBrandDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<string>()
  const key = typed ?? toKey(name)
  return (
    <ActionDialog
      title={text('branding.add')}
      confirm={text('branding.add')}
      isReady={name.trim() !== '' && brandKeyPattern.test(key)}
      onClose={onClose}
      run={async () => {
        await addBrand(key, name.trim())
        await client.invalidateQueries({ queryKey: brandsQuery.queryKey })
      }}
    >
      <TextField label={text('branding.name')} value={name} onChange={setName} maxLength={60} required />
      <TextField
        label={text('branding.key')}
        hint={text('branding.key.hint', { example: `/login?clientStyle=${key || 'sunny'}` })}
        value={key}
        onChange={setTyped}
        maxLength={40}
        pattern={brandKeyPattern.source}
        required
      />
    </ActionDialog>
  )
}
