import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { loginPath } from '../address/way-back.ts'
import { CallFailure } from '../api/failure.ts'
import { userQuery } from '../api/queries.ts'
import { UserContext, useSessionEndExpected } from '../auth/session.ts'
import { useText } from '../texts/use-text.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import styles from './plain-page.module.css'

/** Everything below has a user; without one it leads to the sign-in, and back. */
export function RequireUser() {
  const { text } = useText()
  const { pathname, search, hash } = useLocation()
  const { data, error, refetch } = useQuery(userQuery)
  const isEndExpected = useSessionEndExpected()
  // An ended session has precedence over the cached user.
  if (error instanceof CallFailure && error.verdict.goToLogin && !(isEndExpected && data))
    return <Navigate to={loginPath(`${pathname}${search}${hash}`)} replace />
  // A switched identity starts again: the screen showed the other one's data.
  if (data)
    return (
      <UserContext value={data}>
        <Outlet key={data.organization?.id ?? 'person'} />
      </UserContext>
    )
  if (error)
    return (
      <main className={styles.plainPage}>
        <ErrorPanel failure={error} title={text('shell.error.page')} onRetry={() => void refetch()} />
      </main>
    )
  return (
    <div className="splash" role="status" aria-label={text('shell.loading')}>
      <span className="splash-sun" />
    </div>
  )
}
