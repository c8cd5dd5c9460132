import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './data-center-page.module.css'

const goes = ['plants', 'rights', 'account', 'loggers'] as const
const stays = ['organizations', 'shared', 'tokens'] as const

/** What moves with the account and what stays. */
export function MovesAlong() {
  const { text } = useText()
  return (
    <ul className={styles.movesAlong}>
      {goes.map((one) => (
        <li key={one}>
          <Icon name="check" size={17} />
          <span>{text(`data-center.goes.${one}`)}</span>
        </li>
      ))}
      {stays.map((one) => (
        <li key={one} className={styles.movesNot}>
          <Icon name="close" size={17} />
          <span>{text(`data-center.stays.${one}`)}</span>
        </li>
      ))}
    </ul>
  )
}
