import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { connectionPath, labPath, plantPath } from '../../../address/paths.ts'
import { agentsQuery } from '../../../api/agents.ts'
import { addTarget, type FoundDevice, targetsQuery } from '../../../api/targets.ts'
import { AddingRefused } from '../../../plant/adding-refused.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowsLoading } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { AddressForm } from './address-form.tsx'
import { AskableLoggers } from './askable-loggers.tsx'
import styles from './connect.module.css'
import { FoundDevices } from './found-devices.tsx'
import { SameDevicesCard } from './same-devices-card.tsx'
import { TargetRow } from './target-row.tsx'
import { type ConnectSight, wayOf } from './ways.ts'

/** Looks which devices answer at an address, and has them read. */
export function ConnectPage({ see }: Readonly<{ see: ConnectSight }>) {
  const { text, gap } = useText()
  const { plantId, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  const { data, error, refetch } = useQuery({ ...targetsQuery(plantId), enabled: may, refetchInterval: 10_000 })
  const agents = useQuery({ ...agentsQuery(plantId), enabled: may }).data ?? []
  const [found, setFound] = useState<readonly FoundDevice[]>()
  const changed = usePlantChanged(plantId)
  const navigate = useNavigate()
  const { running, run } = useAction()
  const way = data?.ways.find(({ id }) => id === wayOf[see])
  const lineWay = see === 'local' ? data?.ways.find(({ id }) => id === 'solarman-push') : undefined
  const add = (offers: readonly string[]) =>
    run(
      'add',
      async () => {
        const id = await addTarget(plantId, offers)
        await Promise.all([changed(), refetch()])
        await navigate(connectionPath(plantId, id))
      },
      text('targets.added'),
    )
  if (!may) return <AddingRefused />
  return (
    <div className="page">
      <Card title={text(`targets.find.${see}`)}>
        {!data && <RowsLoading error={error} refetch={refetch} />}
        {data && !data.isOpen && agents.length === 0 && (
          <Notice tone="warn">
            <b>{text('targets.fault.closed')}</b>
            {gap}
            {text('targets.closed.hint')}
          </Notice>
        )}
        {data && lineWay && data.loggers.length > 0 && (
          <AskableLoggers loggers={data.loggers} way={lineWay} onFound={setFound} />
        )}
        {data && way && (data.isOpen || agents.length > 0) && (
          // Each way has its own fields and results.
          <AddressForm
            key={`${way.id} ${agents.length}`}
            plantId={plantId}
            isOpen={data.isOpen}
            agents={agents}
            way={way}
            onFound={setFound}
          >
            <ButtonLink kind="quiet" to={plantPath('device', { id: plantId })}>
              {text('shell.action.close')}
            </ButtonLink>
          </AddressForm>
        )}
        {found && (
          <FoundDevices key={found[0]?.offer ?? ''} found={found}>
            {(chosen) => (
              <Button
                kind="primary"
                icon="add"
                disabled={chosen.length === 0}
                busy={running !== undefined}
                onClick={() => void add(chosen.map(({ offer }) => offer))}
              >
                {text('targets.add', { count: chosen.length })}
              </Button>
            )}
          </FoundDevices>
        )}
      </Card>
      {data && data.data.length > 0 && (
        <Card title={text('targets.list')} className={styles.targets}>
          {data.data.map((target) => (
            <TargetRow key={target.id} target={target} />
          ))}
        </Card>
      )}
      <SameDevicesCard />
      {see === 'network' && data?.isOpen && (
        <ButtonLink kind="quiet" icon="table" to={labPath(plantId)}>
          {text('connection.lab')}
        </ButtonLink>
      )}
    </div>
  )
}
