import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { tagsQuery, viewsQuery } from '../../../api/plant-lists.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { useDrawn } from '../../../ui/extra-part.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { isSameView, tagChange, useFleetAddress, usualView, viewChange } from './fleet-address.ts'
import chipCss from './fleet-chips.module.css'
import styles from './fleet-menus.module.css'
import { ColumnsDialog, ManageTagsDialog, ManageViewsDialog, SaveViewDialog } from './list-dialogs.tsx'

type Opened = 'save' | 'views' | 'columns' | 'tags' | undefined

/** Saved views and tags: what to see, and under which name. @param onSelect begins to choose plants to tag */
export function FleetMenus({ isTable, onSelect }: Readonly<{ isTable: boolean; onSelect?: (() => void) | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const address = useFleetAddress()
  const isDrawn = useDrawn()
  const { data: views = [] } = useQuery({ ...viewsQuery, enabled: isDrawn })
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: isDrawn })
  const [opened, setOpened] = useState<Opened>()
  const { tagIds, linkTo } = address
  const shown = views.find(({ view }) => isSameView(view, address))
  const close = (): void => setOpened(undefined)
  const linkWith = (tagId: number): string =>
    linkTo(tagChange(tagIds.includes(tagId) ? tagIds.filter((id) => id !== tagId) : [...tagIds, tagId]))
  return (
    <div className={styles.menus}>
      {tags
        .filter(({ id }) => tagIds.includes(id))
        .map(({ id, name, plantCount }) => (
          <Link
            key={id}
            className={cx(chipCss.chip, chipCss.chipOn)}
            to={linkWith(id)}
            replace
            aria-label={text('lists.tag.without', { name })}
          >
            {name} <b>{format.count(plantCount)}</b>
            <Icon name="close" size={14} />
          </Link>
        ))}
      <Menu
        label={text('lists.tags')}
        button={
          <>
            {text('lists.tags')} <Icon name="chevronDown" size={15} />
          </>
        }
        groups={[
          tags.map(({ id, name, plantCount }) => ({
            id: `tag-${id}`,
            content: (
              <>
                {name} <span className="faint">{format.count(plantCount)}</span>
              </>
            ),
            name,
            ...(tagIds.includes(id) ? { icon: 'check' as const } : {}),
            to: linkWith(id),
          })),
          [
            onSelect !== undefined && { id: 'select', content: text('lists.tag.plants'), onPick: onSelect },
            { id: 'manage', content: text('lists.tags.manage'), onPick: () => setOpened('tags') },
          ],
        ]}
      />
      <Menu
        label={text('lists.views')}
        button={
          <>
            <span className={styles.viewName}>{shown?.name ?? text('lists.views')}</span>
            <Icon name="chevronDown" size={15} />
          </>
        }
        groups={[
          [
            {
              id: 'usual',
              content: text('lists.view.usual'),
              to: linkTo(viewChange(usualView)),
              ...(isSameView(usualView, address) ? { icon: 'check' as const } : {}),
            },
            ...views.map(({ id, name, view }) => ({
              id: `view-${id}`,
              content: name,
              to: linkTo(viewChange(view)),
              ...(shown?.id === id ? { icon: 'check' as const } : {}),
            })),
          ],
          [
            { id: 'save', content: text('lists.view.save'), onPick: () => setOpened('save') },
            isTable && { id: 'columns', content: text('lists.columns'), onPick: () => setOpened('columns') },
            views.length > 0 && {
              id: 'manage',
              content: text('lists.views.manage'),
              onPick: () => setOpened('views'),
            },
          ],
        ]}
      />
      {opened === 'save' && <SaveViewDialog view={address} name={shown?.name ?? ''} onClose={close} />}
      {opened === 'views' && <ManageViewsDialog views={views} onClose={close} />}
      {opened === 'columns' && <ColumnsDialog onClose={close} />}
      {opened === 'tags' && <ManageTagsDialog tags={tags} onClose={close} />}
    </div>
  )
}
