import { useFormat } from '../../../texts/use-format.ts'
import { Hint } from '../../../ui/hint.tsx'

/** An amount of money; a scaled one (€301.24K) shows all its digits on hover and focus. */
export function Money({ amount, currency }: Readonly<{ amount: number | null | undefined; currency: string }>) {
  const format = useFormat()
  const shown = format.money(amount, currency)
  const whole = format.moneyInFull(amount, currency)
  return shown === whole ? shown : <Hint hint={whole}>{shown}</Hint>
}
