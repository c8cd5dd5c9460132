import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  applicationsKey,
  type OperatorCard,
  operatorCardsQuery,
  removeCard,
  switchCard,
} from '../../../../api/applications.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SettingRow } from '../../../../ui/setting.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import styles from '../support.module.css'
import { CardDialog } from './card-dialog.tsx'
import { PublishedList } from './published-list.tsx'
import { RemoveButton } from './remove-button.tsx'

/** Cards that the operator adds to the features page: a partner, or a page of their own. */
export function CardsPart() {
  const { text } = useText()
  const client = useQueryClient()
  const cards = useQuery(operatorCardsQuery)
  const refresh = () => client.invalidateQueries({ queryKey: applicationsKey })
  return (
    <PublishedList
      title={text('support.operator.cards')}
      add={text('support.card.new')}
      none={text('support.card.none')}
      rows={cards.data}
      loading={cards}
      dialog={(close) => <CardDialog onSaved={refresh} onClose={close} />}
    >
      {(item) => (
        <SettingRow
          key={item.id}
          title={
            <>
              {item.title}{' '}
              <span className={styles.chip} data-state={item.isOn ? 'shown' : 'over'}>
                {text(item.isOn ? 'support.card.on' : 'support.card.off')}
              </span>
            </>
          }
          hint={[text(`support.card.kind.${item.kind}`), item.url, item.withToken ? text('support.card.signed') : '']
            .filter(Boolean)
            .join(' · ')}
        >
          <SwitchButton one={item} refresh={refresh} />
          <RemoveButton name={item.title} run={() => removeCard(item.id).then(refresh)} />
        </SettingRow>
      )}
    </PublishedList>
  )
}

function SwitchButton({ one, refresh }: Readonly<{ one: OperatorCard; refresh: () => Promise<unknown> }>) {
  const { text } = useText()
  const { running, run } = useAction()
  return (
    <Button
      size="s"
      busy={running !== undefined}
      onClick={() => void run('switch', () => switchCard(one.id, !one.isOn).then(refresh))}
    >
      {text(one.isOn ? 'support.card.switchOff' : 'support.card.switchOn')}
    </Button>
  )
}
