import type { Payment } from '../../../api/applications.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './application.module.css'

/** How an order is paid: what the operator says, and their page. */
export function PaymentDialog({
  title,
  payment,
  onClose,
}: Readonly<{ title: string; payment: Payment; onClose: () => void }>) {
  const { text } = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={460}
      actions={<Button onClick={onClose}>{text('shell.action.close')}</Button>}
    >
      {/* The number that a transfer names. */}
      <p>
        <b>{text('application.order.number', { id: String(payment.id) })}</b>
      </p>
      <p className={styles.body}>{payment.text || text('application.order.ask')}</p>
      {payment.link && (
        <p>
          <a className={buttonStyles.button} href={payment.link} target="_blank" rel="noreferrer">
            <span>{text('application.order.pay')}</span>
          </a>
        </p>
      )}
    </Dialog>
  )
}
