import { Link } from 'react-router'
import { accountPath } from '../../../address/account-paths.ts'
import { plantPath } from '../../../address/paths.ts'
import type { DeletionCheck } from '../../../api/account-types.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import styles from './leaving.module.css'

/** The page where the blocker can be resolved. */
const wayOf: Readonly<Partial<Record<DeletionCheck['check'], string>>> = {
  organizations: accountPath('organization'),
  exports: accountPath('exportAccount'),
}

/** One condition of the deletion: green, or red with a link to resolve it. */
export function CheckRow({ check }: Readonly<{ check: DeletionCheck }>) {
  const { text } = useText()
  const { check: kind, isOk, names } = check
  const way = wayOf[kind]
  return (
    <SettingRow
      className={isOk ? undefined : styles.leavingOpen}
      icon={isOk ? 'check' : 'close'}
      {...(isOk ? { tone: 'ok' as const } : {})}
      title={
        <>
          {text(`leaving.check.${kind}`)}
          <span className="visually-hidden">{text(isOk ? 'leaving.check.isOk' : 'leaving.check.isOpen')}</span>
        </>
      }
      hint={
        isOk ? (
          text(`leaving.check.${kind}.ok`)
        ) : (
          <>
            {text(`leaving.check.${kind}.open`)}
            {names.length > 0 && (
              <span className={styles.leavingNames}>
                {names.map((name) =>
                  kind === 'sharedPlants' ? (
                    <Link key={name.id} to={plantPath('relate', { id: name.id })}>
                      {name.name}
                    </Link>
                  ) : (
                    <b key={name.id}>{name.name}</b>
                  ),
                )}
              </span>
            )}
          </>
        )
      }
    >
      {!isOk && way && (
        <ButtonLink size="s" to={way}>
          {text('leaving.check.go')}
        </ButtonLink>
      )}
    </SettingRow>
  )
}
