import { type Theme, themes } from '../preferences/shown-theme.ts'
import { useTheme } from '../preferences/theme.ts'
import { useText } from '../texts/use-text.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { Segmented } from '../ui/segmented.tsx'

const iconOf: Readonly<Record<Theme, IconName>> = { auto: 'theme', light: 'sun', dark: 'moon' }

/** @param onPick stores the choice with the account; absent: the choice is this browser's */
export function ThemeSwitch({ onPick }: Readonly<{ onPick?: (theme: Theme) => void }>) {
  const { text } = useText()
  const { chosen, change } = useTheme()
  return (
    <Segmented
      label={text('shell.theme.label')}
      value={chosen}
      onChange={onPick ?? change}
      options={themes.map((theme) => ({
        value: theme,
        title: text(`shell.theme.${theme}`),
        label: <Icon name={iconOf[theme]} size={17} />,
      }))}
    />
  )
}
