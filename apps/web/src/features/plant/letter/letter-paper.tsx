import { formatWholeMonth } from '@heliograph/domain/format/date.ts'
import type { Letter, LetterDoor } from '@heliograph/domain/letter/letter.ts'
import { formatBilledEnergy, letterWords } from '@heliograph/domain/letter/letter-words.ts'
import {
  type LetterItem,
  type LetterPart,
  type LetterSentence,
  numberOf,
  writeLetter,
} from '@heliograph/domain/letter/write-letter.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { plantPath, plantSettingsPath } from '../../../address/paths.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './letter.module.css'

const headings: Readonly<Partial<Record<LetterPart['part'], TextKey>>> = {
  lost: 'letter.heading.lost',
  todo: 'letter.heading.todo',
}

/** The letter itself: on the screen, and on one sheet of paper. @param today at the plant */
export function LetterPaper({ letter, today }: Readonly<{ letter: Letter; today: string }>) {
  const { text } = useText()
  const format = useFormat()
  const parts = writeLetter(
    letter,
    letterWords(format.locale, ({ kind }) => text(`performance.loss.${kind}`)),
  )
  const title = text('letter.title', { month: formatWholeMonth(letter.month, format.locale) })
  const advice = parts.find(({ part }) => part === 'todo')
  return (
    <article className={styles.paper} aria-label={title} data-part="letter">
      <header>
        <p className={styles.plant}>{letter.plantName}</p>
        <h2>{title}</h2>
      </header>
      {parts
        .filter(({ part }) => part !== 'todo')
        .map((part) => (
          <Part key={part.part} part={part} month={letter.month} />
        ))}
      <TheNumber letter={letter} />
      {advice && <Part part={advice} month={letter.month} />}
      <footer className={styles.closing}>{text('letter.closing', { date: format.date(today) })}</footer>
    </article>
  )
}

function Part({ part, month }: Readonly<{ part: LetterPart; month: string }>) {
  const { text } = useText()
  const heading = headings[part.part]
  const isNumbered = part.part === 'todo'
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <section>
      {heading && <h3>{text(heading)}</h3>}
      {part.sentences.length > 0 && (
        <p>
          <Sentences sentences={part.sentences} />
        </p>
      )}
      {part.items.length > 0 && (
        <List className={isNumbered ? styles.steps : styles.points}>
          {part.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two alarms may be equal, and none is moved
            <li key={at}>
              <Item item={item} month={month} />
            </li>
          ))}
        </List>
      )}
    </section>
  )
}

function Item({ item: { sentences, door }, month }: Readonly<{ item: LetterItem; month: string }>) {
  const { plantId, can } = useCurrentPlant()
  const words = <Sentences sentences={sentences} />
  const isOpen = door !== null && (isPage(door) || can('editPlant'))
  return !isOpen ? words : <Link to={addressOf(door, plantId, `${month}-01`)}>{words}</Link>
}

/** The other doors lead to settings. */
const isPage = (door: LetterDoor): boolean => door !== 'money' && door !== 'metering'

function addressOf(door: LetterDoor, id: number, date: string): string {
  switch (door) {
    case 'alarms':
      return plantPath('alert', { id })
    case 'quality':
      return plantPath('quality', { id, date })
    case 'performance':
      return plantPath('performance', { id, view: 'month', date })
    case 'money':
    case 'metering':
      return plantSettingsPath(id, door)
  }
}

/** Sentences one after the other. */
export function Sentences({ sentences }: Readonly<{ sentences: readonly LetterSentence[] }>) {
  const { rich, gap } = useText()
  return sentences.map(({ key, values }, at) => (
    <Fragment key={key}>
      {at > 0 && gap}
      {rich(key as TextKey, values)}
    </Fragment>
  ))
}

/** The energy that the utility's bill should show for the same days. */
function TheNumber({ letter }: Readonly<{ letter: Letter }>) {
  const { text } = useText()
  const format = useFormat()
  const { lead, figures, missingDays } = numberOf(letter)
  return (
    <section className={styles.number}>
      <h3>{text('letter.number')}</h3>
      <p>{text(lead, { from: format.date(letter.from), to: format.date(letter.to) })}</p>
      {figures.length > 0 && (
        <dl>
          {figures.map(({ name, energyWh }) => (
            <div key={name}>
              <dt>{text(`letter.number.${name}`)}</dt>
              <dd>{formatBilledEnergy(energyWh, format.locale)}</dd>
            </div>
          ))}
        </dl>
      )}
      {missingDays > 0 && <p className={styles.small}>{text('letter.number.gaps', { days: missingDays })}</p>}
    </section>
  )
}
