import { boxOfLayout, type Point, roundM } from '@heliograph/domain/module-layout/geometry.ts'
import type { LayoutPhoto, LayoutSatellite, ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { useQuery } from '@tanstack/react-query'
import { photosPath } from '../../../../address/paths.ts'
import { imagesQuery } from '../../../../api/plant-images.ts'
import { useBrand } from '../../../../brand/brand-context.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import styles from './layout-editor.module.css'
import { NumberField } from './number-field.tsx'

const PLAIN = '-'
const SATELLITE = 'satellite'
const USUAL_OPACITY = 0.6
const ROOM_M = 2

/** Background of the groups: a picture of the plant, a map service's from above where there is a key, or nothing. */
export type Background = Readonly<{ photo: LayoutPhoto | null; satellite: LayoutSatellite | null }>
const plain: Background = { photo: null, satellite: null }

/** Chooses what lies behind the groups, and where. */
export function PhotoPanel({
  layout,
  onBackground,
}: Readonly<{ layout: ModuleLayout; onBackground: (background: Background) => void }>) {
  const { text } = useText()
  const { plantId, plant } = useCurrentPlant()
  const { data = [] } = useQuery(imagesQuery(plantId))
  const hasMap = useBrand().maps.length > 0 && plant.latitudeDeg !== null && plant.longitudeDeg !== null
  const { photo, satellite } = layout
  const onPhoto = (next: LayoutPhoto): void => onBackground({ ...plain, photo: next })
  const onSatellite = (next: LayoutSatellite): void => onBackground({ ...plain, satellite: next })
  const choose = (value: string): void => {
    if (value === PLAIN) {
      onBackground(plain)
      return
    }
    const box = boxOfLayout(layout) ?? { xM: 0, yM: 0, widthM: 12, heightM: 8 }
    if (value === SATELLITE) {
      onSatellite({ xM: roundM(box.xM + box.widthM / 2), yM: roundM(box.yM + box.heightM / 2), opacity: 1 })
      return
    }
    const place = photo ?? {
      xM: box.xM - ROOM_M,
      yM: box.yM - ROOM_M,
      widthM: Math.min(1_000, box.widthM + 2 * ROOM_M),
      opacity: USUAL_OPACITY,
    }
    onPhoto({ ...place, imageId: Number(value) })
  }
  return (
    <section className={styles.panel} aria-label={text('module-layout.photo')}>
      <h3>{text('module-layout.photo')}</h3>
      {(data.length > 0 || hasMap) && (
        <SelectField
          label={text('module-layout.photo.which')}
          value={photo ? String(photo.imageId) : satellite ? SATELLITE : PLAIN}
          options={[
            { value: PLAIN, label: text('module-layout.photo.none') },
            ...(hasMap || satellite ? [{ value: SATELLITE, label: text('module-layout.satellite') }] : []),
            ...data.map(({ id, caption }, i) => ({
              value: String(id),
              label: caption || text('module-layout.photo.number', { number: i + 1 }),
            })),
          ]}
          onChange={choose}
        />
      )}
      {data.length === 0 && (
        <ButtonLink size="s" icon="camera" to={photosPath(plantId)}>
          {text('module-layout.photo.add')}
        </ButtonLink>
      )}
      {satellite && (
        <>
          <p className="muted">{text('module-layout.satellite.hint')}</p>
          <NumberField
            label={text('module-layout.photo.opacity')}
            value={Math.round(satellite.opacity * 100)}
            unit="%"
            min={0}
            max={100}
            onCommit={(percent) => percent !== null && onSatellite({ ...satellite, opacity: percent / 100 })}
          />
          <PlaceFields place={satellite} onPlace={(place) => onSatellite({ ...satellite, ...place })} />
        </>
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
          <PlaceFields place={photo} onPlace={(place) => onPhoto({ ...photo, ...place })} />
        </>
      )}
    </section>
  )
}

function PlaceFields({ place, onPlace }: Readonly<{ place: Point; onPlace: (place: Point) => void }>) {
  const { text } = useText()
  const { xM, yM } = place
  const range = { unit: 'm', min: -5_000, max: 5_000 } as const
  return (
    <div className={styles.pair}>
      <NumberField
        label={text('module-layout.photo.x')}
        value={xM}
        {...range}
        onCommit={(next) => next !== null && onPlace({ xM: next, yM })}
      />
      <NumberField
        label={text('module-layout.photo.y')}
        value={yM}
        {...range}
        onCommit={(next) => next !== null && onPlace({ xM, yM: next })}
      />
    </div>
  )
}
