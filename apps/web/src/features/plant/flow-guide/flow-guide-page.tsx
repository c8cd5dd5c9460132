import { usePageTitle } from '../../../brand/page-title.ts'
import { FlowAround } from '../../../charts/flow/flow-around.tsx'
import { FlowDiagram } from '../../../charts/flow/flow-diagram.tsx'
import { BatterySign } from '../../../charts/flow/flow-icons.tsx'
import { levelOf } from '../../../charts/flow/flow-model.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { batteryLevels, type FlowExample, flowExamples } from './flow-examples.ts'
import styles from './flow-guide-page.module.css'

/** How to read the power flow: every kind of plant that it can draw, as examples. */
export function FlowGuidePage() {
  const { text } = useText()
  const format = useFormat()
  usePageTitle(text('flow-guide.title'))
  return (
    <main className="page">
      <header className={styles.flowGuideHead}>
        <h1>{text('flow-guide.title')}</h1>
        <p>{text('flow-guide.intro')}</p>
      </header>
      <div className={styles.flowGuideGrid}>
        {flowExamples.map((example) => (
          <Example key={example.name} example={example} />
        ))}
        <Card title={text('flow-guide.level')} className={styles.flowGuideCard}>
          <p className={styles.flowGuideText}>{text('flow-guide.level.hint')}</p>
          <ul className={styles.flowGuideLevels}>
            {batteryLevels.map((percent) => (
              <li key={percent}>
                <BatterySign level={levelOf(percent)} />
                {format.percent(percent, 0)}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </main>
  )
}

function Example({ example: { name, state, equipment, asleep, stale } }: Readonly<{ example: FlowExample }>) {
  const { text } = useText()
  return (
    <Card title={text(`flow-guide.${name}`)} className={styles.flowGuideCard}>
      <p className={styles.flowGuideText}>{text(`flow-guide.${name}.hint`)}</p>
      <div className={styles.flowGuideDrawing}>
        <FlowDiagram
          state={state}
          equipment={equipment}
          asleep={asleep}
          stale={stale}
          balance={text('flow-guide.example')}
        />
        <FlowAround {...equipment} />
      </div>
    </Card>
  )
}
