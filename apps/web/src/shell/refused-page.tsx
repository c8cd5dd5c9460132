import { plantListPath } from '../session/paths.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * A page that this user may not open: what is missing and who can give it.
 * @param right the code that was asked for @param part it stands inside another page, which has its own frame
 */
export function RefusedPage({ right, part = false }: Readonly<{ right: string; part?: boolean }>) {
  const { text, has } = useText()
  const key = `account.right.${right}`
  const content = (
    <div className="state">
      <span className="state-mark state-mark-fault">
        <Icon name="lock" size={26} />
      </span>
      <h1>{text('transport.forbidden')}</h1>
      <p>{text('account.refused.missing', { right: has(key) ? text(key) : right })}</p>
      <p>{text('account.refused.hint')}</p>
      <div className="state-actions">
        <ButtonLink icon="plants" to={plantListPath()}>
          {text('shell.action.home')}
        </ButtonLink>
      </div>
    </div>
  )
  return part ? content : <main className="page">{content}</main>
}
