import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { besideLogin } from '../../../address/way-back.ts'
import { requestLink, type Ticket } from '../../../auth/providers/third-party.ts'
import { registrationQuery } from '../../../auth/registration-query.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { RegisterForm } from './register-form.tsx'
import styles from './unbound-choice.module.css'

/** The provider account is unknown here: link it to an existing account, or register with it. */
export function UnboundChoice({ ticket }: Readonly<{ ticket: Ticket }>) {
  const { text } = useText()
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  const { data: registration, isPending } = useQuery(registrationQuery)
  const { name: provider, label } = ticket

  if (isNew) return <RegisterForm ticket={ticket} onBack={() => setNew(false)} />
  const signIn = (): void => {
    requestLink(ticket)
    void navigate(besideLogin('/login', ticket.back === '/plant' ? null : ticket.back))
  }
  return (
    <FrontPage
      title={label === '' ? text('third-party.unbound') : text('third-party.unbound.hello', { label })}
      lead={text('third-party.unbound.lead', { provider })}
    >
      <div className={styles.unboundChoices}>
        <div>
          <h2>{text('third-party.unbound.have')}</h2>
          <p>{text('third-party.unbound.have.hint', { provider })}</p>
          <Button kind="primary" wide onClick={signIn}>
            {text('third-party.unbound.signIn')}
          </Button>
        </div>
        {isPending && <Skeleton height={96} />}
        {registration?.open && (
          <div>
            <h2>{text('third-party.unbound.new')}</h2>
            <p>{text('third-party.unbound.new.hint', { provider })}</p>
            <Button wide onClick={() => setNew(true)}>
              {text('third-party.unbound.register')}
            </Button>
          </div>
        )}
        {registration && !registration.open && <p className="muted">{text('third-party.unbound.closed')}</p>}
      </div>
    </FrontPage>
  )
}
