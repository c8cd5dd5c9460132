import { type ContactDraft, kindOf } from '../../../auth/contact/contact.ts'
import { CodeContactField } from '../../../auth/contact/contact-field.tsx'
import { useBrand } from '../../../brand/brand-context.ts'
import { canChooseCenter } from '../../../data-center/data-center.ts'
import { RegionField } from '../../../data-center/region-field.tsx'
import { type CodeStep, SendCodeForm } from '../../../shell/send-code-form.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { useWide } from '../../../ui/use-wide.ts'

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
}> &
  CodeStep) {
  const { text } = useText()
  const brand = useBrand()
  const wide = useWide()
  const kind = kindOf(draft)
  const fits = kind === 'email' || (kind === 'phone' && sms)
  return (
    <SendCodeForm sending={sending} panel={panel} isComplete={() => fits} onDone={onDone}>
      {(isTried) => (
        <>
          {canChooseCenter(brand) && <RegionField />}
          <CodeContactField
            sms={sms}
            hint={text('sign-up.forgot.noContact')}
            autoFocus={wide}
            draft={draft}
            onChange={onChange}
            error={isTried && !fits ? text(sms ? 'sign-up.contact.wrong' : 'sign-up.contact.emailWrong') : undefined}
          />
        </>
      )}
    </SendCodeForm>
  )
}
