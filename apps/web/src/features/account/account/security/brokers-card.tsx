import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Broker } from '../../../../api/account-types.ts'
import { call } from '../../../../api/call.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useNow } from '../../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { Pill } from '../../../../ui/status.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { BrokerForm } from './broker-form.tsx'
import { ListState } from './list-state.tsx'
import styles from './security-page.module.css'
import { brokersQuery } from './security-queries.ts'

/** Brokers to which plants are published: where, how many, and what fails. */
export function BrokersCard() {
  const { text, gap } = useText()
  const client = useQueryClient()
  const query = useQuery(brokersQuery)
  const { running, run } = useAction()
  const words = useBrokerWords()
  // The whole form is another one for each broker.
  const [open, setOpen] = useState<Broker | 'new'>()
  const close = (): void => setOpen(undefined)

  const remove = (id: number): void =>
    void run(
      String(id),
      async () => {
        await call('DELETE /user-s/acc/broker/{id}', { params: { id } })
        await client.invalidateQueries({ queryKey: brokersQuery.queryKey })
      },
      text('security.broker.removed'),
    )

  return (
    <SettingCard
      id="brokers"
      title={text('security.brokers')}
      lead={text('security.brokers.lead')}
      aside={
        query.data?.isOpen && (
          <Button size="s" icon="add" onClick={() => setOpen('new')}>
            {text('security.broker.add')}
          </Button>
        )
      }
    >
      {query.data?.isOpen === false && (
        <div className={styles.securityPart}>
          <Notice>{`${text('security.brokers.closed')}${gap}${text('targets.closed.hint')}`}</Notice>
        </div>
      )}
      <ListState query={query} isEmpty={query.data?.data.length === 0} none={text('security.brokers.none')} />
      <ul className={styles.securityRows}>
        {query.data?.data.map((broker) => {
          const { id, host, port, plantIds } = broker
          const { isFailing, sentences } = words(broker)
          return (
            <li key={id}>
              <SettingRow
                icon={isFailing ? 'warning' : 'swap'}
                title={
                  <>
                    {host}:{port}
                    {broker.isTls && <Pill>TLS</Pill>}
                  </>
                }
                hint={[text('security.token.plants.count', { count: plantIds.length }), ...sentences].join(' · ')}
              >
                <Button size="s" kind="quiet" onClick={() => setOpen(broker)}>
                  {text('shell.action.edit')}
                </Button>
                <Button size="s" kind="quiet" busy={running === String(id)} onClick={() => remove(id)}>
                  {text('security.remove')}
                </Button>
              </SettingRow>
            </li>
          )
        })}
      </ul>
      <Dialog open={open !== undefined} onClose={close} title={text('security.brokers')} width={460}>
        <BrokerForm broker={open === 'new' ? undefined : open} onClose={close} />
      </Dialog>
    </SettingCard>
  )
}

/** The state of a broker in words. */
function useBrokerWords() {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const reasonOf = (failure: string): string => {
    if (failure === 'another certificate') return text('security.broker.certificate')
    if (/not authorized|bad user/i.test(failure)) return text('targets.fault.notAllowed')
    return text(failure === 'PARAM_ERROR' ? 'targets.fault.network' : 'targets.fault.noAnswer')
  }
  return ({ state }: Broker): Readonly<{ isFailing: boolean; sentences: readonly string[] }> => {
    if (state === null || (state.failure === null && state.publishedAtMs === null))
      return { isFailing: false, sentences: [text('security.broker.starting')] }
    if (state.failure !== null) {
      const since = format.moment(state.failingSinceMs ?? 0, zone)
      return {
        isFailing: true,
        sentences: [text('security.broker.failing', { time: since }), reasonOf(state.failure)],
      }
    }
    const age = format.age(Math.max(0, nowMs - (state.publishedAtMs ?? 0)))
    return { isFailing: false, sentences: [text('security.broker.published', { count: state.devices, age })] }
  }
}
