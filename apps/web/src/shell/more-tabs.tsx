import type { PlantPage, PlantTab } from '../address/paths.ts'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import styles from './more-tabs.module.css'
import { tabText } from './tab-text.ts'

/** The pages of a plant that have no tab in the layout "origin". @param open the tab that is shown, also one of these */
export function MoreTabs({
  tabs,
  open,
  toPath,
}: Readonly<{ tabs: readonly PlantTab[]; open: PlantPage | undefined; toPath: (tab: PlantTab) => string }>) {
  const { text } = useText()
  const shown = tabs.find((tab) => tab === open)
  const label = text('shell.tab.more')
  return (
    <Menu
      label={label}
      buttonClass={cx(styles.moreTabs, shown !== undefined && styles.moreTabsOpen)}
      button={
        <>
          {shown === undefined ? label : text(tabText(shown))}
          <Icon name="chevronDown" size={16} />
        </>
      }
      groups={[tabs.map((tab) => ({ id: tab, to: toPath(tab), content: text(tabText(tab)), checked: tab === open }))]}
    />
  )
}
