import { useMemo, useState } from 'react'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { onlyStarred, toClipboard, toGroups } from './device-values.ts'
import type { Selection } from './use-selection.ts'
import { useStarredValues } from './use-starred-values.ts'
import { ValueGroup } from './value-group.tsx'
import styles from './values-card.module.css'

type Props = Readonly<{ detail: DeviceDetail; selection: Selection }>

/** All latest values of the device, by category. */
export function ValuesCard({ detail, selection }: Props) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const [keyword, setKeyword] = useState('')
  const [look, setLook] = useState<'plain' | 'raw'>('plain')
  const starred = useStarredValues()
  const found = useMemo(() => toGroups(detail, nameOf, keyword), [detail, nameOf, keyword])
  const groups = starred.isAlone ? onlyStarred(found, starred.ids) : found
  const count = groups.reduce((sum, { values }) => sum + values.length, 0)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(toClipboard(groups))
      showToast(text('device-detail.values.copied', { count }), 'ok')
    } catch {
      showToast(text('device-detail.values.copyFailed'), 'warn')
    }
  }
  return (
    <Card className="span-8">
      <div className={styles.valuesCardHead}>
        <h2>{text('device-detail.values')}</h2>
        <SearchField label={text('device-detail.values.search')} value={keyword} onChange={setKeyword} />
        <Segmented
          label={text('device-detail.values.look')}
          value={look}
          onChange={setLook}
          options={[
            { value: 'plain', label: text('device-detail.values.plain') },
            { value: 'raw', label: text('device-detail.values.raw') },
          ]}
        />
        <Button size="s" kind="quiet" aria-pressed={starred.isAlone} onClick={starred.toggleAlone}>
          {text('device-place.star.alone', { count: starred.ids.length })}
        </Button>
        <Button size="s" kind="quiet" icon="copy" disabled={count === 0} onClick={() => void copy()}>
          {text('shell.action.copy')}
        </Button>
      </div>
      <div role="status" className="visually-hidden">
        {keyword && text('device-detail.values.found', { count })}
      </div>
      {groups.length > 0 ? (
        <div className={styles.valuesCardGroups}>
          {groups.map((group) => (
            <ValueGroup
              key={group.tag}
              group={group}
              zone={detail.zone}
              raw={look === 'raw'}
              selection={selection}
              starred={starred}
            />
          ))}
        </div>
      ) : (
        <p className={styles.valuesCardNone}>
          {starred.isAlone && !keyword
            ? text('device-place.star.none')
            : text('device-detail.values.none', { keyword })}
        </p>
      )}
    </Card>
  )
}
