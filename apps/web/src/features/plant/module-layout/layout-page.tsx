import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant, useLiveValues } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { LayoutEditor } from './editor/layout-editor.tsx'
import styles from './layout-page.module.css'
import { layoutQuery } from './layout-queries.ts'
import { LayoutView } from './layout-view.tsx'

/**
 * The day whose modules are shown; undefined: now. While the plant sleeps it is the last day with data, unless the address
 * asks for now: at night there is nothing else to see.
 */
function useLayoutDay(): string | undefined {
  const { params, date } = useUrlState()
  const { plant, zone } = useCurrentPlant()
  const { now } = useLiveValues()
  if (date !== undefined || params.get('at') === 'now') return date
  const lastMs = now?.sampledAtMs ?? null
  return plant.status === 'asleep' && lastMs !== null ? localDate(lastMs, zone) : undefined
}

/** `/plant/infos/component-layout`: where the modules lie and what each of them does. */
export function LayoutPage() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const { params, linkTo } = useUrlState()
  const date = useLayoutDay()
  const [round, setRound] = useState(0)
  const mayEdit = can('editPlant')
  const isEdited = mayEdit && params.get('edit') === '1'
  const { data, error, refetch } = useQuery(layoutQuery(plantId, isEdited ? undefined : date))
  const head = (
    <header className={styles.head}>
      <h2>{text('module-layout.title')}</h2>
      {mayEdit && data !== undefined && (data.layout.groups.length > 0 || isEdited) && (
        <ButtonLink
          kind={isEdited ? 'primary' : 'plain'}
          icon={isEdited ? 'check' : 'settings'}
          to={linkTo({ edit: isEdited ? null : 1 })}
        >
          {text(isEdited ? 'module-layout.done' : 'module-layout.edit')}
        </ButtonLink>
      )}
    </header>
  )
  if (data === undefined)
    return (
      <div className="page">
        {head}
        {error ? <ErrorPanel failure={error} onRetry={() => void refetch()} /> : <Skeleton height={480} />}
      </div>
    )
  return (
    <div className="page">
      {head}
      {isEdited ? (
        <LayoutEditor
          key={`${plantId}:${round}`}
          info={data}
          onReload={() => void refetch().then(() => setRound((before) => before + 1))}
        />
      ) : data.layout.modules.length === 0 ? (
        <EmptyState icon="grid" title={text('module-layout.none')} hint={text('module-layout.none.hint')}>
          {mayEdit && (
            <ButtonLink kind="primary" icon="add" to={linkTo({ edit: 1 })}>
              {text('module-layout.start')}
            </ButtonLink>
          )}
        </EmptyState>
      ) : (
        <LayoutView info={data} failed={error !== null} date={date} />
      )}
    </div>
  )
}
