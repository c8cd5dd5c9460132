import { FrontPage } from '../../shell/front-page.tsx'
import { useText } from '../../texts/use-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** All is gone; says so once more, and goodbye. */
export function CancelledPage() {
  const { text } = useText()
  return (
    <FrontPage title={text('leaving.done.title')} lead={text('leaving.done.lead')}>
      <Notice tone="info">{text('leaving.done.hint')}</Notice>
      <ButtonLink to="/login" wide>
        {text('leaving.done.login')}
      </ButtonLink>
    </FrontPage>
  )
}
