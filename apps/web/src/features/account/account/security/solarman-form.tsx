import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SolarmanKeys } from '../../../../api/account-types.ts'
import { call } from '../../../../api/call.ts'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useText } from '../../../../texts/use-text.tsx'
import { LifeField, type TokenLife } from './life-field.tsx'
import { refreshAccount } from './security-queries.ts'
import { TokenNameField } from './token-name-field.tsx'
import { TokenPlants } from './token-plants.tsx'

/** Makes an access for programs that were written for the SOLARMAN OpenAPI. */
export function SolarmanForm({
  onClose,
  onMade,
}: Readonly<{ onClose: () => void; onMade: (keys: SolarmanKeys) => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [life, setLife] = useState<TokenLife>('366')
  const [plantIds, setPlantIds] = useState<readonly number[]>()
  return (
    <ProvenForm
      lead={text('security.solarman.lead')}
      confirm={text('security.solarman.make')}
      isReady={name.trim() !== '' && plantIds?.length !== 0}
      onClose={onClose}
      run={async (proof) => {
        onMade(
          await call('POST /user-s/acc/token/solarman', {
            body: {
              name: name.trim(),
              expiresInDays: Number(life),
              proof,
              ...(plantIds && { plantIds }),
            },
          }),
        )
        await refreshAccount(client)
      }}
    >
      <TokenNameField value={name} onChange={setName} />
      <TokenPlants chosen={plantIds} onChange={setPlantIds} />
      <LifeField value={life} onChange={setLife} />
    </ProvenForm>
  )
}
