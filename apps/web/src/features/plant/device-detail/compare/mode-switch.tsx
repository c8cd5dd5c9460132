import { useUrlState } from '../../../../address/url-state.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { SegmentedLinks } from '../../../../ui/tabs.tsx'
import { ALL, OF, WITH } from './compare-state.ts'
import type { ComparisonState } from './use-comparison.ts'

/** This device alone, or beside others as a table of shades. */
export function ModeSwitch({ comparison }: Readonly<{ comparison: ComparisonState }>) {
  const { text } = useText()
  const { params, linkTo } = useUrlState()
  // It has its place before it is known whether there is anything to compare with.
  if (!comparison.isPossible && !comparison.isOn && !comparison.isPending) return null
  const asked = params.get(WITH) ?? ALL
  return (
    <SegmentedLinks
      label={text('device-detail.compare.mode')}
      places={[
        {
          key: 'own',
          to: linkTo({ [WITH]: null, [OF]: null }),
          label: text('device-detail.compare.own'),
          current: !comparison.isOn,
        },
        {
          key: 'heat',
          to: linkTo({ [WITH]: asked }),
          label: text('device-detail.compare.heat'),
          current: comparison.isOn,
        },
      ]}
    />
  )
}
