import { type TokenScope, tokenScopes } from '@heliograph/domain/permissions.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useText } from '../../../../texts/use-text.tsx'
import styles from '../../../../ui/field.module.css'
import { Checkbox } from '../../../../ui/field.tsx'
import { LifeField, type TokenLife } from './life-field.tsx'
import { refreshAccount } from './security-queries.ts'
import { TokenNameField } from './token-name-field.tsx'
import { TokenPlants } from './token-plants.tsx'

export const scopeTexts: Readonly<Record<TokenScope, TextKey>> = {
  'plant:read': 'security.scope.read',
  'plant:write': 'security.scope.write',
  'plant:delete': 'security.scope.delete',
  'reading:write': 'security.scope.readings',
}

export function TokenForm({ onClose, onMade }: Readonly<{ onClose: () => void; onMade: (token: string) => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['plant:read'])
  const [life, setLife] = useState<TokenLife>('90')
  const [chosen, setChosen] = useState<readonly number[]>()
  const onlyReads = scopes.every((scope) => scope === 'plant:read')
  const plantIds = onlyReads ? chosen : undefined
  return (
    <ProvenForm
      lead={text('security.token.lead')}
      confirm={text('security.token.create')}
      isReady={name.trim() !== '' && scopes.length > 0 && plantIds?.length !== 0}
      onClose={onClose}
      run={async (proof) => {
        const { token } = await call('POST /user-s/acc/token', {
          body: {
            name: name.trim(),
            scopes,
            expiresInDays: Number(life),
            proof,
            ...(plantIds && { plantIds }),
          },
        })
        onMade(token)
        await refreshAccount(client)
      }}
    >
      <TokenNameField value={name} onChange={setName} />
      <fieldset className={styles.choice}>
        <legend className={styles.fieldLabel} data-part="field-label">
          {text('security.token.scopes')}
        </legend>
        {tokenScopes.map((scope) => (
          <div key={scope}>
            <Checkbox
              label={text(scopeTexts[scope])}
              checked={scopes.includes(scope)}
              onChange={(isOn) =>
                setScopes(
                  tokenScopes.filter((tokenScope) => (tokenScope === scope ? isOn : scopes.includes(tokenScope))),
                )
              }
            />
          </div>
        ))}
      </fieldset>
      {onlyReads && <TokenPlants chosen={chosen} onChange={setChosen} />}
      <LifeField value={life} onChange={setLife} />
    </ProvenForm>
  )
}
