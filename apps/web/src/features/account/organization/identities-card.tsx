import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../auth/session.ts'
import { identitiesQuery, identityTexts, useTakeIdentity } from '../../../identity/identity.ts'
import { hueStyle } from '../../../identity/identity-hue.ts'
import identitySwitcherStyles from '../../../identity/identity-switcher.module.css'
import { usePermission } from '../../../identity/permitted.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { Pill } from '../../../ui/status.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { NameField } from './name-field.tsx'

/** A new organization; its creator acts for it at once. */
function FoundDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { text } = useText()
  const user = useUser()
  const client = useQueryClient()
  const take = useTakeIdentity()
  const [name, setName] = useState('')
  const found = async (): Promise<void> => {
    const { id } = await call('POST /user-s/org', { body: { name: name.trim() } })
    await client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
    await take(user.id, id)
  }
  return (
    <ActionDialog
      title={text('organization.found')}
      confirm={text('organization.found.submit')}
      isReady={name.trim().length >= 2}
      run={found}
      onClose={onClose}
    >
      <p className="muted">{text('organization.found.hint')}</p>
      <NameField value={name} onChange={setName} />
    </ActionDialog>
  )
}

/** The person and their organizations, and the button to create one. */
export function IdentitiesCard() {
  const { text } = useText()
  const user = useUser()
  const may = usePermission()
  const take = useTakeIdentity()
  const { running, run } = useAction()
  const { data, error, refetch } = useQuery(identitiesQuery)
  const [founding, setFounding] = useState(false)
  return (
    <SettingCard
      title={text('organization.identities')}
      lead={text(data?.data.length === 1 ? 'organization.why' : 'organization.identities.lead')}
      aside={
        user.organization === null &&
        may(['organizationCreate']) && (
          <Button size="s" icon="add" onClick={() => setFounding(true)}>
            {text('organization.found')}
          </Button>
        )
      }
    >
      {!data && (
        <div className={settingStyles.settingBody}>
          {error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={44} />}
        </div>
      )}
      <ul>
        {data?.data.map((row) => (
          <li
            key={row.organizationId ?? 'person'}
            {...(row.organizationId === null
              ? {}
              : { className: identitySwitcherStyles.identityHued, style: hueStyle(row.organizationId) })}
          >
            <SettingRow
              icon={row.organizationId === null ? 'user' : 'factory'}
              title={row.organizationId === null ? text('organization.personal') : row.name}
              hint={`${text(identityTexts[row.identity])} · ${text('organization.plants', { count: row.plantCount })}`}
            >
              {row.isCurrent ? (
                <Pill tone="primary">{text('organization.current')}</Pill>
              ) : (
                <Button
                  size="s"
                  icon="swap"
                  disabled={running !== undefined}
                  busy={running === `take ${row.organizationId}`}
                  onClick={() => void run(`take ${row.organizationId}`, () => take(user.id, row.organizationId))}
                >
                  {text(row.organizationId === null ? 'organization.actForSelf' : 'organization.actFor')}
                </Button>
              )}
            </SettingRow>
          </li>
        ))}
      </ul>
      {founding && <FoundDialog onClose={() => setFounding(false)} />}
    </SettingCard>
  )
}
