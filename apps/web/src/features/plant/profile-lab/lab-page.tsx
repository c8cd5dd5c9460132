import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDevicePath } from '../../../address/paths.ts'
import { type LabReading, labMapsQuery } from '../../../api/lab.ts'
import { AddingRefused } from '../../../plant/adding-refused.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowsLoading } from '../../../ui/setting.tsx'
import { AddedPart } from './added-part.tsx'
import { ItemsTable } from './items-table.tsx'
import { KeepPart } from './keep-part.tsx'
import { MapChoice } from './map-choice.tsx'
import { type Added, type Meanings, noMeanings } from './meanings.ts'
import { OwnMapsCard } from './own-maps-card.tsx'
import { RegistersForm } from './registers-form.tsx'
import { WordsTable } from './words-table.tsx'

/** Registers of a device that no profile knows: read, given a meaning, kept as a map and used. */
export function LabPage() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  const { data, error, refetch } = useQuery({ ...labMapsQuery(plantId), enabled: may })
  const [mapId, setMapId] = useState<string | null>(null)
  const [reading, setReading] = useState<LabReading>()
  const [meanings, setMeanings] = useState<Meanings>(noMeanings)
  const [added, setAdded] = useState<readonly Added[]>([])
  if (!may) return <AddingRefused />
  const choose = (id: string | null): void => {
    setMapId(id)
    setReading(undefined)
    setMeanings(noMeanings)
  }
  const map = data?.known.find(({ id }) => id === mapId)
  return (
    <div className="page">
      <Card
        title={text('lab.title')}
        aside={
          <ButtonLink size="s" to={addDevicePath(plantId, 'network')}>
            {text('shell.action.close')}
          </ButtonLink>
        }
      >
        <p className="muted">{text('lab.lead')}</p>
        {!data && <RowsLoading error={error} refetch={refetch} />}
        {data && <MapChoice maps={data.known} mapId={mapId} onChoose={choose} />}
        {map && !map.isAssigned && <Notice>{text('lab.map.unassigned.hint', { source: map.source })}</Notice>}
        <RegistersForm mapId={mapId} onRead={setReading} />
      </Card>
      {reading && reading.missing.length > 0 && (
        <Notice tone="warn">
          {text('lab.missing', {
            list: reading.missing.map(({ address, count }) => `${address}–${address + count - 1}`).join(', '),
          })}
        </Notice>
      )}
      {reading && map && <ItemsTable items={reading.items} meanings={meanings} onChange={setMeanings} />}
      {reading && (
        <WordsTable blocks={reading.blocks}>
          <AddedPart added={added} onChange={setAdded} />
        </WordsTable>
      )}
      {(meanings.assigned.size > 0 || added.length > 0) && (
        <KeepPart map={map} meanings={meanings} added={added} onKept={refetch} />
      )}
      {data && <OwnMapsCard maps={data.own} onChanged={refetch} />}
    </div>
  )
}
