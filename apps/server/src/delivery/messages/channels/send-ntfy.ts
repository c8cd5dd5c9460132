import { cleanLine } from '@heliograph/domain/text.ts'
import type { Target } from '../addresses.ts'
import { type Letter, writeLines } from '../letter.ts'
import { judgeStatus, type Outcome } from './outcome.ts'
import { type Outside, requestOutside } from './request-outside.ts'

type Ntfy = Extract<Target, { channel: 'ntfy' }>

/** Longer ones become attachments. */
const MOST_BYTES = 4_000
const priorities = [2, 3, 4] as const

/**
 * JSON to the root of the server, which takes titles in any language. A repetition with the same sequence id replaces
 * what came before (ntfy 2.16; older servers pass over the field and show it twice).
 */
export async function sendNtfy(target: Ntfy, letter: Letter, nowMs: number, outside: Outside): Promise<Outcome> {
  const { title, link, level } = letter
  // A character has up to three bytes per UTF-16 unit.
  let text = writeLines(letter, MOST_BYTES)
  while (Buffer.byteLength(text) > MOST_BYTES) text = `${text.slice(0, Math.floor(text.length * 0.8))}…`
  const body = JSON.stringify({
    sequence_id: letter.id,
    topic: target.topic,
    title: cleanLine(title, 200),
    message: text || title,
    click: link,
    priority: priorities[level as 0 | 1 | 2] ?? 3,
  })
  const headers = {
    'content-type': 'application/json',
    ...(target.token === '' ? {} : { authorization: `Bearer ${target.token}` }),
  }
  const root = `${target.server.replace(/\/+$/, '')}/`
  const reply = await requestOutside(root, { method: 'POST', headers, body }, outside)
  const judged = judgeStatus(reply, nowMs)
  const complaint = judged.outcome === 'sent' ? '' : readError(reply.text)
  return complaint === '' ? judged : { ...judged, detail: `${judged.detail}: ${complaint}` }
}

function readError(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'string' ? cleanLine(error, 120) : ''
  } catch {
    return ''
  }
}
