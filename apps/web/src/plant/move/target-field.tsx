import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { findTargets, type MoveTarget } from '../../api/equipment-moves.ts'
import { hasCome } from '../../api/has-come.ts'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/field.module.css'
import { SearchField } from '../../ui/search-field.tsx'
import { ErrorPanel, Skeleton } from '../../ui/states.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import styles from './target-field.module.css'

/** Chooses another plant to which the session may add devices. */
export function TargetField({
  plantId,
  chosen,
  onChoose,
}: Readonly<{ plantId: number; chosen: MoveTarget | undefined; onChoose: (target: MoveTarget) => void }>) {
  const { text } = useText()
  const name = useId()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const query = useQuery({
    queryKey: ['plants', 'move-targets', plantId, keyword],
    queryFn: ({ signal }) => findTargets(plantId, keyword, signal),
    placeholderData: keepPreviousData,
  })
  const { error, refetch } = query
  const data = hasCome(query, query.data) ? query.data : undefined
  const isWithoutChoice = data?.length === 0 && keyword === ''
  return (
    <fieldset className={cx(fieldStyles.field, styles.targets)}>
      <legend className={fieldStyles.fieldLabel} data-part="field-label">
        {text('moves.plant')}
      </legend>
      {isWithoutChoice ? (
        <p>{text('moves.plant.none')}</p>
      ) : (
        <SearchField label={text('moves.plant.search')} value={typed} onChange={setTyped} />
      )}
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={96} />)}
      {data?.length === 0 && keyword !== '' && <p role="status">{text('moves.plant.unfound')}</p>}
      {data?.map((target) => (
        <label
          key={target.plantId}
          className={cx(styles.target, chosen?.plantId === target.plantId && styles.targetChosen)}
        >
          <input
            type="radio"
            name={name}
            checked={chosen?.plantId === target.plantId}
            onChange={() => onChoose(target)}
          />
          <span>
            <b>{target.name}</b>
            {target.address && <small>{target.address}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
