import { type FormEvent, useState } from 'react'
import { checkFile, type SignedFile } from '../../../api/exports.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './check-file-page.module.css'

/** Of one digest, beside which alone it stands. */
type Answer = Readonly<{ digest: string } & ({ file: SignedFile } | { failure: unknown })>

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Without HTTPS a browser computes no digest: it can be typed. */
const canDigest = (): boolean => globalThis.crypto?.subtle !== undefined

/** Whether a signed file came from here as it is. Anybody may ask; the file stays where it is. */
export function CheckFilePage() {
  const { text } = useText()
  const [digest, setDigest] = useState('')
  const [answer, setAnswer] = useState<Answer>()
  const [isBusy, setBusy] = useState(false)
  const typed = digest.replace(/\s/g, '').toLowerCase()
  const ask = async (find: () => Promise<string>): Promise<void> => {
    setBusy(true)
    setAnswer(undefined)
    let found = typed
    try {
      found = await find()
      setDigest(found)
      setAnswer({ digest: found, file: await checkFile(found) })
    } catch (failure) {
      setAnswer({ digest: found, failure })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void ask(async () => typed)
  }
  return (
    <FrontPage title={text('exports.check')} lead={text('exports.check.lead')}>
      <div className={styles.check}>
        {answer?.digest === typed && <AnswerNotice answer={answer} />}
        {canDigest() && (
          <FileButton
            primary
            accept="application/pdf"
            icon="document"
            disabled={isBusy}
            onFile={(file) =>
              void ask(async () => hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())))
            }
          >
            {text('exports.check.choose')}
          </FileButton>
        )}
        <form onSubmit={submit}>
          <TextField
            label={text('exports.check.digest')}
            hint={text('exports.check.digest.hint')}
            value={digest}
            onChange={setDigest}
          />
          <Button type="submit" wide busy={isBusy} disabled={!/^[0-9a-f]{64}$/.test(typed)}>
            {text('exports.check.do')}
          </Button>
        </form>
      </div>
    </FrontPage>
  )
}

function AnswerNotice({ answer }: Readonly<{ answer: Answer }>) {
  const { text } = useText()
  const format = useFormat()
  const textOf = useFailureText()
  if ('failure' in answer)
    return (
      <Notice tone="warn" isStatus>
        {textOf(answer.failure)}
      </Notice>
    )
  const { kind, brand, madeAtMs, fingerprint } = answer.file
  const at = format.moment(madeAtMs, 'UTC', true)
  return (
    <Notice tone="ok" isStatus>
      <p>{text('exports.check.yes', { at, brand, kind: text(`exports.kind.${kind}`) })}</p>
      <p className={styles.fingerprint}>
        {text('exports.check.fingerprint')}
        <code>{fingerprint}</code>
      </p>
    </Notice>
  )
}
