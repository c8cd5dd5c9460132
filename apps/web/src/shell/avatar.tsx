import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { accountKey } from '../auth/re-authentication/security-query.ts'
import { useUser } from '../auth/session.ts'
import { cx } from '../ui/class-names.ts'
import styles from './avatar.module.css'
import { initialsOf } from './initials.ts'

export const photoQuery = queryOptions({
  queryKey: [...accountKey, 'photo'],
  queryFn: ({ signal }) => call('GET /user-s/acc/photo', undefined, { signal }),
  staleTime: 30 * MINUTE_MS,
})

/** Accepts only pictures: a photo in a reply must not be another kind of document. */
const isPicture = (url: string): boolean => /^data:image\/(png|jpeg|webp);base64,/.test(url)

/** The signed-in user's photo, or initials. The name is beside it. */
export function Avatar({ large = false }: Readonly<{ large?: boolean }>) {
  const user = useUser()
  const { data } = useQuery({ ...photoQuery, enabled: user.hasPhoto })
  const photo = user.hasPhoto ? data?.photo : null
  return (
    <span className={cx(styles.avatar, large && styles.avatarLarge)} data-testid={large ? 'large-avatar' : undefined}>
      {photo && isPicture(photo) ? <img src={photo} alt="" /> : initialsOf(user.nickname || user.account)}
    </span>
  )
}
