import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { tagsQuery } from '../../../api/plant-lists.ts'
import { tagChange, useFleetAddress } from './fleet-address.ts'
import styles from './plant-tags.module.css'

/** The tags on a plant, each a filter. */
export function PlantTags({ tagIds }: Readonly<{ tagIds: readonly number[] }>) {
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: tagIds.length > 0 })
  const address = useFleetAddress()
  const shown = tags.filter(({ id }) => tagIds.includes(id))
  if (shown.length === 0) return null
  return (
    <span className={styles.tags}>
      {shown.map(({ id, name }) => (
        <Link
          key={id}
          className={styles.tag}
          to={address.linkTo(tagChange([...new Set([...address.tagIds, id])]))}
          preventScrollReset
        >
          {name}
        </Link>
      ))}
    </span>
  )
}
