import type { ReactNode } from 'react'
import { useUrlState } from '../session/url-state.ts'
import { useText } from '../texts/use-text.tsx'
import { PlantFrame } from './plant-frame.tsx'
import './plants-layout.css'

/**
 * The list beside the open plant; on a phone the list is the page and a plant opens over it.
 * @param rail the list @param empty what stands beside it while no plant is open
 */
export function PlantsLayout({ rail, empty }: Readonly<{ rail: ReactNode; empty: ReactNode }>) {
  const { text } = useText()
  const { plantId } = useUrlState()
  return (
    <div className={`plants ${plantId === undefined ? 'plants-list' : 'plants-open'}`}>
      <aside className="plants-rail" aria-label={text('shell.menu.myPlant')}>
        {rail}
      </aside>
      <div className="plants-main">
        {plantId === undefined ? empty : <PlantFrame key={plantId} plantId={plantId} />}
      </div>
    </div>
  )
}
