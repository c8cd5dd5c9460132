import { accountOf, type FileSender } from '../../platform/file-reader/file-reader.ts'
import type { UserContext } from './handler.ts'

/** The sender of a file: its reading ends when the caller leaves. */
export const senderOf = ({ session, left }: UserContext): FileSender => ({
  account: accountOf(session.userId),
  left: left(),
})
