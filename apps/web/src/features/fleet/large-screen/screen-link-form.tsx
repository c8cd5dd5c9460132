import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { tagsQuery } from '../../../api/plant-lists.ts'
import { plantOptionsQuery } from '../../../api/plant-options.ts'
import { addScreenLink, type MadeLink, screenLinksQuery } from '../../../api/screen.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { ComboboxField } from '../../../ui/combobox-field.tsx'
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { useAction } from '../../../ui/use-action.ts'
import styles from './screen-links-page.module.css'

const MOST_TITLE = 80
const cycles = ['off', '15', '30', '60', '120'] as const
/** Legible on the dark wall. */
const colors = { brand: null, sun: '#ffc53d', green: '#5bd68a', blue: '#6cb6ff' } as const

/** Content and looks of a new link. */
export function ScreenLinkForm({ onMade }: Readonly<{ onMade: (link: MadeLink) => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { data: tags = [] } = useQuery(tagsQuery)
  const [title, setTitle] = useState('')
  const [selection, setSelection] = useState('all')
  const [plant, setPlant] = useState('')
  const [cycle, setCycle] = useState<(typeof cycles)[number]>('off')
  const [color, setColor] = useState<keyof typeof colors>('brand')
  const [dims, setDims] = useState(true)
  const isEntered = useRef(false)
  const { running, run } = useAction()
  const isOne = selection === 'one'
  const { data: plants = [] } = useQuery({ ...plantOptionsQuery, enabled: isOne })
  const options = [
    { value: 'all', label: text('large-screen.links.all') },
    { value: 'one', label: text('large-screen.links.one') },
    ...tags.map(({ id, name }) => ({ value: String(id), label: text('large-screen.links.tag', { name }) })),
  ]
  const make = async (): Promise<void> => {
    const look = { color: colors[color], cycleSeconds: isOne || cycle === 'off' ? null : Number(cycle), dims }
    const tagId = isOne || selection === 'all' ? null : Number(selection)
    onMade(await addScreenLink({ title, tagId, plantId: isOne ? Number(plant) : null, look }))
    await client.invalidateQueries(screenLinksQuery)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run('make', make, text('large-screen.links.made'))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={text('large-screen.links.title')}
        hint={text('large-screen.links.title.hint')}
        maxLength={MOST_TITLE}
        optional
        value={title}
        onChange={setTitle}
      />
      <SelectField
        label={text('large-screen.links.plants')}
        options={options}
        value={selection}
        onChange={setSelection}
      />
      {isOne && (
        <ComboboxField
          label={text('large-screen.links.plant')}
          placeholder={text('large-screen.links.plant.search')}
          options={plants.map(({ id, name, place }) => ({
            value: String(id),
            label: name,
            ...(place ? { note: place } : {}),
          }))}
          value={plant}
          isEntered={isEntered}
          onChange={setPlant}
        />
      )}
      {!isOne && (
        <SelectField
          label={text('large-screen.links.cycle')}
          options={cycles.map((value) => ({
            value,
            label:
              value === 'off'
                ? text('large-screen.links.cycle.off')
                : text('large-screen.links.cycle.every', { count: Number(value) }),
          }))}
          value={cycle}
          onChange={setCycle}
        />
      )}
      <SelectField
        label={text('large-screen.links.color')}
        options={(['brand', 'sun', 'green', 'blue'] as const).map((value) => ({
          value,
          label: text(`large-screen.links.color.${value}`),
        }))}
        value={color}
        onChange={setColor}
      />
      <Checkbox label={text('large-screen.links.dims')} checked={dims} onChange={setDims} />
      <div className={settingStyles.settingFormActions}>
        <Button type="submit" kind="primary" busy={running !== undefined} disabled={isOne && plant === ''}>
          {text('large-screen.links.create')}
        </Button>
      </div>
    </form>
  )
}
