import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { accountPath } from '../address/account-paths.ts'
import { useUser } from '../auth/session.ts'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { cx } from '../ui/class-names.ts'
import { useDrawn } from '../ui/extra-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { useAction } from '../ui/use-action.ts'
import { identitiesQuery, identityTexts, readLastIdentity, toRestore, useTakeIdentity } from './identity.ts'
import { hueStyle } from './identity-hue.ts'
import styles from './identity-switcher.module.css'

/** The sign of an identity: a person, or an organization in its color. */
const IdentityMark = ({ organizationId }: Readonly<{ organizationId: number | null }>) => (
  <span
    className={cx(organizationId !== null && styles.identityHued)}
    style={organizationId === null ? undefined : hueStyle(organizationId)}
  >
    <span className={styles.identityMark}>
      <Icon name={organizationId === null ? 'user' : 'factory'} size={16} />
    </span>
  </span>
)

const RESTORED = 'heliograph.identity.restored'

/** The current identity and the others; absent for a person without an organization. */
export function IdentitySwitcher() {
  const { text } = useText()
  const user = useUser()
  const { data } = useQuery({ ...identitiesQuery, enabled: useDrawn() })
  const take = useTakeIdentity()
  const { running, run } = useAction()
  const rows = data?.data ?? []

  useEffect(() => {
    // Once per visit, and never against a choice made in it.
    if (!data || sessionStorage.getItem(RESTORED) === String(user.id)) return
    sessionStorage.setItem(RESTORED, String(user.id))
    const last = toRestore(data.data, readLastIdentity(user.id))
    if (last && user.organization === null) void run('restore', () => take(user.id, last.organizationId))
  }, [data, user, take, run])

  if (rows.length < 2 && user.organization === null) return null
  const name = user.organization?.name ?? text('organization.personal')
  return (
    <Menu
      label={`${text('shell.identity.switch')}: ${name}`}
      buttonClass={cx(buttonStyles.buttonQuiet, buttonStyles.buttonS, styles.identityButton)}
      button={
        <>
          <IdentityMark organizationId={user.organization?.id ?? null} />
          <span className={styles.identityName}>{name}</span>
          <Icon name="chevronDown" size={15} />
        </>
      }
      head={<div className="tiny faint">{text('organization.switch.hint')}</div>}
      groups={[
        rows.map((row) => {
          const called = row.organizationId === null ? text('organization.personal') : row.name
          return {
            id: String(row.organizationId ?? 'person'),
            name: called,
            checked: row.isCurrent,
            onPick: () => {
              if (!row.isCurrent && running === undefined) void run('switch', () => take(user.id, row.organizationId))
            },
            content: (
              <span className={styles.identityItem}>
                <IdentityMark organizationId={row.organizationId} />
                <span className={styles.identityRow}>
                  <b>{called}</b>
                  <small>
                    {text(identityTexts[row.identity])} · {text('organization.plants', { count: row.plantCount })}
                  </small>
                </span>
              </span>
            ),
          }
        }),
        [{ id: 'all', icon: 'list', to: accountPath('organization'), content: text('organization.title') }],
      ]}
    />
  )
}

/** The class of the frame around the stripe: what is in it keeps clear of both, the stripe and the header. */
export const useStripedClass = (): string | undefined =>
  useUser().organization === null ? undefined : styles.identityStriped

/** A line in the organization's color above the header, against work for the wrong side. */
export function IdentityStripe() {
  const { text } = useText()
  const { organization } = useUser()
  const isShown = organization !== null
  // Where the page is scrolled to an element, the root keeps clear of the header: it is around the frame.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (isShown) dataset.striped = ''
    return () => void delete dataset.striped
  }, [isShown])
  if (!isShown) return null
  return (
    <div className={cx(styles.identityHued, styles.identityStripe)} style={hueStyle(organization.id)} role="note">
      {text('organization.acting', { name: organization.name })}
    </div>
  )
}
