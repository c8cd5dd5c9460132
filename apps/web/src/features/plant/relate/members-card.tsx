import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plantKey } from '../../../api/queries.ts'
import { type Member, type Members, removeMember } from '../../../api/sharing.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { InvitedRow } from './invited-row.tsx'
import { MemberDialog } from './member-dialog.tsx'
import styles from './relate-page.module.css'
import { RemoveButton } from './remove-button.tsx'
import { ShareRow } from './share-row.tsx'

/** People who hold or share the plant, and pending invitations. @param isPerson the session acts for one of them */
export function MembersCard({
  members,
  canShare,
  isPerson,
}: Readonly<{ members: UseQueryResult<Members>; canShare: boolean; isPerson: boolean }>) {
  const { text } = useText()
  const { plantId: id } = useCurrentPlant()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<{ member?: Member }>()
  const refresh = () => client.invalidateQueries({ queryKey: plantKey(id) })
  const { data, error, refetch } = members
  return (
    <Card
      title={text('sharing.members')}
      aside={
        canShare && (
          <Button size="s" icon="add" onClick={() => setDialog({})}>
            {text('sharing.members.add')}
          </Button>
        )
      }
    >
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={96} />)}
      {data?.members.length === 0 && data.invitations.length === 0 && (
        <EmptyState compact icon="user" title={text('sharing.members.none')} hint={text('sharing.members.none.hint')} />
      )}
      <ul className={styles.relateList}>
        {data?.members.map((member) => (
          <ShareRow
            key={member.userId}
            {...member}
            name={member.nickname}
            isSelf={isPerson && member.isSelf}
            note={member.account === member.nickname ? '' : member.account}
          >
            {canShare && member.role !== 'owner' && (
              <>
                <Button size="s" onClick={() => setDialog({ member })}>
                  {text('shell.action.edit')}
                </Button>
                <RemoveButton name={member.nickname} remove={() => removeMember(id, member.userId).then(refresh)} />
              </>
            )}
          </ShareRow>
        ))}
        {data?.invitations.map((row) => (
          <InvitedRow key={`invitation ${row.id}`} invitation={row} canShare={canShare} />
        ))}
      </ul>
      {dialog && <MemberDialog member={dialog.member} onClose={() => setDialog(undefined)} onDone={refresh} />}
    </Card>
  )
}
