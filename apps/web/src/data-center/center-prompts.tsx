import { type DataCenter, dataCenters } from '@heliograph/domain/regions.ts'
import { type ReactNode, useRef, useState } from 'react'
import { CallFailure } from '../api/failure.ts'
import { useBrand } from '../brand/brand-context.ts'
import { CenterPrompt, type Prompt } from './center-prompt.tsx'
import { canChooseCenter, chooseCenter, chosenCenter, findCentersOf, useChosenCenter } from './data-center.ts'

type Credentials = Readonly<{ account: string; password: string }>
export type CenterPrompts = Readonly<{
  /** The dialogs; render once in the component. */
  prompts: ReactNode
  /** Handles a failed sign-in; false: data centers are not the reason. */
  explain: (failure: unknown, credentials: Credentials) => Promise<boolean>
  /** Whether the account exists elsewhere as well; false: continue. */
  afterSignIn: (credentials: Credentials) => Promise<boolean>
  /** "Select data center". */
  select: () => void
}>

/** Accounts whose owners declined to merge, in this browser. */
const SILENT = 'heliograph.severalCenters'

/** How often a visit asks other data centers about a name that could not sign in here; they lock it after five. */
const MOST_ASKED = 2

const isCenter = (text: unknown): text is DataCenter => (dataCenters as readonly unknown[]).includes(text)

/**
 * The prompts about data centers during a sign-in (specification, section 2).
 * @param options.retry repeats the sign-in in the newly chosen data center
 * @param options.onContinue goes to the target of the sign-in
 */
export function useCenterPrompts(options: Readonly<{ retry: () => void; onContinue: () => void }>): CenterPrompts {
  const brand = useBrand()
  const chosen = useChosenCenter()
  const [prompt, setPrompt] = useState<Prompt>()
  const hasWarned = useRef(false)
  const asked = useRef(new Map<string, number>())
  const isOffered = canChooseCenter(brand)
  // Below, the data center is read when needed: a prompt may have changed it since this was drawn.

  const explain: CenterPrompts['explain'] = async (failure, credentials) => {
    if (!isOffered || !(failure instanceof CallFailure)) return false
    if (failure.code === 'AUTH_USER_ALREADY_MIGRATED') {
      const center = failure.body.detail?.center
      setPrompt({ kind: 'migrated', center: isCenter(center) ? center : otherCenterOf(chosenCenter(brand)) })
      return true
    }
    if (failure.code !== 'AUTH_INVALID_USERNAME_OR_PASSWORD') return false
    // A wrong password counts as a failure there too: who mistypes it here again and again is not locked out there.
    const times = asked.current.get(credentials.account) ?? 0
    asked.current.set(credentials.account, times + 1)
    const isAsked = times < MOST_ASKED
    const found = isAsked ? await findCentersOf(credentials, { except: chosenCenter(brand) }).catch(() => []) : []
    const there = found.find(({ exists, movedTo }) => exists && movedTo === null)
    if (there) setPrompt({ kind: 'found', center: there.center })
    // Shown once: a user with another typo has read it.
    else if (!hasWarned.current) setPrompt({ kind: 'check', account: credentials.account })
    else return false
    hasWarned.current = true
    return true
  }

  const afterSignIn: CenterPrompts['afterSignIn'] = async (credentials) => {
    if (!isOffered || localStorage.getItem(SILENT) !== null) return false
    const found = await findCentersOf(credentials, { except: chosenCenter(brand) }).catch(() => [])
    const there = found.find(({ exists, movedTo }) => exists && movedTo === null)
    if (!there) return false
    setPrompt({ kind: 'several', center: there.center })
    return true
  }

  const close = (): void => {
    if (prompt?.kind === 'several') {
      localStorage.setItem(SILENT, '1')
      options.onContinue()
    }
    setPrompt(undefined)
  }
  const switchTo = (center: DataCenter): void => {
    chooseCenter(center)
    setPrompt(undefined)
    options.retry()
  }
  return {
    prompts: (
      <CenterPrompt
        prompt={prompt}
        chosen={chosen}
        onClose={close}
        onSwitch={switchTo}
        onSelect={() => setPrompt({ kind: 'select' })}
      />
    ),
    explain,
    afterSignIn,
    select: () => setPrompt({ kind: 'select' }),
  }
}

const otherCenterOf = (center: DataCenter): DataCenter => (center === 'CHINA' ? 'FOREIGN_1' : 'CHINA')
