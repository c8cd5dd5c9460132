import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountPath } from '../../address/account-paths.ts'
import { call } from '../../api/call.ts'
import { useFailureText } from '../../texts/use-failure-text.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import settingStyles from '../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useProof } from '../re-authentication/proof-dialog.tsx'
import { accountKey } from '../re-authentication/security-query.ts'
import styles from './provider-buttons.module.css'
import { ProviderMark } from './provider-mark.tsx'
import { openProviderToLink } from './third-party.ts'
import { bindingsQuery, providersQuery, useProviderName } from './third-party-query.ts'

type Row = Readonly<{ id: string; name: string; binding?: Readonly<{ label: string; since: number }> }>

/** The user's accounts at providers, to link and to unlink; absent without a provider. */
export function BindingsCard() {
  const { text } = useText()
  const providers = useQuery(providersQuery)
  const bindings = useQuery(bindingsQuery)
  const failure = providers.error ?? bindings.error
  const retry = () => void Promise.all([providers.refetch(), bindings.refetch()])
  if (!providers.data || !bindings.data) {
    // A server without providers shows no card, so no skeleton is shown before that is known.
    if (!failure && !providers.data?.data.length) return null
    return (
      <SettingCard title={text('third-party.card.title')} lead={text('third-party.card.lead')}>
        <div className={settingStyles.settingBody}>
          {failure ? <ErrorPanel compact failure={failure} onRetry={retry} /> : <Skeleton height={38} />}
        </div>
      </SettingCard>
    )
  }
  const rows = toRows(providers.data.data, bindings.data.data)
  if (rows.length === 0) return null
  return (
    <SettingCard title={text('third-party.card.title')} lead={text('third-party.card.lead')}>
      {rows.map((row) => (
        <BindingRow key={row.id} row={row} />
      ))}
    </SettingCard>
  )
}

function BindingRow({ row }: Readonly<{ row: Row }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const format = useFormat()
  const client = useQueryClient()
  const { ask, dialog } = useProof()
  const [leaving, setLeaving] = useState(false)
  const name = useProviderName()(row)
  const { binding } = row

  const bind = async (): Promise<void> => {
    setLeaving(true)
    try {
      await openProviderToLink({ id: row.id, name }, accountPath('security'))
    } catch (fault) {
      setLeaving(false)
      showToast(textOf(fault), 'warn')
    }
  }
  const unbind = (): void =>
    ask({
      title: text('third-party.unbind.title', { provider: name }),
      lead: text('third-party.unbind.lead', { provider: name }),
      confirm: text('third-party.unbind'),
      danger: true,
      run: async (proof) => {
        await call('DELETE /user-s/acc/binding/{provider}', { params: { provider: row.id }, body: { proof } })
        await client.invalidateQueries({ queryKey: accountKey })
        showToast(text('third-party.unlinked', { provider: name }), 'ok')
      },
    })

  const since = binding && format.date(new Date(binding.since * 1000).toISOString().slice(0, 10))
  const hint = !binding
    ? text('third-party.card.none')
    : binding.label === ''
      ? text('third-party.card.since', { since })
      : text('third-party.card.as', { label: binding.label, since })
  return (
    <SettingRow
      title={
        <span className={styles.providerButton}>
          <ProviderMark id={row.id} name={name} />
          {name}
        </span>
      }
      hint={hint}
    >
      {binding ? (
        <Button size="s" label={text('third-party.unbind.title', { provider: name })} onClick={unbind}>
          {text('third-party.unbind')}
        </Button>
      ) : (
        <Button
          size="s"
          busy={leaving}
          label={text('third-party.bind.label', { provider: name })}
          onClick={() => void bind()}
        >
          {text('third-party.bind')}
        </Button>
      )}
      {dialog}
    </SettingRow>
  )
}

type Provider = Readonly<{ id: string; kind: string; name: string }>
type Binding = Readonly<{ provider: string; name: string; label: string; since: number }>

const isLinkable = ({ kind }: Provider): boolean => kind !== 'ingress'

/** Providers that can be linked, then links to providers that are no longer offered. */
const toRows = (providers: readonly Provider[], bindings: readonly Binding[]): readonly Row[] => [
  // Home Assistant links its people by itself.
  ...providers.filter(isLinkable).map(({ id, name }) => {
    const binding = bindings.find((item) => item.provider === id)
    return { id, name, ...(binding ? { binding } : {}) }
  }),
  ...bindings
    .filter(({ provider }) => !providers.some((item) => item.id === provider && isLinkable(item)))
    .map((binding) => ({ id: binding.provider, name: binding.name, binding })),
]
