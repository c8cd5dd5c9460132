import { useText } from '../../../../texts/use-text.tsx'
import { SelectField } from '../../../../ui/field.tsx'

const lives = ['7', '30', '90', '366'] as const
/** Days that an access token lives. */
export type TokenLife = (typeof lives)[number]

export function LifeField({ value, onChange }: Readonly<{ value: TokenLife; onChange: (life: TokenLife) => void }>) {
  const { text } = useText()
  return (
    <SelectField
      label={text('security.token.life')}
      value={value}
      options={lives.map((days) => ({ value: days, label: text('security.token.days', { count: Number(days) }) }))}
      onChange={onChange}
    />
  )
}
