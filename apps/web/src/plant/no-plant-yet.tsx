import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { accountPath } from '../address/account-paths.ts'
import { plantBinPath } from '../address/paths.ts'
import { binQuery } from '../api/plant-bin.ts'
import { myInvitationsQuery } from '../identity/invitations.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Step, Steps } from '../ui/steps.tsx'
import { CreatePlantLink } from './create-plant.tsx'
import { NamesOnly } from './names-only.tsx'
import styles from './no-plant-yet.module.css'

/** Instead of a list without a plant: the way to the first values, and to a shared plant. */
export function NoPlantYet() {
  const { text } = useText()
  const may = usePermission()(['plantCreate'])
  const binned = useQuery(binQuery).data?.length ?? 0
  const steps: readonly Step[] = [
    {
      title: text('first-steps.plant'),
      hint: text('first-steps.plant.hint'),
      state: 'now',
      action: <CreatePlantLink kind="primary">{text('plant-list.create')}</CreatePlantLink>,
    },
    { title: text('first-steps.logger'), hint: text('first-steps.logger.hint'), state: 'next' },
    { title: text('first-steps.data'), hint: text('first-steps.data.hint'), state: 'next' },
  ]
  return (
    <>
      <div className={styles.notes}>
        <Invitations />
        <NamesOnly />
      </div>
      <EmptyState
        isPage
        wide
        icon="plants"
        title={text('shell.plant.none')}
        hint={text(may ? 'first-steps.title' : 'shell.plant.noneAsk')}
      >
        {may && <Steps steps={steps} />}
        {binned > 0 && (
          <Link className="tiny" to={plantBinPath()}>
            {text('first-steps.bin')}
          </Link>
        )}
        <details className={styles.invited}>
          <summary>{text('first-steps.invited')}</summary>
          <p>{text('first-steps.invited.hint')}</p>
        </details>
      </EmptyState>
    </>
  )
}

/** Waiting invitations are shown first, against a second plant in place of a shared one. */
function Invitations() {
  const { text } = useText()
  const count = useQuery(myInvitationsQuery).data?.data.length ?? 0
  if (count === 0) return null
  return (
    <Notice
      isStatus
      tone="info"
      icon="mail"
      action={
        <ButtonLink size="s" to={accountPath('organization')}>
          {text('first-steps.invited.open')}
        </ButtonLink>
      }
    >
      {text('first-steps.invited.waiting', { count })}
    </Notice>
  )
}
