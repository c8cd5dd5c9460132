import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { useUser } from '../../../auth/session.ts'
import { identitiesQuery, useTakeIdentity } from '../../../identity/identity.ts'
import { myInvitationsQuery } from '../../../identity/invitations.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './organization-page.module.css'

/** Invitations to the user's email address; absent without any. */
export function InvitationsCard() {
  const { text } = useText()
  const client = useQueryClient()
  const user = useUser()
  const take = useTakeIdentity()
  const { running, run } = useAction()
  const { data } = useQuery(myInvitationsQuery)
  if (!data || data.data.length === 0) return null
  const refresh = () =>
    Promise.all(
      [myInvitationsQuery.queryKey, identitiesQuery.queryKey, userQuery.queryKey, ['plants']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  const accept = async (id: number): Promise<void> => {
    const { organizationId } = await call('POST /user-s/invitation/accept', { body: { id } })
    await refresh()
    // A person who joins an organization acts for it from here on, like one who creates it.
    if (organizationId !== null) await take(user.id, organizationId)
  }
  const decline = (id: number) => call('POST /user-s/invitation/{id}/decline', { params: { id } }).then(refresh)
  return (
    <SettingCard title={text('organization.invitations.mine')}>
      <ul>
        {data.data.map((row) => (
          <li key={row.id} className={styles.organizationNew}>
            <SettingRow
              icon={row.kind === 'plant' ? 'plants' : 'factory'}
              title={row.name}
              hint={text(
                row.kind === 'plant' ? 'organization.invitation.plant' : 'organization.invitation.organization',
                { inviter: row.invitedBy },
              )}
            >
              <Button
                size="s"
                busy={running === `decline ${row.id}`}
                onClick={() => void run(`decline ${row.id}`, () => decline(row.id))}
              >
                {text('organization.decline')}
              </Button>
              <Button
                size="s"
                kind="primary"
                busy={running === `accept ${row.id}`}
                onClick={() =>
                  void run(`accept ${row.id}`, () => accept(row.id), text('organization.invitation.accepted'))
                }
              >
                {text('organization.accept')}
              </Button>
            </SettingRow>
          </li>
        ))}
      </ul>
    </SettingCard>
  )
}
