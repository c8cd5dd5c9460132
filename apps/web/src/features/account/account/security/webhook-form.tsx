import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type WebhookPart, webhookParts } from '@heliograph/domain/webhook-parts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plantOptionsQuery } from '../../../../api/plant-options.ts'
import { addWebhook, webhooksQuery } from '../../../../api/webhooks.ts'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useQuantityName } from '../../../../plant/use-quantity-name.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import styles from '../../../../ui/field.module.css'
import { Checkbox, TextField } from '../../../../ui/field.tsx'
import { SearchField } from '../../../../ui/search-field.tsx'

/** Values that most programs want; a call may name any. */
const usual: readonly QuantityId[] = [
  'pvPowerW',
  'acPowerW',
  'gridPowerW',
  'batteryPowerW',
  'loadPowerW',
  'batterySocPercent',
  'generationTotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
]
/** More plants are found by a word. */
const MOST_SHOWN = 20

/** Makes a webhook of plants. @param onMade gets its secret, which is shown once */
export function WebhookForm({ onClose, onMade }: Readonly<{ onClose: () => void; onMade: (secret: string) => void }>) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const client = useQueryClient()
  const { data: plants = [] } = useQuery(plantOptionsQuery)
  const [name, setName] = useState('')
  const [url, setUrl] = useState('https://')
  const [parts, setParts] = useState<readonly WebhookPart[]>(['samples'])
  const [quantities, setQuantities] = useState<readonly QuantityId[]>([])
  const [plantIds, setPlantIds] = useState<readonly number[]>([])
  const [word, setWord] = useState('')
  const isSought = (plant: Readonly<{ name: string; place: string }>) =>
    `${plant.name} ${plant.place}`.toLocaleLowerCase().includes(word.trim().toLocaleLowerCase())
  const shown = plants.filter((plant) => plantIds.includes(plant.id) || isSought(plant)).slice(0, MOST_SHOWN)
  return (
    <ProvenForm
      lead={text('webhooks.form.lead')}
      confirm={text('webhooks.add')}
      isReady={name.trim() !== '' && /^https?:\/\/./.test(url) && parts.length > 0 && plantIds.length > 0}
      onClose={onClose}
      run={async (proof) => {
        const chosen = { parts: [...parts], quantities: [...quantities], plantIds: [...plantIds] }
        const { secret } = await addWebhook({ name: name.trim(), url: url.trim(), ...chosen, proof })
        onMade(secret)
        await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
      }}
    >
      <TextField
        label={text('message-page.s.name')}
        inputRef={beginHere}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={setName}
      />
      <TextField
        label={text('message-page.s.webhook.url')}
        type="url"
        autoComplete="off"
        value={url}
        onChange={setUrl}
      />
      <Choices
        label={text('webhooks.parts')}
        options={webhookParts}
        nameOf={(part) => text(`webhooks.part.${part}`)}
        chosen={parts}
        onChange={setParts}
      />
      {parts.includes('samples') && (
        <>
          <Choices
            label={text('webhooks.values')}
            options={['all']}
            nameOf={() => text('webhooks.values.all')}
            chosen={quantities.length === 0 ? ['all'] : []}
            onChange={(all) => setQuantities(all.length > 0 ? [] : usual.slice(0, 1))}
          />
          {quantities.length > 0 && (
            <Choices options={usual} nameOf={nameOf} chosen={quantities} onChange={setQuantities} />
          )}
        </>
      )}

      {plants.length > MOST_SHOWN && <SearchField label={text('webhooks.plants')} value={word} onChange={setWord} />}
      <Choices
        label={text('webhooks.plants')}
        options={shown.map(({ id }) => id)}
        nameOf={(id) => plants.find((plant) => plant.id === id)?.name ?? ''}
        chosen={plantIds}
        onChange={setPlantIds}
      />
    </ProvenForm>
  )
}

const toggle = <T,>(chosen: readonly T[], option: T, isOn: boolean): readonly T[] =>
  isOn ? [...chosen, option] : chosen.filter((other) => other !== option)

function Choices<T extends string | number>({
  label,
  options,
  nameOf,
  chosen,
  onChange,
}: Readonly<{
  label?: string
  options: readonly T[]
  nameOf: (option: T) => string
  chosen: readonly T[]
  onChange: (chosen: readonly T[]) => void
}>) {
  return (
    <fieldset className={styles.choice}>
      {label && (
        <legend className={styles.fieldLabel} data-part="field-label">
          {label}
        </legend>
      )}
      {options.map((option) => (
        <div key={option}>
          <Checkbox
            label={nameOf(option)}
            checked={chosen.includes(option)}
            onChange={(isOn) => onChange(toggle(chosen, option, isOn))}
          />
        </div>
      ))}
    </fieldset>
  )
}
