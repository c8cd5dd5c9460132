import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFailureText } from '../../texts/use-failure-text.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import fieldStyles from '../../ui/field.module.css'
import styles from './provider-buttons.module.css'
import { ProviderMark } from './provider-mark.tsx'
import { openProviderToSignIn } from './third-party.ts'
import { providersQuery, useProviderName } from './third-party-query.ts'

/**
 * Other sign-in methods, below the form; absent without a provider. @param back the target of the sign-in
 * @param onIngress signs in the person whom Home Assistant has signed in, without a way there and back
 */
export function ProviderButtons({
  keep,
  back,
  onIngress,
}: Readonly<{ keep: boolean; back: string; onIngress: () => void }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const nameOf = useProviderName()
  const { data } = useQuery(providersQuery)
  const [leaving, setLeaving] = useState<string>()
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    // A visitor who cancels at the provider may return to the cached page, with a button that still spins.
    const stay = () => setLeaving(undefined)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])

  if (!data || data.data.length === 0) return null
  const leave = async (provider: Readonly<{ id: string; name: string }>): Promise<void> => {
    setLeaving(provider.id)
    setFailure(undefined)
    try {
      await openProviderToSignIn({ id: provider.id, name: nameOf(provider) }, { keep, back })
    } catch (fault) {
      setFailure(fault)
      setLeaving(undefined)
    }
  }
  return (
    <div className={styles.providerButtons}>
      <div className={styles.providerOr}>
        <span>{text('third-party.or')}</span>
      </div>
      {data.data.map((provider) => (
        <Button
          key={provider.id}
          wide
          busy={leaving === provider.id}
          disabled={leaving !== undefined}
          onClick={() => (provider.kind === 'ingress' ? onIngress() : void leave(provider))}
        >
          <span className={styles.providerButton}>
            <ProviderMark id={provider.id} name={provider.name} />
            {text('third-party.continue', { provider: nameOf(provider) })}
          </span>
        </Button>
      ))}
      <div role="alert">
        {failure !== undefined && <span className={fieldStyles.fieldError}>{textOf(failure)}</span>}
      </div>
    </div>
  )
}
