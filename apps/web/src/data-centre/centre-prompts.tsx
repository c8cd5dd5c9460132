import { type DataCentre, dataCentres } from '@heliograph/domain/regions.ts'
import { type ReactNode, useRef, useState } from 'react'
import { CallFailure } from '../api/failure.ts'
import { useBrand } from '../brand/brand-context.ts'
import { CentrePrompt, type Prompt } from './centre-prompt.tsx'
import { chooseCentre, chosenCentre, findCentresOf, offersCentres, useChosenCentre } from './data-centre.ts'

type Credentials = Readonly<{ account: string; password: string }>
export type CentrePrompts = Readonly<{
  /** The dialogs; stand once in the component. */
  prompts: ReactNode
  /** Why a sign-in may have failed; false: nothing to say about data centres. */
  explain: (failure: unknown, credentials: Credentials) => Promise<boolean>
  /** Whether the account exists elsewhere as well; false: go on. */
  afterSignIn: (credentials: Credentials) => Promise<boolean>
  /** "Select data center". */
  select: () => void
}>

/** Somebody who does not want to hear of their other account again, in this browser. */
const SILENT = 'heliograph.severalCentres'

const isCentre = (text: unknown): text is DataCentre => (dataCentres as readonly unknown[]).includes(text)

/**
 * What a sign-in may have to say about data centres (specification, section 2).
 * @param given.retry makes the sign-in again, with the centre that was chosen meanwhile
 * @param given.onContinue goes where the sign-in leads
 */
export function useCentrePrompts(given: Readonly<{ retry: () => void; onContinue: () => void }>): CentrePrompts {
  const brand = useBrand()
  const chosen = useChosenCentre()
  const [prompt, setPrompt] = useState<Prompt>()
  const hasWarned = useRef(false)
  const isOffered = offersCentres(brand)
  // Below, the centre is asked for when it counts: a prompt may have changed it since this was drawn.

  const explain: CentrePrompts['explain'] = async (failure, credentials) => {
    if (!isOffered || !(failure instanceof CallFailure)) return false
    if (failure.code === 'AUTH_USER_ALREADY_MIGRATED') {
      const told = failure.body.detail?.centre
      setPrompt({ kind: 'migrated', centre: isCentre(told) ? told : otherThan(chosenCentre(brand)) })
      return true
    }
    if (failure.code !== 'AUTH_INVALID_USERNAME_OR_PASSWORD') return false
    const found = await findCentresOf(credentials, { except: chosenCentre(brand) }).catch(() => [])
    const there = found.find(({ exists, movedTo }) => exists && movedTo === null)
    if (there) setPrompt({ kind: 'found', centre: there.centre })
    // Said once: who mistypes again has read it.
    else if (!hasWarned.current) setPrompt({ kind: 'check', account: credentials.account })
    else return false
    hasWarned.current = true
    return true
  }

  const afterSignIn: CentrePrompts['afterSignIn'] = async (credentials) => {
    if (!isOffered || localStorage.getItem(SILENT) !== null) return false
    const found = await findCentresOf(credentials, { except: chosenCentre(brand) }).catch(() => [])
    const there = found.find(({ exists, movedTo }) => exists && movedTo === null)
    if (!there) return false
    setPrompt({ kind: 'several', centre: there.centre })
    return true
  }

  const close = (): void => {
    if (prompt?.kind === 'several') {
      localStorage.setItem(SILENT, '1')
      given.onContinue()
    }
    setPrompt(undefined)
  }
  const switchTo = (centre: DataCentre): void => {
    chooseCentre(centre)
    setPrompt(undefined)
    given.retry()
  }
  return {
    prompts: (
      <CentrePrompt
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

const otherThan = (centre: DataCentre): DataCentre => (centre === 'CHINA' ? 'FOREIGN_1' : 'CHINA')
