import { useId } from 'react'
import buttonStyles from './button.module.css'
import { cx } from './class-names.ts'
import styles from './file-button.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/** A button that takes a file. @param camera opens the camera where a phone has one */
export function FileButton({
  accept,
  icon,
  camera = false,
  primary = false,
  disabled = false,
  onFile,
  children,
}: Readonly<{
  accept: string
  icon: IconName
  camera?: boolean
  primary?: boolean
  disabled?: boolean
  onFile: (file: File) => void
  children: string
}>) {
  const id = useId()
  return (
    <span className={styles.fileButton}>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept}
        disabled={disabled}
        {...(camera && { capture: 'environment' as const })}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <label
        htmlFor={id}
        className={cx(buttonStyles.button, primary && buttonStyles.buttonPrimary, disabled && buttonStyles.buttonBusy)}
        data-part="button"
      >
        <Icon name={icon} size={19} />
        <span>{children}</span>
      </label>
    </span>
  )
}
