import { useId } from 'react'
import styles from './flow.module.css'
import type { FlowPart } from './flow-model.ts'

type Props = Readonly<{ x: number; y: number; width: number; height: number; parts: readonly FlowPart[] }>

/** The plant's bus, colored by the shares of its sources. */
export function FlowBus({ x, y, width, height, parts }: Props) {
  const clip = useId()
  let from = x
  return (
    <g>
      <clipPath id={clip}>
        <rect x={x} y={y} width={width} height={height} rx={height / 2} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect className={styles.flowBusGround} x={x} y={y} width={width} height={height} />
        {parts.map(({ token, share }) => {
          const left = from
          from += share * width
          return (
            <rect
              key={`${token} ${left}`}
              x={left}
              y={y}
              width={Math.max(0, share * width - 1)}
              height={height}
              fill={`var(--${token})`}
            />
          )
        })}
      </g>
      <rect className={styles.flowBusEdge} x={x} y={y} width={width} height={height} rx={height / 2} />
    </g>
  )
}
