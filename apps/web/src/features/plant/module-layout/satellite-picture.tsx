import type { LayoutSatellite } from '@heliograph/domain/module-layout/layout.ts'
import { useEffect, useRef, useState } from 'react'
import { useBrand } from '../../../brand/brand-context.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { openSatellite, type Satellite } from '../../../plant/place/foreign-map.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './layout-canvas.module.css'
import type { CanvasFrame } from './use-canvas-frame.ts'

/** Pixels of the service's map; what is near is enlarged, because services have no finer pictures. */
const SIDE_PX = 1_280

/** A map service's picture of the plant's place behind the groups, by the brand's key or the operator's. */
export function SatellitePicture({ place, frame }: Readonly<{ place: LayoutSatellite; frame: CanvasFrame }>) {
  const { text } = useText()
  const { plant } = useCurrentPlant()
  const [service] = useBrand().maps
  const box = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<Satellite>()
  const [failed, setFailed] = useState(false)
  const { latitudeDeg, longitudeDeg } = plant

  useEffect(() => {
    if (!box.current || !service || latitudeDeg === null || longitudeDeg === null) return undefined
    let isGone = false
    let opened: Satellite | undefined
    const giveUp = (): void => {
      if (isGone) return
      setPicture(undefined)
      setFailed(true)
    }
    openSatellite(box.current, service, { latitudeDeg, longitudeDeg }, giveUp).then((item) => {
      if (isGone) return item.remove()
      opened = item
      setPicture(item)
    }, giveUp)
    return () => {
      isGone = true
      opened?.remove()
    }
  }, [service, latitudeDeg, longitudeDeg])

  const scale = (picture?.metersPerPx ?? 0) * frame.pixelsPerM
  const [x, y] = [place.xM - frame.corner.xM, place.yM - frame.corner.yM].map(
    (meters) => meters * frame.pixelsPerM - (SIDE_PX / 2) * scale,
  )
  return (
    <>
      <div
        ref={box}
        className={styles.satellite}
        style={{
          width: SIDE_PX,
          height: SIDE_PX,
          opacity: picture ? place.opacity : 0,
          transform: `translate(${x}px, ${y}px) scale(${scale || 1})`,
        }}
        aria-hidden="true"
      />
      {failed && (
        <p className={styles.satelliteFailed} role="status">
          {text('module-layout.satellite.failed')}
        </p>
      )}
    </>
  )
}
