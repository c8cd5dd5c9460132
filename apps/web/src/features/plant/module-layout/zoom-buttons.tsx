import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './layout-page.module.css'
import type { CanvasFrame } from './use-canvas-frame.ts'

const STEP = 1.3

export function ZoomButtons({ frame }: Readonly<{ frame: CanvasFrame }>) {
  const { text } = useText()
  return (
    <div className={styles.zoom}>
      <Button size="s" icon="add" label={text('module-layout.zoomIn')} onClick={() => frame.zoom(1 / STEP)} />
      <Button size="s" icon="minus" label={text('module-layout.zoomOut')} onClick={() => frame.zoom(STEP)} />
      <Button size="s" icon="home" label={text('module-layout.fit')} onClick={frame.fit} />
    </div>
  )
}
