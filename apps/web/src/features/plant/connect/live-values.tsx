import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import type { TargetReport } from '../../../api/targets.ts'
import { useCodeWord } from '../../../plant/use-code-word.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './connect.module.css'

/** A German meter without its PIN sends whole kilowatt hours and no power. */
const lacksPower = (values: TargetReport['live'][number]['values']): boolean => {
  const has = (id: string): boolean => values.some(({ quantity }) => quantity === id)
  return has('gridImportTotalWh') && !has('gridPowerW')
}

/** The newest values of each device at an endpoint, by their names. */
export function LiveValues({ report, way }: Readonly<{ report: TargetReport | null; way: string }>) {
  const { text } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const wordOf = useCodeWord()
  if (!report || report.live.length === 0)
    return (
      <Card title={text('targets.live')}>
        <EmptyState compact icon="clock" title={text('targets.live.none')} />
      </Card>
    )
  return report.live.map(({ serial, model, at, values, complaints }) => {
    const left = [...new Set(complaints.flatMap(({ quantity }) => quantity ?? []))]
    return (
      <Card key={serial} title={model || serial} aside={<Age atMs={at} />}>
        <p className="muted tiny">{text('targets.serial', { serial })}</p>
        <dl className={styles.live}>
          {values.map(({ quantity, value, state, unit }) => (
            <div key={quantity}>
              <dt>{quantityName(quantity)}</dt>
              <dd>
                {unit === 'code'
                  ? wordOf({ quantity, raw: value, state: state ?? undefined })
                  : isQuantityId(quantity)
                    ? format.quantity(getQuantity(quantity), value).text
                    : value}
              </dd>
            </div>
          ))}
        </dl>
        {way === 'meter-stream' && lacksPower(values) && <Notice>{text('connection.pin')}</Notice>}
        {left.length > 0 && (
          <p className="muted tiny">{text('targets.live.left', { names: left.map(quantityName).join(', ') })}</p>
        )}
      </Card>
    )
  })
}
