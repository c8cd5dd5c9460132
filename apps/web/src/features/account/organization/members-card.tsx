import { type OrganizationRole, organizationRoles } from '@heliograph/domain/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { Pill } from '../../../ui/status.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InvitedRow } from './invited-row.tsx'
import styles from './organization-page.module.css'
import { organizationKey } from './queries.ts'

type Member = Organization['members'][number]

/** The members of the organization with their roles, and pending invitations. */
export function MembersCard({ organization, isAdmin }: Readonly<{ organization: Organization; isAdmin: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const may = usePermission()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [removing, setRemoving] = useState<Member>()
  const [inviting, setInviting] = useState(false)
  const { id, members, invitations } = organization
  const refresh = () => client.invalidateQueries({ queryKey: organizationKey(id) })
  const admins = members.filter((member) => member.role === 'admin').length

  const change = (member: Member, role: OrganizationRole): void =>
    void run(
      `role ${member.userId}`,
      async () => {
        await call('POST /user-s/org/{id}/member/{userId}', { params: { id, userId: member.userId }, body: { role } })
        await refresh()
        if (member.isSelf) await client.invalidateQueries({ queryKey: userQuery.queryKey })
      },
      text('organization.saved'),
    )

  return (
    <SettingCard
      title={text('organization.members')}
      lead={text('organization.members.count', { count: members.length })}
      aside={
        isAdmin &&
        may(['invitation']) && (
          <Button size="s" icon="add" onClick={() => setInviting(true)}>
            {text('organization.invite')}
          </Button>
        )
      }
    >
      <ul>
        {members.map((member) => (
          <li key={member.userId}>
            <SettingRow
              icon="user"
              title={
                <span className={styles.organizationName}>
                  {member.nickname} {member.isSelf && <Pill>{text('organization.you')}</Pill>}
                </span>
              }
              hint={`${member.email ?? member.account} · ${text('organization.since', { date: format.date(toDay(member.sinceMs)) })}`}
            >
              {isAdmin && !(member.role === 'admin' && admins === 1) ? (
                <span className={styles.organizationRole}>
                  <select
                    aria-label={text('organization.roleOf', { name: member.nickname })}
                    value={member.role}
                    disabled={running === `role ${member.userId}`}
                    onChange={(event) => change(member, event.target.value as OrganizationRole)}
                  >
                    {organizationRoles.map((role) => (
                      <option key={role} value={role}>
                        {text(`organization.role.${role}`)}
                      </option>
                    ))}
                  </select>
                  <Icon name="chevronDown" size={16} />
                </span>
              ) : (
                <Pill>{text(`organization.role.${member.role}`)}</Pill>
              )}
              {isAdmin && !member.isSelf && (
                <Button
                  kind="quiet"
                  size="s"
                  icon="trash"
                  label={text('organization.remove', { name: member.nickname })}
                  onClick={() => setRemoving(member)}
                />
              )}
            </SettingRow>
          </li>
        ))}
        {invitations.map((row) => (
          <InvitedRow key={`invitation ${row.id}`} organizationId={id} invitation={row} mayWithdraw={isAdmin} />
        ))}
      </ul>
      {inviting && <InviteDialog organizationId={id} onClose={() => setInviting(false)} />}
      {removing && (
        <ActionDialog
          title={text('organization.remove', { name: removing.nickname })}
          confirm={text('organization.remove.submit')}
          danger
          run={() =>
            call('DELETE /user-s/org/{id}/member/{userId}', { params: { id, userId: removing.userId } }).then(refresh)
          }
          onClose={() => setRemoving(undefined)}
        >
          <p>{text('organization.remove.hint', { name: removing.nickname })}</p>
        </ActionDialog>
      )}
    </SettingCard>
  )
}
