import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { awaitRestart, type Claim, checkPlace, withdrawClaim } from '../../../api/claims.ts'
import { fetchOwnAddress } from '../../../api/visitor.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/now.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { DisputeDialog, LabelCodeDialog } from './claim-dialogs.tsx'
import styles from './logger-page.module.css'

type Props = Readonly<{
  plantId: number
  claim: Claim
  hasLabelCodes: boolean
  /** No address of a logger is known, so none can equal the browser's. */
  hidesAddresses: boolean
}>

/** A claimed logger that is not proven yet, and how to prove it. */
export function ProofStep({ plantId, claim, hasLabelCodes, hidesAddresses }: Props) {
  const { text } = useText()
  const { can } = useCurrentPlant()
  const [open, setOpen] = useState<'code' | 'dispute'>()
  const close = () => setOpen(undefined)
  return (
    <li className={styles.loggerClaim}>
      <div>
        <span className={styles.loggerSerial}>{claim.serial}</span>
        <div className="tiny muted">{text('logger.claim.state')}</div>
      </div>
      <p>
        {hidesAddresses ? (
          text('logger.claim.leadRestart')
        ) : (
          <>
            {text('logger.claim.lead')} <OwnAddress />
          </>
        )}
      </p>
      {can('addPlantDevice') && (
        <>
          <Restart plantId={plantId} claim={claim} />
          <div className={styles.loggerClaimMore}>
            {!hidesAddresses && <PlaceButton plantId={plantId} claim={claim} />}
            {hasLabelCodes && (
              <Button size="s" kind="quiet" onClick={() => setOpen('code')}>
                {text('logger.claim.code')}
              </Button>
            )}
            {claim.dispute === null && (
              <Button size="s" kind="quiet" onClick={() => setOpen('dispute')}>
                {text('logger.claim.dispute')}
              </Button>
            )}
            {can('deletePlantDevice') && <WithdrawButton plantId={plantId} claim={claim} />}
          </div>
        </>
      )}
      {claim.dispute !== null && (
        <Notice tone={claim.dispute === 'open' ? 'info' : 'warn'}>
          {text(`logger.claim.dispute.${claim.dispute}`)}
        </Notice>
      )}
      {open === 'code' && <LabelCodeDialog plantId={plantId} serial={claim.serial} onClose={close} />}
      {open === 'dispute' && <DisputeDialog plantId={plantId} serial={claim.serial} onClose={close} />}
    </li>
  )
}

/** The address that the logger's is compared with. */
function OwnAddress() {
  const { text } = useText()
  const { data } = useQuery({ queryKey: ['own-address'], queryFn: ({ signal }) => fetchOwnAddress(signal) })
  return data ? text('logger.claim.address', { address: data }) : null
}

/** The live step: who holds the logger in their hand pulls its plug, and its hello is seen here. */
function Restart({ plantId, claim }: Pick<Props, 'plantId' | 'claim'>) {
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const leftS = claim.restartUntilMs === null ? 0 : Math.ceil((claim.restartUntilMs - nowMs) / 1000)
  const ask = () =>
    run('ask', async () => {
      await awaitRestart(plantId, claim.serial)
      await changed()
    })
  if (leftS > 0)
    return (
      <div className={styles.loggerRestart} role="status">
        <b>{text('logger.claim.restart.now')}</b>
        <progress max={120} value={leftS} aria-hidden />
        {/* Read out once, not every second. */}
        <span aria-hidden>{text('logger.claim.restart.left', { seconds: format.count(leftS) })}</span>
      </div>
    )
  return (
    <div className={styles.loggerRestart}>
      {claim.restartUntilMs !== null && <Notice tone="warn">{text('logger.claim.restart.missed')}</Notice>}
      <Button kind="primary" icon="refresh" busy={running !== undefined} onClick={() => void ask()}>
        {text('logger.claim.restart')}
      </Button>
    </div>
  )
}

/** Checks again, because the browser may have moved to the network of the logger. */
function PlaceButton({ plantId, claim }: Pick<Props, 'plantId' | 'claim'>) {
  const { text } = useText()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const check = () =>
    run('check', async () => {
      const proven = await checkPlace(plantId, claim.serial)
      showToast(text(proven ? 'logger.claim.proven' : 'logger.claim.notHere'), proven ? 'ok' : 'warn')
      await changed()
    })
  return (
    <Button size="s" kind="quiet" busy={running !== undefined} onClick={() => void check()}>
      {text('logger.claim.check')}
    </Button>
  )
}

function WithdrawButton({ plantId, claim }: Pick<Props, 'plantId' | 'claim'>) {
  const { text } = useText()
  const changed = usePlantChanged(plantId)
  const { running, run } = useAction()
  const withdraw = () =>
    run('withdraw', async () => {
      await withdrawClaim(plantId, claim.serial)
      await changed()
    })
  return (
    <Button
      size="s"
      kind="quiet"
      icon="trash"
      busy={running !== undefined}
      label={text('logger.claim.withdraw', { serial: claim.serial })}
      onClick={() => void withdraw()}
    />
  )
}
