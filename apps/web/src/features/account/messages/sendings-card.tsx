import { useQuery } from '@tanstack/react-query'
import { type MessageSending, sendingsQuery } from '../../../api/message-settings.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { useTryWords } from '../../../texts/use-try-words.ts'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import styles from './message-settings.module.css'

/** Sendings by address, with each try. */
export function SendingsCard() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(sendingsQuery)
  return (
    <SettingCard title={text('message-page.s.log')} lead={text('message-page.s.log.lead')} id="log">
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.data.length === 0 && <p className={styles.messageNone}>{text('message-page.s.log.none')}</p>}
      {data?.data.map((sending) => (
        <SendingRow key={sending.id} sending={sending} />
      ))}
    </SettingCard>
  )
}

const looks = {
  waiting: { icon: 'clock' },
  sent: { icon: 'check', tone: 'ok' },
  kept: { icon: 'mail' },
  failed: { icon: 'warning', tone: 'warn' },
  dropped: { icon: 'warning', tone: 'warn' },
  unknown: { icon: 'warning', tone: 'warn' },
} as const

/** Where the other side said nothing. */
const wordsOf = { sent: 'ok', later: 'refused', refused: 'refused', gone: 'refused', unknown: 'unknown' } as const

function SendingRow({ sending }: Readonly<{ sending: MessageSending }>) {
  const { text } = useText()
  const format = useFormat()
  const wordsFor = useTryWords()
  const { channel, addressName, kind, state, messageCount, createdAtMs, nextTryAtMs, tries } = sending
  // An email that became a file here has not left.
  const shown = state === 'sent' && tries.at(-1)?.reason === 'kept' ? 'kept' : state
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  // A try is written down before it leaves: while one waits for its answer nothing stopped.
  const isUnderWay = (item: MessageSending['tries'][number]): boolean =>
    state === 'waiting' && item.outcome === 'unknown' && item === tries.at(-1)
  const at = (atMs: number): string => format.moment(atMs, zone)
  const what = text(`message-page.s.log.kind.${kind}`, { count: messageCount })
  return (
    <SettingRow
      {...looks[shown]}
      title={`${what} · ${text(`message-page.s.log.state.${shown}`)}`}
      hint={
        <>
          {text(`message-page.s.channel.${channel}`)} · {addressName} · {at(createdAtMs)}
          {tries.length > 0 && (
            <ul className={styles.messageTries}>
              {tries.map((item) => (
                <li key={item.number}>
                  {text('message-page.s.log.try', {
                    number: item.number,
                    at: at(item.atMs),
                    detail:
                      wordsFor(item) ||
                      text(`message-page.s.log.${isUnderWay(item) ? 'underWay' : wordsOf[item.outcome]}`),
                  })}
                </li>
              ))}
            </ul>
          )}
          {nextTryAtMs !== null && tries.length > 0 && text('message-page.s.log.next', { at: at(nextTryAtMs) })}
        </>
      }
    />
  )
}
