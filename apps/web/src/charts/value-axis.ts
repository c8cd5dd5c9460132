import type { AxisPlan } from './axis-plan.ts'
import type { ChartTheme } from './theme.ts'

export const LABEL_SIZE = 11

type Look = Readonly<{ unit: string; isLeft: boolean; format: (value: number) => string }>

/** The common part of the value axes of lines and bars: the unit is above the labels, only the left one draws lines. */
export const valueAxis = ({ unit, isLeft, format }: Look, plan: AxisPlan, theme: ChartTheme) => ({
  type: 'value' as const,
  position: isLeft ? 'left' : 'right',
  min: plan.min,
  max: plan.max,
  interval: plan.step,
  name: unit,
  nameLocation: 'end',
  nameGap: 9,
  nameTextStyle: {
    color: theme.color('text-3'),
    fontSize: LABEL_SIZE,
    align: isLeft ? 'right' : 'left',
    padding: [0, isLeft ? 6 : 0, 0, isLeft ? 0 : 6],
  },
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { margin: 8, color: theme.color('text-3'), fontSize: LABEL_SIZE, formatter: format },
  splitLine: { show: isLeft, lineStyle: { color: theme.color('line'), width: 1 } },
})
