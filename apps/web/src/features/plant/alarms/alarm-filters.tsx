import { type DeviceType, deviceTypes } from '@heliograph/domain/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownRulesPath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import { type AlarmOrder, type AlarmPage, alarmOrders } from '../../../api/alarms.ts'
import { devicesQuery } from '../../../api/device-queries.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Checkbox, SelectField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { type AlarmFilter, countNarrowing, influences, levels, nothingNarrows } from './alarm-filter.ts'
import styles from './alarm-filters.module.css'

type Props = Readonly<{
  filter: AlarmFilter
  rules: AlarmPage['rules']
  /** undefined: a link cannot carry the session. */
  fileAddress: string | undefined
}>

/** Types that alarms are about; the others have none. */
const types: readonly DeviceType[] = deviceTypes.filter((type) =>
  ['COLLECTOR', 'INVERTER', 'MICRO_INVERTER', 'METER', 'BATTERY', 'OPTIMIZER', 'WEATHER_STATION', 'PCS'].includes(type),
)

/** Filters of the list; all of them stand in the address. */
export function AlarmFilters({ filter, rules, fileAddress }: Props) {
  const { text } = useText()
  const { params, change } = useUrlState()
  const narrowed = countNarrowing(params)
  const [isOpen, setIsOpen] = useState(narrowed > 0)
  const [typed, setTyped] = useState(filter.words ?? '')
  const set = (name: string, value: string | null): void =>
    change({ [name]: value || null, page: null }, { replace: true })
  const find = (words: string): void => {
    setTyped(words)
    set('find', words.trim())
  }
  return (
    <>
      <div className={styles.bar}>
        <SearchField label={text('alarm-page.filter.search')} value={typed} onChange={find} />
        <Button icon="settings" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {text(isOpen ? 'alarm-page.filter.fewer' : 'alarm-page.filter.more')}
          {narrowed > 0 && ` (${narrowed})`}
        </Button>
        <ButtonLink icon="alarm" to={ownRulesPath()}>
          {text('alarm-page.ownRules')}
        </ButtonLink>
        {fileAddress !== undefined && (
          <a className={cx(buttonStyles.button)} data-part="button" href={fileAddress} download>
            <Icon name="download" size={19} />
            <span>{text('alarm-page.export')}</span>
          </a>
        )}
      </div>
      {isOpen && <MoreFilters filter={filter} rules={rules} set={set} />}
      {isOpen && narrowed > 0 && (
        <Button
          kind="quiet"
          size="s"
          icon="close"
          onClick={() => {
            setTyped('')
            change(nothingNarrows, { replace: true })
          }}
        >
          {text('alarm-page.none.filter.clear')}
        </Button>
      )}
    </>
  )
}

type MoreProps = Readonly<{
  filter: AlarmFilter
  rules: AlarmPage['rules']
  set: (name: string, value: string | null) => void
}>

function MoreFilters({ filter, rules, set }: MoreProps) {
  const { text } = useText()
  const all = { value: '', label: text('alarm-page.filter.all') }
  return (
    <search className={styles.more} aria-label={text('alarm-page.filter')}>
      <SelectField
        label={text('alarm-page.level')}
        value={String(filter.level ?? '')}
        options={[all, ...levels.map((level) => ({ value: String(level), label: text(`alarm-page.level.${level}`) }))]}
        onChange={(value) => set('level', value)}
      />
      <SelectField
        label={text('alarm-page.influence')}
        value={String(filter.influence ?? '')}
        options={[
          all,
          ...influences.map((influence) => ({
            value: String(influence),
            label: text(`alarm-page.influence.${influence}`),
          })),
        ]}
        onChange={(value) => set('influence', value)}
      />
      <SelectField
        label={text('alarm-page.filter.rule')}
        value={filter.rule ?? ''}
        options={[all, ...rules.map(({ ruleId: id, name }) => ({ value: id, label: name }))]}
        onChange={(value) => set('rule', value)}
      />
      <SelectField<string>
        label={text('alarm-page.filter.type')}
        value={filter.type ?? ''}
        options={[all, ...types.map((item) => ({ value: item, label: text(`devices.type.${item}`) }))]}
        onChange={(value) => set('type', value)}
      />
      {filter.plantId !== undefined && <DeviceFilter plantId={filter.plantId} value={filter.deviceId} set={set} />}
      <SelectField
        label={text('alarm-page.filter.seen')}
        value={filter.isAcknowledged === undefined ? '' : filter.isAcknowledged ? 'yes' : 'no'}
        options={[
          all,
          { value: 'no', label: text('alarm-page.filter.seen.no') },
          { value: 'yes', label: text('alarm-page.filter.seen.yes') },
        ]}
        onChange={(value) => set('seen', value)}
      />
      <DateField
        label={text('alarm-page.filter.from')}
        optional
        value={filter.fromDay ?? ''}
        onChange={(day) => set('from', day)}
        {...(filter.toDay === undefined ? {} : { max: filter.toDay })}
      />
      <DateField
        label={text('alarm-page.filter.to')}
        optional
        value={filter.toDay ?? ''}
        onChange={(day) => set('to', day)}
        {...(filter.fromDay === undefined ? {} : { min: filter.fromDay })}
      />
      <SelectField<AlarmOrder>
        label={text('alarm-page.order')}
        value={filter.order}
        options={alarmOrders.map((order) => ({ value: order, label: text(`alarm-page.order.${order}`) }))}
        onChange={(value) => set('order', value)}
      />
      <Checkbox
        label={text('alarm-page.filter.mine')}
        checked={filter.isMine === true}
        onChange={(checked) => set('mine', checked ? '1' : null)}
      />
    </search>
  )
}

function DeviceFilter({
  plantId,
  value,
  set,
}: Readonly<{ plantId: number; value: number | undefined; set: MoreProps['set'] }>) {
  const { text } = useText()
  const { data = [] } = useQuery(devicesQuery(plantId))
  const devices = data.filter(({ deviceId }) => deviceId !== 0)
  return (
    <SelectField
      label={text('alarm-page.filter.device')}
      value={String(value ?? '')}
      options={[
        { value: '', label: text('alarm-page.filter.all') },
        ...devices.map(({ deviceId, name }) => ({ value: String(deviceId), label: name })),
      ]}
      onChange={(device) => set('device', device)}
    />
  )
}
