import { DAY_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BinnedPlant, binQuery, removeFromBin, restorePlant } from '../../../api/plant-bin.ts'
import { ProvenForm } from '../../../auth/re-authentication/proven-form.tsx'
import { usePageTitle } from '../../../brand/page-title.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { RowsLoading, SettingRow } from '../../../ui/setting.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'

/** `/plant/bin`: deleted plants, for 30 days. */
export function PlantBinPage() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(binQuery)
  usePageTitle(text('lists.bin'))
  return (
    <main className="page">
      <h1>{text('lists.bin')}</h1>
      {data === undefined ? (
        <RowsLoading error={error} refetch={refetch} />
      ) : data.length === 0 ? (
        <EmptyState icon="trash" title={text('lists.bin.empty')} hint={text('lists.bin.empty.hint')} />
      ) : (
        <>
          <p className="muted">{text('lists.bin.lead')}</p>
          <section className={cx(cardStyles.card, cardStyles.cardFlush)} aria-label={text('lists.bin')}>
            {data.map((plant) => (
              <BinRow key={plant.id} plant={plant} />
            ))}
          </section>
        </>
      )}
    </main>
  )
}

function BinRow({ plant }: Readonly<{ plant: BinnedPlant }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { run, running } = useAction()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, binnedBy: deletedBy } = plant
  const days = Math.max(0, Math.ceil((plant.deleteAtMs - Date.now()) / DAY_MS))
  const date = format.date(localDate(plant.binnedAtMs, plant.zone))
  return (
    <SettingRow
      icon="trash"
      title={
        <>
          {name} <small className="faint">{format.peakWp(plant.capacityWp).text}</small>
        </>
      }
      hint={
        <>
          {deletedBy ? text('lists.bin.by', { name: deletedBy, date }) : text('lists.bin.byGone', { date })}
          {' · '}
          {text('lists.bin.left', { count: days })}
        </>
      }
    >
      <Button
        size="s"
        kind="primary"
        busy={running === 'restore'}
        onClick={() =>
          void run(
            'restore',
            async () => {
              await restorePlant(id)
              await client.invalidateQueries({ queryKey: ['plants'] })
            },
            text('lists.bin.restored', { name }),
          )
        }
      >
        {text('lists.bin.restore')}
      </Button>
      {plant.isOwner && (
        <Button size="s" onClick={() => setRemoving(true)}>
          {text('lists.bin.remove')}
        </Button>
      )}
      {isRemoving && (
        <Dialog open title={text('lists.bin.remove')} onClose={() => setRemoving(false)}>
          <ProvenForm
            confirm={text('lists.bin.remove')}
            danger
            lead={text('lists.bin.remove.hint', { name })}
            onClose={() => setRemoving(false)}
            run={async (proof) => {
              await removeFromBin(id, proof)
              showToast(text('lists.bin.removed', { name }), 'ok')
              await client.invalidateQueries({ queryKey: binQuery.queryKey })
            }}
          />
        </Dialog>
      )}
    </SettingRow>
  )
}
