import { parseBoundedJson } from '@heliograph/wires/json/bounded-json.ts'
import type { HttpRequest } from './profile.ts'

/** The longest body of a device. */
export const MOST_REPLY_CHARS = 1024 * 1024

/**
 * A reply as read-http takes it: parsed JSON, or of text the text itself beside the contents of its XML elements, by name.
 * undefined: it is not what the request expects.
 */
export function readReply({ isText }: HttpRequest, body: string): unknown {
  if (!isText) return parseBoundedJson(body, MOST_REPLY_CHARS)
  const text = body.slice(0, MOST_REPLY_CHARS)
  const fields: Record<string, string> = { text }
  for (const [, name = '', content = ''] of text.matchAll(/<([a-z_]{1,30})>([^<>]{1,200})<\/\1>/g))
    if (!Object.hasOwn(fields, name) && Object.keys(fields).length < 200) fields[name] = content
  return fields
}
