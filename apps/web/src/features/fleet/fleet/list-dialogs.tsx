import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  addTag,
  type ListView,
  type PlantTag,
  plantColumns,
  removeTag,
  removeView,
  renameTag,
  type SavedView,
  saveView,
  tagsQuery,
  viewsQuery,
} from '../../../api/plant-lists.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { columnsChange, useFleetAddress, usualColumns, viewChange } from './fleet-address.ts'
import styles from './fleet-menus.module.css'

type Closing = Readonly<{ onClose: () => void }>

/** @param name of the view that is shown now: it is replaced unless another name is given */
export function SaveViewDialog({ view, name: options, onClose }: Closing & Readonly<{ view: ListView; name: string }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [name, setName] = useState(options)
  return (
    <ActionDialog
      title={text('lists.view.save')}
      confirm={text('lists.save')}
      isReady={name.trim() !== ''}
      done={text('lists.view.saved')}
      run={async () => {
        await saveView({ name: name.trim(), view })
        await client.invalidateQueries({ queryKey: viewsQuery.queryKey })
      }}
      onClose={onClose}
    >
      <TextField
        label={text('lists.view.name')}
        hint={text('lists.view.hint')}
        value={name}
        onChange={setName}
        maxLength={60}
        autoComplete="off"
      />
    </ActionDialog>
  )
}

export function ManageViewsDialog({ views, onClose }: Closing & Readonly<{ views: readonly SavedView[] }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { run, running } = useAction()
  const { linkTo } = useFleetAddress()
  return (
    <Dialog open title={text('lists.views.manage')} onClose={onClose}>
      <ul className={styles.rows}>
        {views.map(({ id, name, view }) => (
          <li key={id} className={styles.row}>
            <Link to={linkTo(viewChange(view))} onClick={onClose}>
              {name}
            </Link>
            <Button
              kind="quiet"
              icon="trash"
              label={text('lists.view.remove', { name })}
              busy={running === `view-${id}`}
              onClick={() =>
                void run(`view-${id}`, async () => {
                  await removeView(id)
                  await client.invalidateQueries({ queryKey: viewsQuery.queryKey })
                })
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The choice is in the address at once, behind the dialog. */
export function ColumnsDialog({ onClose }: Closing) {
  const { text } = useText()
  const { columns = usualColumns, change } = useFleetAddress()
  return (
    <Dialog open title={text('lists.columns')} width={360} onClose={onClose}>
      <div className={styles.rows}>
        {plantColumns.map((column) => (
          <Checkbox
            key={column}
            label={text(`lists.column.${column}`)}
            checked={columns.includes(column)}
            onChange={(isOn) =>
              change(columnsChange(plantColumns.filter((own) => (own === column ? isOn : columns.includes(own)))), {
                replace: true,
              })
            }
          />
        ))}
      </div>
    </Dialog>
  )
}

export function ManageTagsDialog({ tags, onClose }: Closing & Readonly<{ tags: readonly PlantTag[] }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { run, running } = useAction()
  const [edited, setEdited] = useState<PlantTag>()
  const [name, setName] = useState('')
  const refresh = () => client.invalidateQueries({ queryKey: tagsQuery.queryKey })
  const save = () =>
    run('save', async () => {
      if (edited) await renameTag(edited.id, name.trim())
      else await addTag(name.trim())
      await refresh()
      setEdited(undefined)
      setName('')
    })
  return (
    <Dialog open title={text('lists.tags.manage')} onClose={onClose}>
      {tags.length === 0 && <p>{text('lists.tags.none')}</p>}
      <ul className={styles.rows}>
        {tags.map((tag) => (
          <li key={tag.id} className={styles.row}>
            <span>
              {tag.name} <small className="faint">{text('lists.tag.count', { count: tag.plantCount })}</small>
            </span>
            <Button
              size="s"
              kind="quiet"
              onClick={() => {
                setEdited(tag)
                setName(tag.name)
              }}
            >
              {text('lists.tag.rename')}
            </Button>
            <Button
              kind="quiet"
              icon="trash"
              label={text('lists.tag.remove', { name: tag.name })}
              busy={running === `tag-${tag.id}`}
              onClick={() =>
                void run(`tag-${tag.id}`, async () => {
                  await removeTag(tag.id)
                  await client.invalidateQueries({ queryKey: ['plants'] })
                })
              }
            />
          </li>
        ))}
      </ul>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void save()
        }}
      >
        <TextField
          label={edited ? text('lists.tag.rename.of', { name: edited.name }) : text('lists.tag.new')}
          value={name}
          onChange={setName}
          maxLength={40}
          autoComplete="off"
        />
        <Button type="submit" busy={running === 'save'} disabled={name.trim() === ''}>
          {edited ? text('lists.save') : text('lists.tag.add')}
        </Button>
      </form>
    </Dialog>
  )
}
