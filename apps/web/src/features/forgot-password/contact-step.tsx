import { type FormEvent, type ReactNode, useState } from 'react'
import { useCodeFault } from '../../auth/contact/code-fault.ts'
import type { CodeSending } from '../../auth/contact/code-field.tsx'
import { type ContactDraft, kindOf } from '../../auth/contact/contact.ts'
import { ContactField } from '../../auth/contact/contact-field.tsx'
import { useBrand } from '../../brand/brand-context.ts'
import { canChooseCentre } from '../../data-centre/data-centre.ts'
import { RegionField } from '../../data-centre/region-field.tsx'
import styles from '../../shell/front-page.module.css'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useWide } from '../../ui/use-wide.ts'

export function ContactStep({
  draft,
  onChange,
  sms,
  sending,
  panel,
  onDone,
}: Readonly<{
  draft: ContactDraft
  onChange: (draft: ContactDraft) => void
  sms: boolean
  sending: CodeSending
  panel: ReactNode
  onDone: () => Promise<void>
}>) {
  const { text } = useText()
  const faultOf = useCodeFault()
  const brand = useBrand()
  const wide = useWide()
  const [tried, setTried] = useState(false)
  const kind = kindOf(draft)
  const fits = kind === 'email' || (kind === 'phone' && sms)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (fits && !sending.busy) void onDone()
  }
  return (
    <form className={styles.frontForm} noValidate onSubmit={submit}>
      <div role="alert" hidden={sending.failure === undefined}>
        {sending.failure !== undefined && <Notice tone="fault">{faultOf(sending.failure)}</Notice>}
      </div>
      {canChooseCentre(brand) && <RegionField />}
      <ContactField
        label={text(sms ? 'sign-up.contact.emailOrPhone' : 'sign-up.contact.email')}
        hint={text('sign-up.forgot.noContact')}
        allowed={sms ? 'emailOrPhone' : 'email'}
        name="contact"
        autoComplete={sms ? 'username' : 'email'}
        autoFocus={wide}
        required
        draft={draft}
        onChange={onChange}
        error={tried && !fits ? text(sms ? 'sign-up.contact.wrong' : 'sign-up.contact.emailWrong') : undefined}
      />
      {panel ?? (
        <Button type="submit" kind="primary" wide busy={sending.busy}>
          {text('sign-up.sendCode')}
        </Button>
      )}
    </form>
  )
}
