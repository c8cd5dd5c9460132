import { useState } from 'react'
import { useNavigate } from 'react-router'
import { connectionPath } from '../../../address/paths.ts'
import { CallFailure } from '../../../api/failure.ts'
import { fetchMapFile, keepMap, type OwnMap, readByMap, removeMap } from '../../../api/lab.ts'
import { saveText } from '../../../charts/save-file.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { readMapFile } from './map-file.ts'
import { PlaceFields, readPlace, usualPlace } from './place-fields.tsx'

/** The maps that the owner made: used for a device, downloaded, removed. */
export function OwnMapsCard({
  maps,
  onChanged,
}: Readonly<{ maps: readonly OwnMap[]; onChanged: () => Promise<unknown> }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { run } = useAction()
  const changed = usePlantChanged(plantId)
  const navigate = useNavigate()
  const [using, setUsing] = useState<OwnMap>()
  const [isFaulty, setFaulty] = useState(false)
  const [place, setPlace] = useState(usualPlace)
  const save = (id: number) =>
    run('file', async () => {
      const file = await fetchMapFile(plantId, id)
      const { name } = file
      saveText(JSON.stringify(file, null, 2), `${name.replace(/[^\p{L}\p{N}.-]+/gu, '-')}.json`, 'application/json')
    })
  const remove = (id: number) =>
    run('remove', async () => {
      await removeMap(plantId, id)
      await onChanged()
    })
  const load = (file: File) =>
    run('load', async () => {
      setFaulty(false)
      const read = await readMapFile(file)
      try {
        if (read === undefined) return setFaulty(true)
        await keepMap(plantId, read.name, read.recipe)
      } catch (failure) {
        if (!(failure instanceof CallFailure) || failure.code !== 'PARAM_ERROR') throw failure
        return setFaulty(true)
      }
      showToast(text('lab.kept'), 'ok')
      await onChanged()
    })
  return (
    <Card
      title={text('lab.own')}
      aside={
        <FileButton icon="table" accept=".json,application/json" onFile={(file) => void load(file)}>
          {text('lab.own.load')}
        </FileButton>
      }
    >
      {isFaulty && (
        <Notice tone="warn" isStatus>
          {text('lab.own.fault')}
        </Notice>
      )}
      {maps.length === 0 && !isFaulty && <p className="muted">{text('lab.own.none')}</p>}
      {maps.map((map) => (
        <SettingRow
          key={map.id}
          icon="table"
          title={map.name}
          hint={text('lab.own.items', { count: map.recipe.assigned.length + map.recipe.added.length })}
        >
          <Button size="s" kind="primary" onClick={() => setUsing(map)}>
            {text('lab.own.use')}
          </Button>
          <Button
            size="s"
            icon="download"
            label={text('lab.own.file', { name: map.name })}
            onClick={() => void save(map.id)}
          />
          <Button
            size="s"
            kind="quiet"
            icon="trash"
            label={text('lab.add.remove', { name: map.name })}
            onClick={() => void remove(map.id)}
          />
        </SettingRow>
      ))}
      {using && (
        <ActionDialog
          title={text('lab.use.title', { name: using.name })}
          confirm={text('lab.own.use')}
          isReady={place.host.trim() !== ''}
          run={async () => {
            const id = await readByMap(plantId, using.id, readPlace(place))
            await changed()
            await navigate(connectionPath(plantId, id))
          }}
          done={text('targets.added')}
          onClose={() => setUsing(undefined)}
        >
          <PlaceFields place={place} error={undefined} onChange={setPlace} />
        </ActionDialog>
      )}
    </Card>
  )
}
