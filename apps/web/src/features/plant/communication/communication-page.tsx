import { useQuery } from '@tanstack/react-query'
import { readId, useUrlState } from '../../../address/url-state.ts'
import { plantQuery } from '../../../api/queries.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { FleetReport } from './fleet-report.tsx'
import { PlantReport } from './plant-report.tsx'

/** `/communicationReport`: of the plant that the address names, or of all plants. */
export function CommunicationPage() {
  const { text } = useText()
  const { params } = useUrlState()
  const { code } = useLanguage()
  const plantId = readId(params, 'id')
  const { data: plant } = useQuery({ ...plantQuery(plantId ?? 0, code), enabled: plantId !== undefined })
  usePageTitle(text('communication.title'), plant?.name)
  return (
    <main>
      {plantId === undefined ? (
        <FleetReport />
      ) : (
        <PlantReport key={plantId} plantId={plantId} name={plant?.name ?? ''} />
      )}
    </main>
  )
}
