import type { UserRuleScope } from '@heliograph/domain/alarms/user-rule.ts'
import { useState } from 'react'
import { type RuleTrial, tryRule } from '../../../api/alarm-rules.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { clocksDiffer } from './clocks-differ.ts'
import styles from './own-rules-page.module.css'
import { type RuleDraft, ruleOf } from './rule-draft.ts'

const MOST_TOLD = 5

/** Alarms that the rule would have raised in the last 90 days. */
export function RuleTrialPart({ draft, scope }: Readonly<{ draft: RuleDraft; scope: UserRuleScope }>) {
  const { text } = useText()
  const { running, run } = useAction()
  const [done, setDone] = useState<Readonly<{ of: string; trial: RuleTrial }>>()
  const rule = { ...ruleOf(draft), name: draft.name.trim() || '–' }
  const key = JSON.stringify([{ ...rule, name: '' }, scope])
  const start = (): Promise<boolean> =>
    run('trial', async () => {
      setDone({ of: key, trial: await tryRule({ rule, scope }) })
    })
  return (
    <div className={styles.trial}>
      <div>
        <Button icon="chart" busy={running === 'trial'} onClick={() => void start()}>
          {text(running === 'trial' ? 'own-rules.trial.running' : 'own-rules.trial')}
        </Button>
      </div>
      <div role="status">{done?.of === key && <Found trial={done.trial} />}</div>
    </div>
  )
}

function Found({ trial }: Readonly<{ trial: RuleTrial }>) {
  const { text } = useText()
  const format = useFormat()
  const { devices, triedDevices: tried, total, alarms } = trial
  const hasClocks = clocksDiffer(alarms, Date.now())
  if (devices === 0) return <p>{text('own-rules.trial.noDevice')}</p>
  return (
    <>
      <p>{total === 0 ? text('own-rules.trial.never') : text('own-rules.trial.total', { count: total })}</p>
      <ul>
        {alarms.slice(0, MOST_TOLD).map(({ fromMs, toMs, zone, deviceName, plantName }) => {
          const from = format.moment(fromMs, zone, hasClocks)
          return (
            <li key={`${fromMs} ${deviceName}`}>
              {toMs === null
                ? text('own-rules.trial.rowOpen', { from, device: deviceName, plant: plantName })
                : text('own-rules.trial.row', {
                    from,
                    duration: format.duration(toMs - fromMs),
                    device: deviceName,
                    plant: plantName,
                  })}
            </li>
          )
        })}
        {total > MOST_TOLD && <li>{text('own-rules.trial.more', { count: total - MOST_TOLD })}</li>}
      </ul>
      {tried < devices && <small>{text('own-rules.trial.some', { tried, all: devices })}</small>}
    </>
  )
}
