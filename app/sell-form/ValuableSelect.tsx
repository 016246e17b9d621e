import { type ComponentProps, memo } from 'react'
import { type Valuable, type ValuableGroup, valuables } from '#app/shop/buying/valuables.ts'
import type { GoldWords } from './gold-words-in.ts'

const groups = [...Map.groupBy(valuables, ({ group }) => group)] as [ValuableGroup, Valuable[]][]

/** Everything that can be valued, in one list: without a script, a second list could not follow the first. */
export function ValuableSelect({ words, ...props }: ComponentProps<'select'> & { words: GoldWords }) {
  return (
    <select name="item" autoComplete="off" className="field mt-1.5" {...props}>
      <Options words={words} />
    </select>
  )
}

const Options = memo(function Options({ words }: { words: GoldWords }) {
  return groups.map(([group, members]) => (
    <optgroup key={group} label={words.t(`groups.${group}`)}>
      {members.map((valuable) => (
        <option key={valuable.id} value={valuable.id}>
          {words.nameOf(valuable)}
        </option>
      ))}
    </optgroup>
  ))
})
