import { Navigate } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import { readId, useUrlState } from '../../../address/url-state.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { useText } from '../../../texts/use-text.tsx'
import { FleetReport } from './fleet-report.tsx'

/** `/communicationReport`: of all plants; that of one is a part of its data quality. */
export function CommunicationPage() {
  const { text } = useText()
  const { params } = useUrlState()
  const plantId = readId(params, 'id')
  usePageTitle(text('communication.title'))
  if (plantId !== undefined) return <Navigate to={plantPath('quality', { id: plantId })} replace />
  return (
    <main>
      <FleetReport />
    </main>
  )
}
