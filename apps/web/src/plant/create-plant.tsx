import type { ComponentProps } from 'react'
import { createPlantPath } from '../address/paths.ts'
import { Permitted } from '../identity/permitted.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** For users who may create plants; nothing for others. */
export const CreatePlantLink = (look: Omit<ComponentProps<typeof ButtonLink>, 'to' | 'icon'>) => (
  <Permitted any={['plantCreate']}>
    <ButtonLink {...look} icon="add" to={createPlantPath()} />
  </Permitted>
)
