import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useFleetAddress } from './fleet-address.ts'
import styles from './fleet-page.module.css'
import { FLEET_PAGE_SIZE } from './queries.ts'

/** Which plants of how many stand above, and the way to the others. */
export function FleetPager({ total }: Readonly<{ total: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { page, linkTo } = useFleetAddress()
  const first = (page - 1) * FLEET_PAGE_SIZE + 1
  const last = Math.min(total, page * FLEET_PAGE_SIZE)
  if (total <= FLEET_PAGE_SIZE && page === 1) return null
  return (
    <nav className={styles.fleetPager} aria-label={text('fleet.pages')}>
      {page > 1 && (
        <ButtonLink size="s" icon="chevronLeft" to={linkTo({ page: page === 2 ? null : page - 1 })}>
          {text('shell.pager.previous')}
        </ButtonLink>
      )}
      <span role="status">
        {text('fleet.page', { from: format.count(first), to: format.count(last), total: format.count(total) })}
      </span>
      {last < total && (
        <ButtonLink size="s" icon="chevronRight" to={linkTo({ page: page + 1 })}>
          {text('shell.pager.next')}
        </ButtonLink>
      )}
    </nav>
  )
}
