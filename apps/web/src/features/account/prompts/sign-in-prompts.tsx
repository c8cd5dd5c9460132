import { Suspense, useEffect, useState } from 'react'
import type { CurrentUser } from '../../../api/account-types.ts'
import { useUser } from '../../../auth/session.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { postpone, readPostponed } from './postponed.ts'

export type Prompt = CurrentUser['prompts'][number]

const CountryPrompt = lazyPart(() => import('./country-prompt.tsx'), 'CountryPrompt')
const EmailPrompt = lazyPart(() => import('./email-prompt.tsx'), 'EmailPrompt')
const OfferPrompt = lazyPart(() => import('./offer-prompt.tsx'), 'OfferPrompt')
const PasswordPrompt = lazyPart(() => import('./password-prompt.tsx'), 'PasswordPrompt')

const dialogs = {
  country: CountryPrompt,
  email: EmailPrompt,
  weakPassword: PasswordPrompt,
  plantOffer: OfferPrompt,
} as const
/** Security problems come first. */
const order: readonly Prompt[] = ['weakPassword', 'plantOffer', 'email', 'country']

/** A person without a plant has something better to do: these wait until the first sign-in with one. */
const WAIT_FOR_PLANT: readonly Prompt[] = ['email', 'country']

/** The account's missing data, one prompt at a time; "later" holds until the next sign-in. */
export function SignInPrompts() {
  const user = useUser()
  const [postponed, setPostponed] = useState(() => readPostponed(user.id))
  const hasNoPlant = user.plantCount === 0
  useEffect(() => {
    if (!hasNoPlant) return
    for (const prompt of WAIT_FOR_PLANT) setPostponed(postpone(user.id, prompt))
  }, [hasNoPlant, user.id])
  const next = order.find(
    (prompt) =>
      user.prompts.includes(prompt) && !postponed.includes(prompt) && !(hasNoPlant && WAIT_FOR_PLANT.includes(prompt)),
  )
  if (!next) return null
  const Prompt = dialogs[next]
  return (
    <Suspense fallback={null}>
      <Prompt key={next} user={user} onLater={() => setPostponed(postpone(user.id, next))} />
    </Suspense>
  )
}
