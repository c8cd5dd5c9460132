import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Confirms that everything is deleted. */
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
