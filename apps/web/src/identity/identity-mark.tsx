import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { hueStyle } from './identity-hue.ts'
import styles from './identity-switcher.module.css'

/** The sign of an identity: a person, or an organization in its color. */
export const IdentityMark = ({ organizationId }: Readonly<{ organizationId: number | null }>) => (
  <span
    className={cx(organizationId !== null && styles.identityHued)}
    style={organizationId === null ? undefined : hueStyle(organizationId)}
  >
    <span className={styles.identityMark}>
      <Icon name={organizationId === null ? 'user' : 'factory'} size={16} />
    </span>
  </span>
)
