import { useText } from '../texts/use-text.tsx'
import { Dialog } from './dialog.tsx'
import './kbd.css'
import { useRegisteredShortcuts } from './shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

const signs: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' }

/** The keys of this screen, each once. */
export function ShortcutsDialog({ open, onClose }: Readonly<{ open: boolean; onClose: () => void }>) {
  const { text } = useText()
  const shortcuts = useRegisteredShortcuts()
  const rows = [...new Map(shortcuts.map((shortcut) => [shortcut.key, shortcut])).values()]
  return (
    <Dialog open={open} onClose={onClose} title={text('shell.keyboard.title')} width={400}>
      <ul className={styles.shortcutList}>
        {rows.map((row) => (
          <li key={row.key}>
            {text(row.text)}
            <span>
              {row.key.split(' ').map((key) => (
                <kbd key={key}>{signs[key] ?? key}</kbd>
              ))}
            </span>
          </li>
        ))}
        <li>
          {text('shell.keyboard.close')}
          <kbd>Esc</kbd>
        </li>
      </ul>
    </Dialog>
  )
}
