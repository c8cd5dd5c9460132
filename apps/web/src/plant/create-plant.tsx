import type { ComponentProps } from 'react'
import { createPlantPath } from '../address/paths.ts'
import { Permitted, usePermission } from '../identity/permitted.tsx'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

/** For users who may create plants; nothing for others. */
export const CreatePlantLink = (look: Omit<ComponentProps<typeof ButtonLink>, 'to' | 'icon'>) => (
  <Permitted any={['plantCreate']}>
    <ButtonLink {...look} icon="add" to={createPlantPath()} />
  </Permitted>
)

/** Instead of a list without a plant. */
export function NoPlantYet() {
  const { text } = useText()
  const may = usePermission()(['plantCreate'])
  return (
    <EmptyState
      isPage
      icon="plants"
      title={text('shell.plant.none')}
      hint={text(may ? 'shell.plant.noneHint' : 'shell.plant.noneAsk')}
    >
      <CreatePlantLink kind="primary">{text('plant-list.create')}</CreatePlantLink>
    </EmptyState>
  )
}
