import { openText, sealText } from '../../platform/secret-key/secret-key.ts'

const PURPOSE = 'shared report'
const MARK = 'hgs1.'

/** Whom a link names which file: recipients have no account. It ends with the file, and with the recipient. */
type Shared = Readonly<{ exportId: number; recipientId: number }>

export const shareToken = ({ exportId, recipientId }: Shared): string =>
  sealText(`${exportId}.${recipientId}`, PURPOSE).slice(MARK.length)

/** undefined: not a token of this server. */
export function readShareToken(token: string): Shared | undefined {
  try {
    const [exportId, recipientId] = openText(`${MARK}${token}`, PURPOSE).split('.').map(Number)
    return exportId === undefined || recipientId === undefined ? undefined : { exportId, recipientId }
  } catch {
    return undefined
  }
}
