import { useUrlState } from '../../../../address/url-state.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { SegmentedLinks } from '../../../../ui/tabs.tsx'
import { ALL, LOOK, OF, WITH } from './compare-state.ts'
import type { ComparisonState } from './use-comparison.ts'

/** This device alone, beside others as lines, or as a table of shades. */
export function ModeSwitch({ comparison }: Readonly<{ comparison: ComparisonState }>) {
  const { text } = useText()
  const { params, linkTo } = useUrlState()
  // It has its place before it is known whether there is anything to compare with.
  if (!comparison.isPossible && !comparison.isOn && !comparison.isPending) return null
  const asked = params.get(WITH) ?? ALL
  const isHeat = comparison.isOn && comparison.look === 'heat'
  return (
    <SegmentedLinks
      label={text('device-detail.compare.mode')}
      places={[
        {
          key: 'own',
          to: linkTo({ [WITH]: null, [OF]: null, [LOOK]: null }),
          label: text('device-detail.compare.own'),
          current: !comparison.isOn,
        },
        {
          key: 'chart',
          to: linkTo({ [WITH]: asked, [LOOK]: null }),
          label: text('device-detail.compare.chart'),
          current: comparison.isOn && !isHeat,
        },
        {
          key: 'heat',
          to: linkTo({ [WITH]: asked, [LOOK]: 'heat' }),
          label: text('device-detail.compare.heat'),
          current: isHeat,
        },
      ]}
    />
  )
}
