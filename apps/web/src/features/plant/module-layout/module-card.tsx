import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LayoutGroup } from '@heliograph/domain/module-layout/layout.ts'
import { deviceDetailPath } from '../../../address/paths.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './layout-page.module.css'
import type { ModuleFact } from './module-facts.ts'
import { usePlaceName } from './use-place-name.ts'

const LEAST_MISSING_MS = 30 * MINUTE_MS

/** All that is known of one module, and the way to its device. */
export function ModuleCard({
  fact,
  group,
  zone,
}: Readonly<{ fact: ModuleFact; group: LayoutGroup | undefined; zone: string }>) {
  const { text } = useText()
  const format = useFormat()
  const placeName = usePlaceName()
  const { module, device, powerW, energyWh, relative, verdict, state, origin, missingMs } = fact
  const last = device?.replaced[0]
  const serial = module.serial ?? module.string?.serial
  const input = module.serial === null ? module.string?.input : module.port
  return (
    <section className={styles.card} aria-live="polite" aria-label={text('module-layout.module')}>
      <h3>{placeName(module, group)}</h3>
      <dl className={styles.facts}>
        <dt>{text('module-layout.power')}</dt>
        <dd>{format.powerW(powerW).text}</dd>
        <dt>{text('module-layout.energy')}</dt>
        <dd>{energyWh === null ? '--' : format.energyWh(energyWh).text}</dd>
        <dt>{text('module-layout.relative')}</dt>
        <dd>
          {relative === null ? '--' : format.percent(relative * 100, 0)}
          <small>{text(`module-layout.verdict.${verdict}`)}</small>
        </dd>
        <dt>{text('module-layout.state')}</dt>
        <dd>{text(`module-layout.state.${state}`)}</dd>
        <dt>{text(module.serial === null && module.string ? 'module-layout.string' : 'module-layout.device')}</dt>
        <dd>
          {serial === undefined ? '--' : `${serial}${input == null ? '' : ` · ${input}`}`}
          {last && (
            <small>
              {text('module-layout.since', { date: format.moment(last.untilMs, zone), serial: last.serial })}
            </small>
          )}
        </dd>
        {module.model !== '' && (
          <>
            <dt>{text('module-layout.model')}</dt>
            <dd>
              {module.model}
              {module.ratedWp !== null && ` · ${format.count(module.ratedWp)} Wp`}
            </dd>
          </>
        )}
      </dl>
      {origin === 'share' && <p className="muted">{text('module-layout.share')}</p>}
      {missingMs > LEAST_MISSING_MS && (
        <p className="muted">{text('module-layout.missing', { time: format.duration(missingMs) })}</p>
      )}
      {device && (
        <ButtonLink size="s" icon="device" to={deviceDetailPath(device.deviceId)}>
          {text('module-layout.openDevice')}
        </ButtonLink>
      )}
    </section>
  )
}
