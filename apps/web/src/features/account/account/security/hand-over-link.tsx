import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useState } from 'react'
import { serverAddress } from '../../../../api/base-path.ts'
import { call } from '../../../../api/call.ts'
import { readRegion } from '../../../../data-center/region.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import styles from './security-page.module.css'

/** A link that signs the same person in on another device: its code works once and for two minutes. */
export function HandOverLink() {
  const { text } = useText()
  const { running, run } = useAction()
  const [made, setMade] = useState<Readonly<{ link: string; minutes: number }>>()
  const make = (): void =>
    void run('make', async () => {
      const { code, expiresIn } = await call('POST /user-s/acc/session/hand-over', { body: {} })
      setMade({ link: toLink(code), minutes: Math.round((expiresIn * 1000) / MINUTE_MS) })
    })
  const close = (): void => setMade(undefined)
  return (
    <>
      <Button size="s" icon="add" busy={running !== undefined} onClick={make}>
        {text('security.handOver.action')}
      </Button>
      {made && (
        <Dialog
          open
          title={text('security.handOver')}
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              {text('security.handOver.done')}
            </Button>
          }
        >
          <p>{text('security.handOver.lead', { minutes: made.minutes })}</p>
          <div className={styles.onceBox}>
            <code className={styles.onceValue} data-testid="hand-over-link">
              {made.link}
            </code>
            <CopyButton value={made.link} />
          </div>
        </Dialog>
      )}
    </>
  )
}

function toLink(code: string): string {
  const url = new URL(`${serverAddress()}/`)
  url.searchParams.set('token', code)
  const region = readRegion()
  if (region !== undefined) url.searchParams.set('region', region)
  return url.href
}
