import { useUrlState } from '../address/url-state.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from './button.tsx'
import styles from './pager.module.css'

/** The page number in the URL, which is not trusted. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** Links to the pages before and after, as `page` in the URL; nothing for a single page. */
export function Pager({ page, size, total }: Readonly<{ page: number; size: number; total: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { linkTo } = useUrlState()
  if (total <= size && page === 1) return null
  const last = Math.min(total, page * size)
  const first = Math.min(last, (page - 1) * size + 1)
  return (
    <nav className={styles.pager} aria-label={text('shell.pager.label')}>
      {page > 1 && (
        <ButtonLink size="s" icon="chevronLeft" to={linkTo({ page: page === 2 ? null : page - 1 })}>
          {text('shell.pager.previous')}
        </ButtonLink>
      )}
      <span role="status">
        {text('shell.pager.range', {
          from: format.count(first),
          to: format.count(last),
          total: format.count(total),
        })}
      </span>
      {last < total && (
        <ButtonLink size="s" icon="chevronRight" to={linkTo({ page: page + 1 })}>
          {text('shell.pager.next')}
        </ButtonLink>
      )}
    </nav>
  )
}
