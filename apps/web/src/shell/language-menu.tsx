import { getLanguage } from '@heliograph/domain/languages.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import styles from '../ui/button.module.css'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'

/** Each language in its own words. @param named shows the current one beside the globe */
export function LanguageMenu({ named = false }: Readonly<{ named?: boolean }>) {
  const { text } = useText()
  const { code, row, offered, change } = useLanguage()
  return (
    <Menu
      label={text('shell.language')}
      buttonClass={named ? cx(styles.buttonQuiet, styles.buttonS) : cx(styles.buttonQuiet, styles.buttonIconOnly)}
      button={
        <>
          <Icon name="globe" size={19} />
          {named && <span>{row.name}</span>}
        </>
      }
      groups={[
        offered.map((item) => ({
          id: item,
          checked: item === code,
          lang: getLanguage(item).locale,
          onPick: () => change(item),
          content: getLanguage(item).name,
        })),
      ]}
    />
  )
}
