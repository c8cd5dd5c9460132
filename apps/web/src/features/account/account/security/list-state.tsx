import { useText } from '../../../../texts/use-text.tsx'
import { ErrorPanel, Skeleton } from '../../../../ui/states.tsx'
import styles from './security-page.module.css'

type Asked = Readonly<{ isPending: boolean; isError: boolean; data: unknown; error: unknown; refetch: () => unknown }>

/** The content of a card while its list is loading, failed or empty. */
export function ListState({ query, isEmpty, none }: Readonly<{ query: Asked; isEmpty: boolean; none?: string }>) {
  const { text } = useText()
  if (query.data === undefined && query.isError)
    return (
      <div className={styles.securityPart}>
        <ErrorPanel compact failure={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  if (query.isPending)
    return (
      <div className={styles.securityPart} role="status" aria-label={text('shell.loading')}>
        <Skeleton height={40} />
      </div>
    )
  return isEmpty && none ? <p className={styles.securityNone}>{none}</p> : null
}
