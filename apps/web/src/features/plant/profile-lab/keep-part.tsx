import { useState } from 'react'
import { type KnownMap, keepMap } from '../../../api/lab.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './lab.module.css'
import { type Added, labTypes, type Meanings, toRecipe } from './meanings.ts'

/** Keeps what was assigned as an own map. */
export function KeepPart({
  map,
  meanings,
  added,
  onKept,
}: Readonly<{
  map: KnownMap | undefined
  meanings: Meanings
  added: readonly Added[]
  onKept: () => Promise<unknown>
}>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { running, run } = useAction()
  const [maker, setMaker] = useState(map?.maker ?? '')
  const [model, setModel] = useState(map?.models[0] ?? '')
  const [type, setType] = useState<(typeof labTypes)[number]>('INVERTER')
  const name = [maker, model].filter(Boolean).join(' ').trim()
  const keep = () =>
    run(
      'keep',
      async () => {
        const device = { maker: maker.trim(), model: model.trim(), type }
        await keepMap(plantId, name, toRecipe(map, meanings, added, device))
        await onKept()
      },
      text('lab.kept'),
    )
  return (
    <Card title={text('lab.keep')}>
      <div className={styles.labFields}>
        <TextField label={text('lab.keep.maker')} value={maker} maxLength={60} optional onChange={setMaker} />
        <TextField label={text('lab.keep.model')} value={model} maxLength={60} onChange={setModel} />
        <SelectField
          label={text('lab.keep.type')}
          value={type}
          onChange={setType}
          options={labTypes.map((value) => ({ value, label: text(`devices.type.${value}`) }))}
        />
      </div>
      <div className={styles.labEnd}>
        <Button kind="primary" disabled={model.trim() === ''} busy={running !== undefined} onClick={() => void keep()}>
          {text('shell.action.save')}
        </Button>
      </div>
    </Card>
  )
}
