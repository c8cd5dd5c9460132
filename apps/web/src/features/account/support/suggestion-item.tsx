import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { replyToSuggestion, type Suggestion, suggestionPictureQuery } from '../../../api/suggestions.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './support.module.css'

/** Times are this computer's, because neither side has a place. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** One suggestion as a conversation. @param asOperator the reader answers it @param actions further ones */
export function SuggestionItem({
  one,
  asOperator = false,
  actions,
}: Readonly<{ one: Suggestion; asOperator?: boolean; actions?: ReactNode }>) {
  const { text } = useText()
  const format = useFormat()
  const who = (byOperator: boolean): string =>
    byOperator ? text('support.operator') : asOperator ? (one.account ?? '--') : text('support.you')
  return (
    <article className={styles.suggestion} aria-label={one.body.slice(0, 60)}>
      <header className={styles.suggestionHead}>
        <b>{text(`support.category.${one.category}`)}</b>
        <span className={styles.chip} data-state={one.state}>
          {text(`support.state.${one.state}`)}
        </span>
        <span className="tiny faint">
          {who(false)} · {format.moment(one.createdMs, zone)}
        </span>
      </header>
      <p className={styles.words}>{one.body}</p>
      <Pictures one={one} />
      {asOperator && <Facts one={one} />}
      {one.replies.length > 0 && (
        <ol className={styles.replies}>
          {one.replies.map((reply) => (
            <li key={reply.id} data-operator={reply.byOperator || undefined}>
              <span className="tiny faint">
                {who(reply.byOperator)} · {format.moment(reply.atMs, zone)}
              </span>
              <p className={styles.words}>{reply.body}</p>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.suggestionEnd}>
        {one.state !== 'closed' && <ReplyForm id={one.id} asOperator={asOperator} />}
        {actions}
      </div>
    </article>
  )
}

/** Facts that the person disclosed to the operator. */
function Facts({ one }: Readonly<{ one: Suggestion }>) {
  const { text } = useText()
  const rows = [
    [text('support.contact'), one.contact],
    [text('support.context.page'), one.context?.page],
    [text('support.context.version'), one.context?.version],
    [text('support.context.browser'), one.context?.browser],
  ].filter(([, value]) => value)
  if (rows.length === 0) return null
  return (
    <dl className={styles.context}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Pictures({ one }: Readonly<{ one: Suggestion }>) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  if (one.pictureCount === 0) return null
  if (!isOpen)
    return (
      <div>
        <Button size="s" kind="quiet" icon="camera" onClick={() => setOpen(true)}>
          {text('support.pictures.show', { count: one.pictureCount })}
        </Button>
      </div>
    )
  return (
    <div className={styles.shots}>
      {Array.from({ length: one.pictureCount }, (_, position) => position).map((position) => (
        <Shot key={position} id={one.id} position={position} />
      ))}
    </div>
  )
}

function Shot({ id, position }: Readonly<{ id: number; position: number }>) {
  const { text } = useText()
  const { data, error } = useQuery(suggestionPictureQuery(id, position))
  if (error || data === null) return <span className="faint">{text('support.picture.gone')}</span>
  if (data === undefined) return <Skeleton height={120} />
  return <img src={data} alt={text('support.picture', { number: String(position + 1) })} />
}

function ReplyForm({ id, asOperator }: Readonly<{ id: number; asOperator: boolean }>) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [body, setBody] = useState<string>()
  if (body === undefined)
    return (
      <Button size="s" onClick={() => setBody('')}>
        {text('support.reply')}
      </Button>
    )
  const send = async (): Promise<void> => {
    const work = async (): Promise<void> => {
      await replyToSuggestion(id, body, asOperator)
      await client.invalidateQueries({ queryKey: ['suggestions'] })
    }
    if (await run('reply', work, text('support.replied'))) setBody(undefined)
  }
  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextAreaField label={text('support.reply.body')} value={body} onChange={setBody} required maxLength={4_000} />
      <div className={styles.suggestionEnd}>
        <Button type="submit" kind="primary" size="s" busy={running !== undefined}>
          {text('support.reply.send')}
        </Button>
        <Button size="s" onClick={() => setBody(undefined)}>
          {text('shell.action.cancel')}
        </Button>
      </div>
    </form>
  )
}
