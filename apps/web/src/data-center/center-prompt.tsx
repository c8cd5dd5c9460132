import { type DataCenter, dataCenters } from '@heliograph/domain/regions.ts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { accountPath } from '../address/account-paths.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './center-prompt.module.css'
import { centerNameKeys, centerTitleKeys, chooseCenter } from './data-center.ts'

/** The prompt to show. */
export type Prompt =
  /** Nothing matched: asks to check account, password and data center. */
  | Readonly<{ kind: 'check'; account: string }>
  | Readonly<{ kind: 'found'; center: DataCenter }>
  | Readonly<{ kind: 'migrated'; center: DataCenter }>
  | Readonly<{ kind: 'several'; center: DataCenter }>
  | Readonly<{ kind: 'select' }>

const titles = {
  check: 'shell.dataCenter.loginPrompt',
  found: 'shell.dataCenter.loginPrompt',
  migrated: 'shell.dataCenter.accountPrompt',
  several: 'shell.dataCenter.accountPrompt',
  select: 'shell.dataCenter.select',
} as const

/** Login Prompt, Account Prompt and "Select data center" (specification, section 2). */
export function CenterPrompt({
  prompt,
  chosen,
  onClose,
  onSwitch,
  onSelect,
}: Readonly<{
  prompt: Prompt | undefined
  chosen: DataCenter
  onClose: () => void
  onSwitch: (center: DataCenter) => void
  onSelect: () => void
}>) {
  const { text } = useText()
  const navigate = useNavigate()
  const nameOf = (center: DataCenter): string => text(centerNameKeys[center])
  const cancel = <Button onClick={onClose}>{text('shell.action.cancel')}</Button>

  const parts = (): Readonly<{ body: ReactNode; actions?: ReactNode }> => {
    switch (prompt?.kind) {
      case 'check':
        return {
          body: (
            <>
              <p>{text('shell.dataCenter.loginHint')}</p>
              <dl className={styles.centerFacts}>
                <dt>{text('login.account')}</dt>
                <dd>{prompt.account}</dd>
                <dt>{text('shell.menu.dataCenter')}</dt>
                <dd>{text(centerTitleKeys[chosen])}</dd>
              </dl>
            </>
          ),
          actions: (
            <>
              <Button onClick={onSelect}>{text('shell.dataCenter.select')}</Button>
              <Button kind="primary" onClick={onClose}>
                {text('data-center.prompt.again')}
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
                ? text('data-center.prompt.found', { center: nameOf(prompt.center) })
                : text('shell.dataCenter.migrated')}
            </p>
          ),
          actions: (
            <>
              {cancel}
              <Button kind="primary" icon="swap" onClick={() => onSwitch(prompt.center)}>
                {text('data-center.prompt.switch', { center: nameOf(prompt.center) })}
              </Button>
            </>
          ),
        }
      case 'several':
        return {
          body: (
            <>
              <p>{text('data-center.prompt.several', { center: nameOf(prompt.center) })}</p>
              <p className="muted">{text('shell.dataCenter.accountHint')}</p>
            </>
          ),
          actions: (
            <>
              <Button onClick={onClose}>{text('data-center.prompt.later')}</Button>
              <Button kind="primary" onClick={() => void navigate(accountPath('data-center'), { replace: true })}>
                {text('data-center.prompt.merge')}
              </Button>
            </>
          ),
        }
      case 'select':
        return {
          body: (
            <>
              <p className="muted">{text('shell.dataCenter.hint')}</p>
              <div className={styles.centerChoice}>
                {dataCenters.map((center) => (
                  <Button
                    key={center}
                    wide
                    kind={center === chosen ? 'primary' : 'plain'}
                    aria-pressed={center === chosen}
                    onClick={() => {
                      chooseCenter(center)
                      onClose()
                    }}
                  >
                    {text(centerTitleKeys[center])}
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
