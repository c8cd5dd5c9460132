import { type ModulePlane, sumOfPlanes } from '@heliograph/domain/module-plane.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useState } from 'react'
import { editPlanes } from '../../../api/planes.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { CapacityFromFields, readCapacityFrom } from '../../../plant/form/capacity-from.tsx'
import { type PlaneDraft, PlanesFields, readPlanes } from '../../../plant/form/planes-fields.tsx'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The planes of the modules, one under the other, with the capacity that they have together. */
export function PlanesDialog({ planes, onClose }: Readonly<{ planes: readonly ModulePlane[]; onClose: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const today = localDate(Date.now(), zone)
  const [since, setSince] = useState({ day: today, isAlways: false })
  const changed = usePlantChanged(plantId)
  const writer = new Intl.NumberFormat(format.locale, { useGrouping: false, maximumFractionDigits: 6 })
  const [drafts, setDrafts] = useState<readonly PlaneDraft[]>(() =>
    planes.map(({ name, capacityWp, azimuthDeg, tiltDeg }) => ({
      name,
      capacity: writer.format(capacityWp / 1000),
      azimuth: writer.format(azimuthDeg),
      tilt: writer.format(tiltDeg),
    })),
  )
  const typed = readPlanes(drafts)
  const isOtherSum = typed !== undefined && sumOfPlanes(typed) !== sumOfPlanes(planes)
  const from = isOtherSum ? readCapacityFrom(since, today) : undefined
  const isChanged = typed !== undefined && JSON.stringify(typed.map(toShape)) !== JSON.stringify(planes.map(toShape))
  return (
    <ActionDialog
      title={text('metering.planes')}
      confirm={text('shell.action.save')}
      width={620}
      isReady={isChanged && (!isOtherSum || from !== undefined)}
      run={async () => {
        if (typed === undefined) return
        await editPlanes(plantId, typed, from)
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      <PlanesFields drafts={drafts} onChange={setDrafts} />
      {typed && (
        <p role="status">{text('metering.planes.sum', { capacity: format.peakWp(sumOfPlanes(typed)).text })}</p>
      )}
      {isOtherSum && <CapacityFromFields draft={since} today={today} onChange={setSince} />}
      {isChanged && (
        <Notice tone="warn" icon="refresh">
          {text('metering.planes.recounts')}
        </Notice>
      )}
    </ActionDialog>
  )
}

const toShape = ({ name, capacityWp, azimuthDeg, tiltDeg }: ModulePlane) => [name, capacityWp, azimuthDeg, tiltDeg]
