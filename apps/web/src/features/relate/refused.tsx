import { useText } from '../../texts/use-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { GiveUpButton } from './give-up.tsx'

/** For who was given too little to see how a plant is shared: what is missing, who can give it, and the way out. */
export function Refused() {
  const { text } = useText()
  return (
    <div className="page">
      <div className="state relate-refused">
        <span className="state-mark state-mark-fault">
          <Icon name="lock" size={26} />
        </span>
        <h2>{text('transport.forbidden')}</h2>
        <p>{text('account.refused.missing', { right: text('sharing.right.viewPlantInfo') })}</p>
        <p>{text('sharing.refused.hint')}</p>
        <div className="state-actions">
          <GiveUpButton />
        </div>
      </div>
    </div>
  )
}
