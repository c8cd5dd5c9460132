import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ShownAnnouncement, shownAnnouncementsQuery } from '../api/shown-announcements.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Notice, type NoticeTone } from '../ui/notice.tsx'
import { useWide } from '../ui/use-wide.ts'
import styles from './announcements.module.css'

/** Named in drawn/show-screen.ts as well. */
const KEY = 'heliograph-dismissed-announcements'
const MOST_KEPT = 100

/** A changed announcement has another mark. */
const toMark = ({ id, revision }: Pick<ShownAnnouncement, 'id' | 'revision'>): string => `${id}:${revision}`

/** Of this browser; none where it keeps nothing. */
function readDismissed(): ReadonlySet<string> {
  try {
    const marks: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : [])
  } catch {
    return new Set()
  }
}

/** @returns all that are dismissed */
function rememberDismissed(mark: string): ReadonlySet<string> {
  const marks = [...readDismissed(), mark].slice(-MOST_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(marks))
  } catch {
    // A private window: the banner is gone until the page is opened again.
  }
  return new Set(marks)
}

const toneOf: Readonly<Record<ShownAnnouncement['level'], NoticeTone>> = {
  info: 'info',
  warning: 'warn',
  critical: 'fault',
}
/** The others follow as these are dismissed: a page of banners is no page. On a phone one, folded. */
const MOST_SHOWN = 2
const LONGEST_OPEN = 240

/** Announcements of the operator, at the foot of the page, until the reader dismisses them in this browser. */
export function Announcements() {
  const { text } = useText()
  const { code } = useLanguage()
  const isWide = useWide()
  const { data = [] } = useQuery(shownAnnouncementsQuery(code))
  const [dismissed, setDismissed] = useState(readDismissed)
  const shown = data.filter((item) => !dismissed.has(toMark(item))).slice(0, isWide ? MOST_SHOWN : 1)
  if (shown.length === 0) return null
  const dismiss = (item: ShownAnnouncement): void => setDismissed(rememberDismissed(toMark(item)))
  return (
    <section className={styles.announcements} data-announcements aria-label={text('shell.announcement.label')}>
      {shown.map((item) => (
        <Notice
          key={item.id}
          tone={toneOf[item.level]}
          action={
            <Button
              kind="quiet"
              size="s"
              icon="close"
              label={text('shell.announcement.dismiss', { title: item.title })}
              onClick={() => dismiss(item)}
            />
          }
        >
          <b lang={item.language}>{item.title}</b>
          <AnnouncementBody body={item.body} language={item.language} />
          {item.link && (
            <a href={item.link} target="_blank" rel="noreferrer">
              {text('shell.announcement.link')}
            </a>
          )}
        </Notice>
      ))}
    </section>
  )
}

function AnnouncementBody({ body, language }: Readonly<{ body: string; language: string }>) {
  const { text } = useText()
  const isWide = useWide()
  if (body === '') return null
  const words = (
    <p className={styles.announcementBody} lang={language}>
      {body}
    </p>
  )
  if (isWide && body.length <= LONGEST_OPEN) return words
  return (
    <details className={styles.announcementMore}>
      <summary>{text('shell.announcement.more')}</summary>
      {words}
    </details>
  )
}
