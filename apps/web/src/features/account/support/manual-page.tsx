import { Link } from 'react-router'
import { accountPath } from '../../../address/account-paths.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { useText } from '../../../texts/use-text.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { type ManualPage, type ManualPageId, manualNames, manualPages } from './manual-pages.ts'
import styles from './support.module.css'

const pathOf = (id: ManualPageId): string => `${accountPath('instructions')}?page=${id}`

/** The pages of the owner's guide, each with its first sentence. */
export function ManualContents() {
  const { text } = useText()
  return (
    <SettingCard title={text('manual.contents')}>
      {manualPages.map(({ id, title, lead }) => (
        <SettingRow key={id} title={<Link to={pathOf(id)}>{text(title)}</Link>} hint={text(lead)} />
      ))}
    </SettingCard>
  )
}

/** One page of the owner's guide, with the way to the next and back to all. */
export function ManualPageView({ page }: Readonly<{ page: ManualPage }>) {
  const { text } = useText()
  const at = manualPages.indexOf(page)
  const [before, after] = [manualPages[at - 1], manualPages[at + 1]]
  usePageTitle(text(page.title))
  const names = Object.fromEntries(Object.entries(manualNames).map(([name, key]) => [name, text(key)]))
  const List = page.isSteps ? 'ol' : 'ul'
  return (
    <article className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead title={text(page.title)} answer={text(page.lead)} />
      <List className={styles.manualPoints}>
        {page.points.map((point) => (
          <li key={point}>{text(point, names)}</li>
        ))}
      </List>
      <nav className={styles.manualWays} aria-label={text('manual.contents')}>
        {before && <Link to={pathOf(before.id)}>{text('manual.previous', { title: text(before.title) })}</Link>}
        <Link to={accountPath('instructions')}>{text('manual.contents')}</Link>
        {after && <Link to={pathOf(after.id)}>{text('manual.next', { title: text(after.title) })}</Link>}
      </nav>
    </article>
  )
}
