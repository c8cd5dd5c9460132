import { type Alarm, acknowledgeAlarms, snoozeAlarms } from '../../../api/alarms.ts'
import { useText } from '../../../texts/use-text.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { type Action, useAction } from '../../../ui/use-action.ts'
import { useAlarmsChanged } from './alarm-queries.ts'

type Acts = Readonly<{
  running: Action['running']
  /** Acknowledges those that are not yet; where all are, takes it back. */
  acknowledge: (alarms: readonly Alarm[]) => Promise<void>
  wake: (alarms: readonly Alarm[]) => Promise<void>
}>

/** Acts that need no further question. */
export function useAlarmActs(): Acts {
  const { text } = useText()
  const { running, run } = useAction()
  const changed = useAlarmsChanged()
  return {
    running,
    acknowledge: async (alarms) => {
      if (alarms.length === 0) return
      const isNew = alarms.some(({ acknowledgedAtMs }) => acknowledgedAtMs === null)
      const ids = alarms.map(({ id }) => id)
      await run('acknowledge', async () => {
        const count = await acknowledgeAlarms(ids, isNew)
        if (isNew) showToast(text('alarm-page.act.done.acknowledged', { count }), 'ok')
      })
      changed()
    },
    wake: async (alarms) => {
      const ids = alarms.map(({ id }) => id)
      await run('wake', () => snoozeAlarms(ids, null), text('alarm-page.event.woken'))
      changed()
    },
  }
}
