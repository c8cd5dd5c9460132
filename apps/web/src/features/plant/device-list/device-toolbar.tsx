import type { DeviceType } from '@heliograph/domain/device.ts'
import { Link } from 'react-router'
import { addLoggerPath, explorerPath, replacePath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import styles from './device-list-page.module.css'

/** undefined: the list, which is a table where it fits. */
export type Look = 'cards' | 'tree' | undefined

type Props = Readonly<{
  types: readonly Readonly<{ type: DeviceType; count: number }>[]
  type: DeviceType | undefined
  total: number
  look: Look
  /** With an energy of their own. */
  inverterIds: readonly number[]
}>

/** One chart holds no more. */
const MOST_COMPARED = 12

/** Type chips, the three views, and the link to add a logger. All of it is in the URL. */
export function DeviceToolbar({ types, type, total, look, inverterIds }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, can } = useCurrentPlant()
  const { linkTo } = useUrlState()
  const chips = [
    { key: null, label: text('devices.type.ALL'), count: total },
    ...types.map((item) => ({ key: item.type, label: text(`devices.type.${item.type}`), count: item.count })),
  ]
  return (
    <div className={styles.deviceToolbar}>
      {look !== 'tree' && (
        <nav className={styles.deviceChips} aria-label={text('devices.types')}>
          {chips.map(({ key, label, count }) => (
            <Link
              key={key ?? 'ALL'}
              to={linkTo({ type: key })}
              replace
              preventScrollReset
              aria-current={(type ?? null) === key ? 'true' : undefined}
            >
              {label}
              <b>{format.count(count)}</b>
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.deviceToolbarEnd}>
        <SegmentedLinks
          label={text('devices.look')}
          places={[
            {
              key: 'list',
              to: linkTo({ look: null }),
              current: look === undefined,
              label: (
                <>
                  <Icon name="list" size={16} />
                  {text('devices.look.list')}
                </>
              ),
            },
            {
              key: 'cards',
              to: linkTo({ look: 'cards' }),
              current: look === 'cards',
              label: (
                <>
                  <Icon name="table" size={16} />
                  {text('device-place.look.cards')}
                </>
              ),
            },
            {
              key: 'tree',
              to: linkTo({ look: 'tree', type: null }),
              current: look === 'tree',
              label: (
                <>
                  <Icon name="flow" size={16} />
                  {text('devices.look.tree')}
                </>
              ),
            },
          ]}
        />
        {inverterIds.length > 1 && (
          <ButtonLink
            size="s"
            icon="chart"
            to={explorerPath(
              inverterIds.slice(0, MOST_COMPARED).map((id) => `d${id}:generationTotalWh`),
              { span: 'month', every: 'day' },
            )}
          >
            {text('devices.compare')}
            {inverterIds.length > MOST_COMPARED &&
              ` · ${text('devices.compared', { at: format.count(MOST_COMPARED), of: format.count(inverterIds.length) })}`}
          </ButtonLink>
        )}
        {can('addPlantDevice') && total > 0 && (
          <ButtonLink size="s" icon="swap" to={replacePath(plantId)}>
            {text('devices.replace')}
          </ButtonLink>
        )}
        {can('addPlantDevice') && (
          <ButtonLink kind="primary" size="s" icon="add" to={addLoggerPath(plantId)}>
            {text('devices.addLogger')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
