import { FrontNotice, FrontPage } from '../../shell/front-page.tsx'
import { useText } from '../../texts/use-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** All is gone; says so once more, and goodbye. */
export function CancelledPage() {
  const { text } = useText()
  return (
    <FrontPage title={text('leaving.done.title')} lead={text('leaving.done.lead')}>
      <FrontNotice tone="info">{text('leaving.done.hint')}</FrontNotice>
      <ButtonLink to="/login" wide>
        {text('leaving.done.login')}
      </ButtonLink>
    </FrontPage>
  )
}
