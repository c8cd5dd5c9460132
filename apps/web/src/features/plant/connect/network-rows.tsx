import { useState } from 'react'
import { type ScanView, setDeviceNetwork } from '../../../api/scans.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Networks around the server; an administrator of the server opens and shuts them. */
export function NetworkRows({
  networks,
  canOpen,
  onChanged,
  onChosen,
}: Readonly<{
  networks: ScanView['networks']
  canOpen: boolean
  onChanged: () => Promise<unknown>
  onChosen: (network: string) => void
}>) {
  const { text } = useText()
  const { running, run } = useAction()
  const [opening, setOpening] = useState<string>()
  const shut = (network: string) =>
    run(network, async () => {
      await setDeviceNetwork(network, false)
      await onChanged()
    })
  return (
    <>
      {networks.map(({ network, isOpen }) => (
        <SettingRow
          key={network}
          icon={isOpen ? 'check' : 'lock'}
          title={network}
          hint={text(isOpen ? 'targets.scan.isOpen' : 'targets.fault.network')}
        >
          {canOpen &&
            (isOpen ? (
              <Button size="s" busy={running === network} onClick={() => void shut(network)}>
                {text('targets.scan.shut')}
              </Button>
            ) : (
              <Button size="s" onClick={() => setOpening(network)}>
                {text('targets.scan.open')}
              </Button>
            ))}
        </SettingRow>
      ))}
      {opening && (
        <ActionDialog
          title={text('targets.scan.open.title', { network: opening })}
          confirm={text('targets.scan.open')}
          run={async () => {
            await setDeviceNetwork(opening, true)
            onChosen(opening)
            await onChanged()
          }}
          done={text('targets.scan.isOpen')}
          onClose={() => setOpening(undefined)}
        >
          <p>{text('targets.scan.open.hint')}</p>
        </ActionDialog>
      )}
    </>
  )
}
