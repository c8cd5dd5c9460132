import { connectionPath } from '../../../address/paths.ts'
import type { Target } from '../../../api/targets.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { useTargetWords } from './use-target-words.ts'
import { placeOf } from './ways.ts'

/** A target in the list, with its state in a sentence. */
export function TargetRow({ target }: Readonly<{ target: Target }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { tone, sentence } = useTargetWords()(target)
  return (
    <SettingRow
      icon={tone === 'ok' ? 'check' : 'warning'}
      tone={tone}
      title={target.name}
      hint={`${placeOf(target, text)} · ${sentence}`}
    >
      <ButtonLink
        size="s"
        to={connectionPath(plantId, target.id)}
        aria-label={text('targets.open.label', { name: target.name })}
      >
        {text('targets.open')}
      </ButtonLink>
    </SettingRow>
  )
}
