import { addDevicePath } from '../../../address/paths.ts'
import type { ScanHit } from '../../../api/scans.ts'
import { probeReasons } from '../../../api/targets.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import styles from './connect.module.css'
import { whyOf, wordOf } from './found-devices.tsx'
import { type ConnectSight, sightOf } from './ways.ts'

const faultOf = (state: ScanHit['state']) => probeReasons.find((known) => known === state) ?? 'otherProtocol'

/** Places that answer, each with what is there and why that is believed; those that are known come first. */
export function ScanHits({
  hits,
  busy,
  onAdd,
}: Readonly<{ hits: readonly ScanHit[]; busy: string | undefined; onAdd: (hit: ScanHit) => void }>) {
  const { text, gap } = useText()
  if (hits.length === 0)
    return (
      <Notice tone="warn" isStatus>
        <b>{text('targets.found.none')}</b>
        {gap}
        {text('targets.found.none.hint')}
      </Notice>
    )
  const isOther = ({ devices, state }: ScanHit): boolean => devices.length === 0 && faultOf(state) === 'otherProtocol'
  const others = hits.filter(isOther)
  const sorted = hits.filter((hit) => !isOther(hit)).toSorted((a, b) => b.devices.length - a.devices.length)
  const draw = (hit: ScanHit) => <HitRow key={`${hit.host} ${hit.port}`} hit={hit} busy={busy} onAdd={onAdd} />
  return (
    <div className={styles.hits} role="status">
      <h3>{text('targets.scan.hits', { count: hits.length })}</h3>
      {sorted.map(draw)}
      {/* A firewall may answer for every address. */}
      {others.length > 0 && (
        <details>
          <summary>
            {text('targets.fault.otherProtocol')} ({others.length})
          </summary>
          {others.map(draw)}
        </details>
      )}
    </div>
  )
}

function HitRow({
  hit,
  busy,
  onAdd,
}: Readonly<{ hit: ScanHit; busy: string | undefined; onAdd: (hit: ScanHit) => void }>) {
  const { text, gap } = useText()
  const { plantId } = useCurrentPlant()
  const { host, port, way, state, stick, devices } = hit
  const place = `${host}:${port}`
  const stickWords = stick === '' ? '' : `${text('targets.stick')} ${stick}`
  const sight: ConnectSight | undefined = sightOf(way)
  if (devices.length === 0) {
    const reason = faultOf(state)
    return (
      <SettingRow
        icon="info"
        title={place}
        hint={[stickWords, text(`targets.fault.${reason}`)].filter(Boolean).join(' · ')}
      >
        {sight && (
          <ButtonLink size="s" to={addDevicePath(plantId, sight)}>
            {text(`targets.find.${sight}`)}
          </ButtonLink>
        )}
      </SettingRow>
    )
  }
  const fresh = devices.filter(({ isKnown }) => !isKnown)
  return (
    <SettingRow
      icon="device"
      {...(fresh.length > 0 && { tone: 'ok' })}
      title={devices.map(({ maker, model }) => [maker, model].filter(Boolean).join(' ')).join(', ')}
      hint={
        <>
          {[place, stickWords].filter(Boolean).join(' · ')}
          {devices.map((device) => {
            const why = whyOf(device.why)
            const facts = [
              device.serial && text('targets.serial', { serial: device.serial }),
              device.isKnown && text('targets.known'),
              text(`targets.confidence.${wordOf(device.confidence)}`),
            ]
            return (
              <span key={device.offer} className={styles.hitFacts}>
                {facts.filter(Boolean).join(' · ')}
                {gap}
                {why && text(`targets.why.${why}`)}
              </span>
            )
          })}
        </>
      }
    >
      {fresh.length > 0 && (
        <Button kind="primary" size="s" icon="add" busy={busy === `${host} ${port}`} onClick={() => onAdd(hit)}>
          {text('targets.add', { count: fresh.length })}
        </Button>
      )}
    </SettingRow>
  )
}
