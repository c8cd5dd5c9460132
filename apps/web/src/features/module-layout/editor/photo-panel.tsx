import { boxOfLayout } from '@heliograph/domain/module-layout/geometry.ts'
import type { LayoutPhoto, ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { useQuery } from '@tanstack/react-query'
import { photosPath } from '../../../address/paths.ts'
import { imagesQuery } from '../../../api/plant-images.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import styles from './layout-editor.module.css'
import { NumberField } from './number-field.tsx'

const PLAIN = '-'
const USUAL_OPACITY = 0.6
const ROOM_M = 2

/** A picture of the plant behind the groups, or a plain canvas. */
export function PhotoPanel({
  layout,
  onPhoto,
}: Readonly<{ layout: ModuleLayout; onPhoto: (photo: LayoutPhoto | null) => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data = [] } = useQuery(imagesQuery(plantId))
  const { photo } = layout
  const choose = (value: string): void => {
    if (value === PLAIN) {
      onPhoto(null)
      return
    }
    const box = boxOfLayout(layout) ?? { xM: 0, yM: 0, widthM: 12, heightM: 8 }
    const place = photo ?? {
      ...{ xM: box.xM - ROOM_M, yM: box.yM - ROOM_M, widthM: Math.min(1_000, box.widthM + 2 * ROOM_M) },
      opacity: USUAL_OPACITY,
    }
    onPhoto({ ...place, imageId: Number(value) })
  }
  return (
    <section className={styles.panel} aria-label={text('module-layout.photo')}>
      <h3>{text('module-layout.photo')}</h3>
      {data.length === 0 ? (
        <ButtonLink size="s" icon="camera" to={photosPath(plantId)}>
          {text('module-layout.photo.add')}
        </ButtonLink>
      ) : (
        <SelectField
          label={text('module-layout.photo.which')}
          value={photo ? String(photo.imageId) : PLAIN}
          options={[
            { value: PLAIN, label: text('module-layout.photo.none') },
            ...data.map(({ id, caption }, i) => ({
              value: String(id),
              label: caption || text('module-layout.photo.number', { number: i + 1 }),
            })),
          ]}
          onChange={choose}
        />
      )}
      {photo && (
        <>
          <div className={styles.pair}>
            <NumberField
              label={text('module-layout.photo.width')}
              value={photo.widthM}
              unit="m"
              min={1}
              max={1_000}
              onCommit={(widthM) => widthM !== null && onPhoto({ ...photo, widthM })}
            />
            <NumberField
              label={text('module-layout.photo.opacity')}
              value={Math.round(photo.opacity * 100)}
              unit="%"
              min={0}
              max={100}
              onCommit={(percent) => percent !== null && onPhoto({ ...photo, opacity: percent / 100 })}
            />
          </div>
          <div className={styles.pair}>
            <NumberField
              label={text('module-layout.photo.x')}
              value={photo.xM}
              unit="m"
              min={-5_000}
              max={5_000}
              onCommit={(xM) => xM !== null && onPhoto({ ...photo, xM })}
            />
            <NumberField
              label={text('module-layout.photo.y')}
              value={photo.yM}
              unit="m"
              min={-5_000}
              max={5_000}
              onCommit={(yM) => yM !== null && onPhoto({ ...photo, yM })}
            />
          </div>
        </>
      )}
    </section>
  )
}
