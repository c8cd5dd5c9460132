import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { hueStyle } from './identity-hue.ts'
import styles from './identity-switcher.module.css'

/** The sign of an identity: a person, or an organization in its color. */
export const IdentityMark = ({ organisationId }: Readonly<{ organisationId: number | null }>) => (
  <span
    className={cx(organisationId !== null && styles.identityHued)}
    style={organisationId === null ? undefined : hueStyle(organisationId)}
  >
    <span className={styles.identityMark}>
      <Icon name={organisationId === null ? 'user' : 'factory'} size={16} />
    </span>
  </span>
)
