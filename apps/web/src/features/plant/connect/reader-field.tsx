import type { Agent } from '../../../api/agents.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField } from '../../../ui/field.tsx'

/** The server itself, among the readers. */
export const SERVER = 'server'

type Choices = Readonly<{ isOpen: boolean; agents: readonly Pick<Agent, 'id' | 'name'>[] }>

/** Values of the field, the likeliest first: who has an agent has it for this. */
export const readersOf = (isOpen: boolean, agents: Choices['agents']): readonly string[] => [
  ...agents.map(({ id }) => String(id)),
  ...(isOpen ? [SERVER] : []),
]

/** The program that reads a device: an agent in the home, or the server. */
export function ReaderField({
  isOpen,
  agents,
  value,
  onChange,
}: Choices & Readonly<{ value: string; onChange: (value: string) => void }>) {
  const { text } = useText()
  const nameOf = (reader: string): string =>
    agents.find(({ id }) => String(id) === reader)?.name ?? text('agents.reader.server')
  const readers = [...new Set(readersOf(isOpen, agents))]
  return (
    <SelectField
      label={text('agents.reader')}
      value={value}
      onChange={onChange}
      options={readers.map((reader) => ({ value: reader, label: nameOf(reader) }))}
    />
  )
}
