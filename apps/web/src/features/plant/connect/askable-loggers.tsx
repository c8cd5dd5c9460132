import { useState } from 'react'
import { type FoundDevice, probeAddress, probeReasonOf, type Targets } from '../../../api/targets.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SettingRow } from '../../../ui/setting.tsx'

/** Loggers that send to this server: their devices can be read over the connections that they keep. */
export function AskableLoggers({
  loggers,
  way,
  onFound,
}: Readonly<{
  loggers: Targets['loggers']
  way: Targets['ways'][number]
  onFound: (found: readonly FoundDevice[] | undefined) => void
}>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const textOf = useFailureText()
  const [asked, setAsked] = useState<string>()
  const [fault, setFault] = useState<string>()
  const find = async (serial: string): Promise<void> => {
    setAsked(serial)
    setFault(undefined)
    onFound(undefined)
    try {
      const [port = 0] = way.ports
      const settings = { serial: Number(serial) }
      onFound(await probeAddress(plantId, { way: way.id, host: serial, port, settings }))
    } catch (failure) {
      const reason = probeReasonOf(failure)
      setFault(reason ? text(`targets.fault.${reason}`) : textOf(failure))
    } finally {
      setAsked(undefined)
    }
  }
  return (
    <>
      <h3>{text('targets.line.title')}</h3>
      <p className="muted tiny">{text('targets.line.hint')}</p>
      {loggers.map(({ serial, name, isAllowed }) => (
        <SettingRow
          key={serial}
          icon="logger"
          title={name || serial}
          hint={isAllowed ? text('targets.serial', { serial }) : text('targets.fault.commandsOff')}
        >
          <Button
            size="s"
            icon="search"
            disabled={!isAllowed}
            busy={asked === serial}
            onClick={() => void find(serial)}
          >
            {text('targets.probe')}
          </Button>
        </SettingRow>
      ))}
      {fault && (
        <Notice tone="warn" isStatus>
          {fault}
        </Notice>
      )}
    </>
  )
}
