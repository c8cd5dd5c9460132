import type { Alarm } from '../../../api/alarms.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import type { OpenDialog } from './act-dialogs.tsx'
import styles from './bulk-bar.module.css'
import { useAlarmActs } from './use-alarm-acts.ts'

type Props = Readonly<{ alarms: readonly Alarm[]; onDialog: (dialog: OpenDialog) => void; onClear: () => void }>

/** Actions on all selected alarms at once. */
export function BulkBar({ alarms, onDialog, onClear }: Props) {
  const { text } = useText()
  const acts = useAlarmActs()
  const own = alarms.filter(({ mayAct }) => mayAct)
  const isSeen = own.every(({ acknowledgedAtMs }) => acknowledgedAtMs !== null)
  return (
    <section className={styles.bulk} aria-label={text('alarm-page.selected', { count: alarms.length })}>
      <b role="status">{text('alarm-page.selected', { count: alarms.length })}</b>
      {own.length === 0 ? (
        <span>{text('alarm-page.refused')}</span>
      ) : (
        <>
          <Button
            size="s"
            icon="check"
            busy={acts.running === 'acknowledge'}
            onClick={() => void acts.acknowledge(own)}
          >
            {text(isSeen ? 'alarm-page.act.unacknowledge' : 'alarm-page.act.acknowledge')}
          </Button>
          <Button size="s" icon="clock" onClick={() => onDialog({ kind: 'snooze', alarms: own })}>
            {text('alarm-page.act.snooze')}
          </Button>
          <Button size="s" icon="user" onClick={() => onDialog({ kind: 'assign', alarms: own })}>
            {text('alarm-page.act.assign')}
          </Button>
        </>
      )}
      <Button size="s" kind="quiet" icon="close" label={text('shell.action.cancel')} onClick={onClear} />
    </section>
  )
}
