import { openText, sealText } from '../secret-key/secret-key.ts'

const PURPOSE = 'shared report'
const MARK = 'hgs1.'

/** Names a file to who has the link: recipients have no account. It ends with the file. */
export const shareToken = (exportId: number): string => sealText(String(exportId), PURPOSE).slice(MARK.length)

/** undefined: not a token of this server. */
export function readShareToken(token: string): number | undefined {
  try {
    return Number(openText(`${MARK}${token}`, PURPOSE))
  } catch {
    return undefined
  }
}
