import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alarmsPath } from '../../../address/paths.ts'
import { fetchOwnRules, type OwnRule, removeRule, turnRule } from '../../../api/alarm-rules.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useAlarmsChanged } from './alarm-queries.ts'
import styles from './own-rules-page.module.css'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleSentence } from './rule-sentence.tsx'

const waiting = (
  <main className="page">
    <Skeleton height={320} />
  </main>
)

/** The rules that a person made. */
export function OwnRulesPage() {
  return (
    <LaterTexts feature="alarm-page" waiting={waiting}>
      <LaterTexts feature="own-rules" waiting={waiting}>
        <OwnRules />
      </LaterTexts>
    </LaterTexts>
  )
}

function OwnRules() {
  const { text } = useText()
  const [edited, setEdited] = useState<OwnRule | 'new'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['alarms', 'own-rules'],
    queryFn: ({ signal }) => fetchOwnRules(signal),
  })
  usePageTitle(text('own-rules.title'))
  const add = (
    <Button kind="primary" icon="add" onClick={() => setEdited('new')}>
      {text('own-rules.add')}
    </Button>
  )
  return (
    <main className="page">
      <header className={styles.head}>
        <div>
          <h1>{text('own-rules.title')}</h1>
          <p className="answer">{text('own-rules.lead')}</p>
        </div>
        <div className={styles.actions}>
          <ButtonLink icon="arrowLeft" to={alarmsPath()}>
            {text('own-rules.back')}
          </ButtonLink>
          {data && data.length > 0 && add}
        </div>
      </header>
      {!data && (error ? <ErrorPanel failure={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />)}
      {data?.length === 0 && (
        <EmptyState icon="alarm" title={text('own-rules.none')} hint={text('own-rules.none.hint')}>
          {add}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <SettingCard title={text('own-rules.title')}>
          {data.map((rule) => (
            <RuleRow key={rule.id} own={rule} onEdit={() => setEdited(rule)} />
          ))}
        </SettingCard>
      )}
      {edited && <RuleDialog own={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </main>
  )
}

function RuleRow({ own, onEdit }: Readonly<{ own: OwnRule; onEdit: () => void }>) {
  const { text } = useText()
  const { running, run } = useAction()
  const changed = useAlarmsChanged()
  const [isLeaving, setLeaving] = useState(false)
  const { rule, scope, plantName, isOn } = own
  const turn = async (): Promise<void> => {
    await run('turn', () => turnRule(own.id, !isOn))
    changed()
  }
  const counts = [
    ...(isOn ? [] : [text('own-rules.off')]),
    ...(own.open > 0 ? [text('own-rules.open', { count: own.open })] : []),
    text('own-rules.recent', { count: own.recent }),
  ]
  return (
    <SettingRow
      icon="alarm"
      {...(isOn ? { tone: 'ok' as const } : {})}
      title={rule.name}
      hint={
        <>
          <RuleSentence rule={rule} scope={scope} plantName={plantName} />
          <br />
          {counts.join(' · ')}
        </>
      }
    >
      <Button size="s" onClick={onEdit}>
        {text('own-rules.edit')}
      </Button>
      <Button size="s" busy={running === 'turn'} onClick={() => void turn()}>
        {text(isOn ? 'own-rules.turnOff' : 'own-rules.turnOn')}
      </Button>
      <Button size="s" kind="quiet" icon="trash" label={text('own-rules.remove')} onClick={() => setLeaving(true)} />
      {isLeaving && (
        <ActionDialog
          title={text('own-rules.remove.title', { name: rule.name })}
          confirm={text('own-rules.remove')}
          danger
          run={async () => {
            await removeRule(own.id)
            changed()
          }}
          done={text('own-rules.removed')}
          onClose={() => setLeaving(false)}
        >
          <p>{text('own-rules.remove.hint')}</p>
        </ActionDialog>
      )}
    </SettingRow>
  )
}
