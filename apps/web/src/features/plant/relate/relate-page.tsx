import { useQuery, useQueryClient } from '@tanstack/react-query'
import { plantKey } from '../../../api/queries.ts'
import { setSupport } from '../../../api/sharing.ts'
import { useUser } from '../../../auth/session.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { ChangeLogCard } from '../../../plant/change-log/change-log-card.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { GiveUpButton } from '../../../plant/give-up.tsx'
import { OfferRow } from '../../../plant/offer-row.tsx'
import { canTakeOver } from '../../../plant/shares.ts'
import { businessesQuery, membersQuery } from '../../../plant/sharing-queries.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { BusinessesCard } from './businesses-card.tsx'
import { MembersCard } from './members-card.tsx'
import styles from './relate-page.module.css'

/** Lets the platform's support view the plant, as long as the owner wants it. */
function SupportCard({ isOpen }: Readonly<{ isOpen: boolean }>) {
  const { text } = useText()
  const { plantId: id } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const change = (open: boolean): void =>
    void run(
      'support',
      () => setSupport(id, open).then(() => client.invalidateQueries({ queryKey: plantKey(id) })),
      text('organization.saved'),
    )
  return (
    <Card className={styles.relateSupport} title={text('sharing.support')}>
      <Checkbox
        label={text('sharing.support.switch')}
        // The switch moves at once, and back after a refusal.
        checked={running === undefined ? isOpen : !isOpen}
        onChange={(open) => running === undefined && change(open)}
      />
      <p className="tiny muted">{text('sharing.support.hint')}</p>
    </Card>
  )
}

/** The people and organizations that share this plant, their flags, and their changes. */
export function RelatePage() {
  const { text } = useText()
  const { plantId, plant } = useCurrentPlant()
  const { organization, identity } = useUser()
  const may = usePermission()
  const members = useQuery(membersQuery(plantId))
  const businesses = useQuery(businessesQuery(plantId))
  const people = members.data?.members ?? []
  const firms = businesses.data ?? []
  const isOwner = members.data?.isOwner ?? false
  const canShare = isOwner && may(['plantShare'])
  // The session acts for an organization or for the person, and only that one's share can be left.
  const mine = organization ? firms.find((item) => item.id === organization.id) : people.find((item) => item.isSelf)
  const canLeave = mine !== undefined && mine.role !== 'owner' && identity !== 'ORG_USER'
  // Both lists are drawn at once: neither has its height before.
  if (members.isPending || businesses.isPending)
    return (
      <div className="page">
        <Skeleton width="min(420px, 80%)" height={20} />
        <Skeleton height={420} />
      </div>
    )
  return (
    <div className="page">
      {/* The cards say what failed. */}
      {![members, businesses].some(({ isError, data }) => isError && data === undefined) && (
        <p className="answer">
          {members.data && businesses.data ? (
            text('sharing.answer', {
              plant: plant.name,
              people: people.filter(canTakeOver).length,
              organizations: firms.filter(canTakeOver).length,
            })
          ) : (
            <Skeleton width="min(420px, 80%)" height={20} />
          )}
        </p>
      )}
      <div className={cx('span-7', styles.relateColumn)}>
        <MembersCard members={members} canShare={canShare} isPerson={organization === null} />
        {isOwner && <ChangeLogCard className={styles.relateLog} />}
      </div>
      <div className={cx('span-5', styles.relateColumn)}>
        <BusinessesCard businesses={businesses} canShare={canShare} actingFor={organization?.id} />
        {isOwner && members.data && <SupportCard isOpen={members.data.supportOpen} />}
        {canLeave && (
          <Card title={text('sharing.leave')}>
            {members.data?.offer && <OfferRow offer={members.data.offer} />}
            <GiveUpButton plantId={plantId} />
            <p className={cx('tiny muted', styles.relateLeave)}>{text('sharing.leave.hint')}</p>
          </Card>
        )}
      </div>
    </div>
  )
}
