import { type ComponentProps, memo } from 'react'
import { type Valuable, type ValuableGroup, valuables } from '#app/shop/buying/valuables.ts'
import { nameOf, t } from './gold-words.ts'

const groups = [...Map.groupBy(valuables, ({ group }) => group)] as [ValuableGroup, Valuable[]][]

/** Everything that can be valued, in one list: without a script, a second list could not follow the first. */
export function ValuableSelect(props: ComponentProps<'select'>) {
  return (
    <select name="item" autoComplete="off" className="field mt-1.5" {...props}>
      <Options />
    </select>
  )
}

const Options = memo(function Options() {
  return groups.map(([group, members]) => (
    <optgroup key={group} label={t(`groups.${group}`)}>
      {members.map((valuable) => (
        <option key={valuable.id} value={valuable.id}>
          {nameOf(valuable)}
        </option>
      ))}
    </optgroup>
  ))
})
