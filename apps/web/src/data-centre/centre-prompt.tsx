import { type DataCentre, dataCentres } from '@heliograph/domain/regions.ts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { accountPath } from '../address/account-paths.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './centre-prompt.module.css'
import { centreNameKeys, centreTitleKeys, chooseCentre } from './data-centre.ts'

/** The prompt to show. */
export type Prompt =
  /** Nothing matched: asks to check account, password and data center. */
  | Readonly<{ kind: 'check'; account: string }>
  | Readonly<{ kind: 'found'; centre: DataCentre }>
  | Readonly<{ kind: 'migrated'; centre: DataCentre }>
  | Readonly<{ kind: 'several'; centre: DataCentre }>
  | Readonly<{ kind: 'select' }>

const titles = {
  check: 'shell.dataCenter.loginPrompt',
  found: 'shell.dataCenter.loginPrompt',
  migrated: 'shell.dataCenter.accountPrompt',
  several: 'shell.dataCenter.accountPrompt',
  select: 'shell.dataCenter.select',
} as const

/** Login Prompt, Account Prompt and "Select data center" (specification, section 2). */
export function CentrePrompt({
  prompt,
  chosen,
  onClose,
  onSwitch,
  onSelect,
}: Readonly<{
  prompt: Prompt | undefined
  chosen: DataCentre
  onClose: () => void
  onSwitch: (centre: DataCentre) => void
  onSelect: () => void
}>) {
  const { text } = useText()
  const navigate = useNavigate()
  const nameOf = (centre: DataCentre): string => text(centreNameKeys[centre])
  const cancel = <Button onClick={onClose}>{text('shell.action.cancel')}</Button>

  const parts = (): Readonly<{ body: ReactNode; actions?: ReactNode }> => {
    switch (prompt?.kind) {
      case 'check':
        return {
          body: (
            <>
              <p>{text('shell.dataCenter.loginHint')}</p>
              <dl className={styles.centreFacts}>
                <dt>{text('login.account')}</dt>
                <dd>{prompt.account}</dd>
                <dt>{text('shell.menu.dataCenter')}</dt>
                <dd>{text(centreTitleKeys[chosen])}</dd>
              </dl>
            </>
          ),
          actions: (
            <>
              <Button onClick={onSelect}>{text('shell.dataCenter.select')}</Button>
              <Button kind="primary" onClick={onClose}>
                {text('data-centre.prompt.again')}
              </Button>
            </>
          ),
        }
      case 'found':
      case 'migrated':
        return {
          body: (
            <p>
              {prompt.kind === 'found'
                ? text('data-centre.prompt.found', { centre: nameOf(prompt.centre) })
                : text('shell.dataCenter.migrated')}
            </p>
          ),
          actions: (
            <>
              {cancel}
              <Button kind="primary" icon="swap" onClick={() => onSwitch(prompt.centre)}>
                {text('data-centre.prompt.switch', { centre: nameOf(prompt.centre) })}
              </Button>
            </>
          ),
        }
      case 'several':
        return {
          body: (
            <>
              <p>{text('data-centre.prompt.several', { centre: nameOf(prompt.centre) })}</p>
              <p className="muted">{text('shell.dataCenter.accountHint')}</p>
            </>
          ),
          actions: (
            <>
              <Button onClick={onClose}>{text('data-centre.prompt.later')}</Button>
              <Button kind="primary" onClick={() => void navigate(accountPath('data-centre'), { replace: true })}>
                {text('data-centre.prompt.merge')}
              </Button>
            </>
          ),
        }
      case 'select':
        return {
          body: (
            <>
              <p className="muted">{text('shell.dataCenter.hint')}</p>
              <div className={styles.centreChoice}>
                {dataCentres.map((centre) => (
                  <Button
                    key={centre}
                    wide
                    kind={centre === chosen ? 'primary' : 'plain'}
                    aria-pressed={centre === chosen}
                    onClick={() => {
                      chooseCentre(centre)
                      onClose()
                    }}
                  >
                    {text(centreTitleKeys[centre])}
                  </Button>
                ))}
              </div>
            </>
          ),
        }
      default:
        return { body: null }
    }
  }
  const { body, actions } = parts()
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={onClose}
      title={prompt ? text(titles[prompt.kind]) : ''}
      width={440}
      actions={actions}
    >
      {body}
    </Dialog>
  )
}
