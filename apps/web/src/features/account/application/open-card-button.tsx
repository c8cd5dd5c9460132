import { framePath } from '../../../address/paths.ts'
import { type ApplicationCard, openCard } from '../../../api/applications.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Opens a card's page beside this one. @param consent the person agreed to be led there */
export function OpenCardButton({
  card,
  consent = false,
  disabled = false,
  onOpened,
}: Readonly<{ card: ApplicationCard; consent?: boolean; disabled?: boolean; onOpened?: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const { running, run } = useAction()
  const open = async (): Promise<void> => {
    // Opened with the press: after the call a browser would take it for an advertisement.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    const isDone = await run('open', async () => {
      const url = await openCard(card.id, code, consent)
      if (url === undefined) throw new Error('The card leads nowhere')
      if (tab) tab.location.replace(url)
      else window.location.assign(url)
    })
    if (isDone) onOpened?.()
    else tab?.close()
  }
  if (card.isFrame)
    return (
      <ButtonLink icon="table" to={framePath(card.id)}>
        {text('plugin-page.open')}
      </ButtonLink>
    )
  return (
    <Button icon="external" busy={running !== undefined} disabled={disabled} onClick={() => void open()}>
      {text('application.openAt', { host: card.host })}
    </Button>
  )
}
