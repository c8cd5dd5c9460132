import { useText } from '../../../texts/use-text.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'

type Asked = Readonly<{ isPending: boolean; isError: boolean; data: unknown; error: unknown; refetch: () => unknown }>

/** What stands in a card while its list is on its way, missing or empty. */
export function ListState({ query, isEmpty, none }: Readonly<{ query: Asked; isEmpty: boolean; none?: string }>) {
  const { text } = useText()
  if (query.data === undefined && query.isError)
    return (
      <div className="security-part">
        <ErrorPanel compact failure={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  if (query.isPending)
    return (
      <div className="security-part" role="status" aria-label={text('shell.loading')}>
        <Skeleton height={40} />
      </div>
    )
  return isEmpty && none ? <p className="security-none">{none}</p> : null
}
