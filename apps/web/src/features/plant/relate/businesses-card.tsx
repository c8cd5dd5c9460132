import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plantKey } from '../../../api/queries.ts'
import { type Business, type Relation, relations, removeBusiness } from '../../../api/sharing.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { BusinessDialog } from './business-dialog.tsx'
import styles from './relate-page.module.css'
import { RemoveButton } from './remove-button.tsx'
import { ShareRow } from './share-row.tsx'

const isRelation = (text: string): text is Relation => (relations as readonly string[]).includes(text)

/**
 * Organizations that hold or share the plant: installer, maintenance, operator, manufacturer. @param actingFor marked
 * as "you"
 */
export function BusinessesCard({
  businesses,
  canShare,
  actingFor,
}: Readonly<{ businesses: UseQueryResult<readonly Business[]>; canShare: boolean; actingFor: number | undefined }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: plantKey(plantId) })
  const { data, error, refetch } = businesses
  return (
    <Card
      title={text('sharing.organizations')}
      aside={
        canShare && (
          <Button size="s" icon="add" onClick={() => setAdding(true)}>
            {text('sharing.organizations.add')}
          </Button>
        )
      }
    >
      {!data &&
        (error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={96} />)}
      {data?.length === 0 && (
        <EmptyState
          compact
          icon="factory"
          title={text('sharing.organizations.none')}
          hint={text('sharing.organizations.none.hint')}
        />
      )}
      <ul className={styles.relateList}>
        {data?.map((row) => (
          <ShareRow
            key={row.id}
            {...row}
            organizationId={row.id}
            isSelf={row.id === actingFor}
            note={isRelation(row.relation) ? text(`sharing.relation.${row.relation}`) : ''}
          >
            {canShare && row.role !== 'owner' && (
              <RemoveButton name={row.name} remove={() => removeBusiness(plantId, row.id).then(refresh)} />
            )}
          </ShareRow>
        ))}
      </ul>
      {isAdding && <BusinessDialog onClose={() => setAdding(false)} onDone={refresh} />}
    </Card>
  )
}
