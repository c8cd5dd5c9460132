import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { plantPath, replacePath, withQuery } from '../../../address/paths.ts'
import { type AlarmDetail, endBlock } from '../../../api/alarms.ts'
import { serverAddress } from '../../../api/base-path.ts'
import { plantQuery } from '../../../api/queries.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { mayOnPlant } from '../../../plant/current-plant.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import type { OpenDialog } from './act-dialogs.tsx'
import styles from './alarm-drawer.module.css'
import { useAlarmsChanged } from './alarm-queries.ts'
import { ProofButton } from './proof-button.tsx'
import { useAlarmActs } from './use-alarm-acts.ts'

/** Alarms of something that may be broken for good. */
const silent: ReadonlySet<string> = new Set(['deviceSilent', 'loggerSilent'])

type Props = Readonly<{ alarm: AlarmDetail; onDialog: (dialog: OpenDialog) => void }>

export function AlarmActions({ alarm, onDialog }: Props) {
  const { text } = useText()
  const acts = useAlarmActs()
  const { running, run } = useAction()
  const changed = useAlarmsChanged()
  const may = usePermission()
  const { plantId, blockId: block } = alarm
  const isSnoozed = alarm.snoozedUntilMs !== null && alarm.snoozedUntilMs > Date.now()
  const ask = (kind: OpenDialog['kind']) => (): void => onDialog({ kind, alarms: [alarm] })
  const copy = async (): Promise<void> => {
    const state = alarm.isOpen ? (alarm.isBlocked ? 'blocked' : undefined) : 'history'
    const path = withQuery(plantPath('alert'), { id: plantId, state, alarm: alarm.id })
    if (await copyText(`${serverAddress()}${path}`)) showToast(text('alarm-page.act.linked'), 'ok')
  }
  const unblock = async (id: number): Promise<void> => {
    await run('unblock', () => endBlock(plantId, id), text('alarm-page.act.done.unblocked'))
    changed()
  }
  return (
    <div className={styles.actions}>
      {alarm.mayAct && (
        <>
          <Button
            kind={alarm.acknowledgedAtMs === null ? 'primary' : 'plain'}
            icon="check"
            busy={acts.running === 'acknowledge'}
            onClick={() => void acts.acknowledge([alarm])}
          >
            {text(alarm.acknowledgedAtMs === null ? 'alarm-page.act.acknowledge' : 'alarm-page.act.unacknowledge')}
          </Button>
          {alarm.isOpen &&
            (isSnoozed ? (
              <Button icon="clock" busy={acts.running === 'wake'} onClick={() => void acts.wake([alarm])}>
                {text('alarm-page.act.wake')}
              </Button>
            ) : (
              <Button icon="clock" onClick={ask('snooze')}>
                {text('alarm-page.act.snooze')}
              </Button>
            ))}
          <Button icon="user" onClick={ask('assign')}>
            {text('alarm-page.act.assign')}
          </Button>
          {block === null ? (
            <Button icon="alarm" onClick={ask('block')}>
              {text('alarm-page.act.block')}
            </Button>
          ) : (
            <Button icon="alarm" busy={running === 'unblock'} onClick={() => void unblock(block)}>
              {text('alarm-page.act.unblock')}
            </Button>
          )}
        </>
      )}
      {silent.has(alarm.ruleId) && <ReplaceLink alarm={alarm} />}
      {may(['dataExport']) && <ProofButton alarm={alarm} />}
      <Button icon="copy" onClick={() => void copy()}>
        {text('alarm-page.act.link')}
      </Button>
    </div>
  )
}

/** A logger that is replaced leaves the plant, so it needs the right to remove one too. */
const replacing: Readonly<Record<'device' | 'logger', readonly PlantRight[]>> = {
  device: ['addPlantDevice'],
  logger: ['addPlantDevice', 'deletePlantDevice'],
}

function ReplaceLink({ alarm }: Pick<Props, 'alarm'>) {
  const { text } = useText()
  const { code } = useLanguage()
  const may = usePermission()
  const { plantId, deviceId, serial } = alarm
  const { data: plant } = useQuery(plantQuery(plantId, code))
  const needed = replacing[deviceId === null ? 'logger' : 'device']
  if (plant === undefined || !needed.every((right) => mayOnPlant(plant, right, may))) return null
  return (
    <ButtonLink icon="swap" to={replacePath(plantId, serial ?? undefined)}>
      {text('device-place.replace.confirm')}
    </ButtonLink>
  )
}
