import { useQueryClient } from '@tanstack/react-query'
import { plantKey } from '../../../api/queries.ts'
import { setSupport } from '../../../api/sharing.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './relate-page.module.css'

/** Lets the platform's support view the plant, as long as the owner wants it. */
export function SupportCard({ isOpen }: Readonly<{ isOpen: boolean }>) {
  const { text } = useText()
  const { plantId: id } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const change = (open: boolean): void =>
    void run(
      'support',
      () => setSupport(id, open).then(() => client.invalidateQueries({ queryKey: plantKey(id) })),
      text('organization.saved'),
    )
  return (
    <Card className={styles.relateSupport} title={text('sharing.support')}>
      <Checkbox
        label={text('sharing.support.switch')}
        // The switch moves at once, and back after a refusal.
        checked={running === undefined ? isOpen : !isOpen}
        onChange={(open) => running === undefined && change(open)}
      />
      <p className="tiny muted">{text('sharing.support.hint')}</p>
    </Card>
  )
}
