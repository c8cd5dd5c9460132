import type { Changes } from '../../../address/url-state.ts'
import type { Step } from '../../../api/explorer.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { steps } from './explorer-address.ts'
import styles from './explorer-page.module.css'

type Props = Readonly<{
  every: Step | undefined
  isPerKw: boolean
  /** The address of the whole file. */
  file: string | undefined
  onChange: (changes: Changes, options?: Readonly<{ replace?: boolean }>) => void
}>

/** The step of the values, per kW or not, and the file with all of them. */
export function ExplorerTools({ every, isPerKw, file, onChange }: Props) {
  const { text } = useText()
  return (
    <div className={styles.tools}>
      <label className={styles.step}>
        {text('explorer.step')}
        <select value={every ?? ''} onChange={(event) => onChange({ every: event.target.value || null })}>
          <option value="">{text('explorer.step.auto')}</option>
          {steps.map((step) => (
            <option key={step} value={step}>
              {text(`explorer.step.${step}`)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={isPerKw}
          aria-checked={isPerKw}
          onChange={() => onChange({ kw: isPerKw ? null : '1' }, { replace: true })}
        />
        {text('explorer.scaled')}
      </label>
      {file && (
        <a className={styles.file} href={file} download>
          <Icon name="download" size={16} />
          {text('explorer.file')}
        </a>
      )}
    </div>
  )
}
