import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FleetPlant } from '../../../api/fleet.ts'
import { addTag, tagPlants, tagsQuery } from '../../../api/plant-lists.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { TextField } from '../../../ui/field.tsx'
import styles from './fleet-menus.module.css'
import type { Selection } from './use-selection.ts'

/** How many plants are selected, and what to do with them. */
export function TagBar({ plants, selection }: Readonly<{ plants: readonly FleetPlant[]; selection: Selection }>) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  const { chosen } = selection
  const count = chosen.size
  return (
    <div className={styles.bar} role="status">
      <b>{text('lists.selected', { count })}</b>
      <Button size="s" onClick={() => selection.add(plants)}>
        {text('lists.select.page')}
      </Button>
      <Button size="s" kind="primary" disabled={count === 0} onClick={() => setOpen(true)}>
        {text('lists.tag.choose')}
      </Button>
      <Button size="s" kind="quiet" onClick={selection.end}>
        {text('lists.select.end')}
      </Button>
      {isOpen && <TagDialog plants={[...chosen.values()]} onClose={() => setOpen(false)} onDone={selection.end} />}
    </div>
  )
}

type Mark = 'all' | 'some' | 'none'

/** Every tag with a box that says whether all, some or none of the plants carry it. */
function TagDialog({
  plants,
  onClose,
  onDone,
}: Readonly<{ plants: readonly FleetPlant[]; onClose: () => void; onDone: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { data: tags = [] } = useQuery(tagsQuery)
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [added, setAdded] = useState('')
  const markOf = (tagId: number): Mark => {
    const wanted = changed.get(tagId)
    if (wanted !== undefined) return wanted ? 'all' : 'none'
    const carrying = plants.filter(({ tagIds }) => tagIds.includes(tagId)).length
    return carrying === 0 ? 'none' : carrying === plants.length ? 'all' : 'some'
  }
  const idsOf = (isOn: boolean) => [...changed].filter(([, wanted]) => wanted === isOn).map(([id]) => id)
  return (
    <ActionDialog
      title={text('lists.tag.choose.title', { count: plants.length })}
      confirm={text('lists.save')}
      isReady={changed.size > 0 || added.trim() !== ''}
      done={text('lists.tag.done')}
      faults={{ TOO_MANY: text('lists.tag.tooMany') }}
      run={async () => {
        const add = idsOf(true)
        const name = added.trim()
        const same = tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
        if (name !== '') add.push(same?.id ?? (await addTag(name)))
        await tagPlants(
          plants.map(({ id }) => id),
          add,
          idsOf(false).filter((id) => !add.includes(id)),
        )
        await client.invalidateQueries({ queryKey: ['plants'] })
        onDone()
      }}
      onClose={onClose}
    >
      {tags.map(({ id, name }) => (
        <TagBox
          key={id}
          name={name}
          mark={markOf(id)}
          onChange={(isOn) => setChanged(new Map([...changed, [id, isOn]]))}
        />
      ))}
      <TextField
        label={text('lists.tag.new')}
        optional={tags.length > 0}
        value={added}
        onChange={setAdded}
        maxLength={40}
        autoComplete="off"
      />
    </ActionDialog>
  )
}

function TagBox({ name, mark, onChange }: Readonly<{ name: string; mark: Mark; onChange: (isOn: boolean) => void }>) {
  const { text } = useText()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === 'some'
  }, [mark])
  return (
    <label className={fieldStyles.checkbox}>
      <input ref={box} type="checkbox" checked={mark === 'all'} onChange={() => onChange(mark !== 'all')} />
      <span>
        {name} {mark === 'some' && <small className="faint">{text('lists.tag.some')}</small>}
      </span>
    </label>
  )
}
