import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { connectionPath, plantPath } from '../../../address/paths.ts'
import { cancelScan, type ScanHit, type ScanView, scanQuery, startScan } from '../../../api/scans.ts'
import { addTarget, probeReasonOf } from '../../../api/targets.ts'
import { AddingRefused } from '../../../plant/adding-refused.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowsLoading, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './connect.module.css'
import { NetworkRows } from './network-rows.tsx'
import { ReaderField, SERVER } from './reader-field.tsx'
import { ScanHits } from './scan-hits.tsx'

const LIVE_MS = 1_500
const IDLE_MS = 20_000
const NETWORK = /^\d{1,3}(\.\d{1,3}){3}\/(2[4-9]|3[0-2])$/

const isRunning = (data: ScanView | undefined): boolean =>
  ['queued', 'running', 'canceling'].includes(data?.scan?.state ?? '')

/** Looks which devices answer in a network, and has them read with one press. */
export function ScanPage() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  const { data, error, refetch } = useQuery({
    ...scanQuery(plantId),
    enabled: may,
    refetchInterval: ({ state }) => (isRunning(state.data) ? LIVE_MS : IDLE_MS),
  })
  if (!may) return <AddingRefused />
  return (
    <div className="page">
      <Card title={text('targets.scan.title')}>
        {data ? <Scan data={data} refetch={refetch} /> : <RowsLoading error={error} refetch={refetch} />}
      </Card>
    </div>
  )
}

function Scan({ data, refetch }: Readonly<{ data: ScanView; refetch: () => Promise<unknown> }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const navigate = useNavigate()
  const { running, run } = useAction()
  const { networks, canOpen, scan } = data
  const around = data.around.filter(({ isOnline }) => isOnline)
  const [network, setNetwork] = useState(
    scan?.network ?? networks.find(({ isOpen }) => isOpen)?.network ?? around[0]?.network ?? '',
  )
  const isServerOpen = networks.some(({ isOpen }) => isOpen) || around.length === 0
  const [reader, setReader] = useState(
    scan?.agentId ? String(scan.agentId) : isServerOpen ? SERVER : String(around[0]?.agentId ?? SERVER),
  )
  const [fault, setFault] = useState<string>()
  const isLive = isRunning(data)
  const start = (): void => {
    if (isLive) return
    const isNetwork = NETWORK.test(network.trim())
    setFault(isNetwork ? undefined : text('targets.scan.network.hint'))
    if (!isNetwork) return
    void run('start', async () => {
      try {
        await startScan(plantId, network.trim(), reader === SERVER ? undefined : Number(reader))
      } catch (failure) {
        const reason = probeReasonOf(failure)
        if (reason === undefined) throw failure
        setFault(text(`targets.fault.${reason}`))
        return
      }
      await refetch()
    })
  }
  const cancel = () =>
    run('cancel', async () => {
      await cancelScan(plantId)
      await refetch()
    })
  const add = ({ host, port, devices }: ScanHit) =>
    run(
      `${host} ${port}`,
      async () => {
        const id = await addTarget(
          plantId,
          devices.filter(({ isKnown }) => !isKnown).map(({ offer }) => offer),
        )
        await changed()
        await navigate(connectionPath(plantId, id))
      },
      text('targets.added'),
    )
  return (
    <>
      <NetworkRows networks={networks} canOpen={canOpen} onChanged={refetch} onChosen={setNetwork} />
      {around.map(({ agentId, name, network: own }) => (
        <SettingRow key={`${agentId} ${own}`} icon="home" title={own} hint={text('agents.around', { name })}>
          <Button
            size="s"
            onClick={() => {
              setNetwork(own)
              setReader(String(agentId))
            }}
          >
            {text('agents.choose')}
          </Button>
        </SettingRow>
      ))}
      <form
        className={styles.addressForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        {around.length > 0 && (
          <ReaderField
            isOpen
            agents={around.map(({ agentId: id, name }) => ({ id, name }))}
            value={reader}
            onChange={setReader}
          />
        )}
        <TextField
          label={text('targets.scan.network')}
          hint={text('targets.scan.network.hint')}
          value={network}
          error={fault}
          maxLength={18}
          autoComplete="off"
          spellCheck={false}
          placeholder="192.168.1.0/24"
          onChange={(typed) => {
            setNetwork(typed)
            setFault(undefined)
          }}
        />
        <div className={styles.addressEnd}>
          <span className="muted tiny" role="status">
            {isLive && text('targets.scan.running', { percent: format.percent((scan?.progress ?? 0) * 100, 0) })}
          </span>
          <ButtonLink kind="quiet" to={plantPath('device', { id: plantId })}>
            {text('shell.action.close')}
          </ButtonLink>
          {isLive ? (
            <Button busy={running === 'cancel' || scan?.state === 'canceling'} onClick={() => void cancel()}>
              {text('shell.action.cancel')}
            </Button>
          ) : (
            <Button type="submit" kind="primary" icon="search" busy={running === 'start'}>
              {text('targets.scan.start')}
            </Button>
          )}
        </div>
      </form>
      {isLive && (
        <progress className={styles.progress} value={scan?.progress ?? 0} aria-label={text('targets.scan.title')} />
      )}
      {scan && ['canceled', 'failed'].includes(scan.state) && (
        <Notice tone="warn" isStatus>
          {text('targets.scan.ended')}
        </Notice>
      )}
      {scan && (scan.hits.length > 0 || scan.state === 'done') && (
        <ScanHits hits={scan.hits} busy={running} onAdd={(hit) => void add(hit)} />
      )}
    </>
  )
}
