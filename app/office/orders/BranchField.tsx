import { Select } from '#app/ui/Field.tsx'
import { useShown } from '../frame/use-shown.ts'
import { useOrderWords } from './use-order-words.ts'

/** What is chosen where nothing was: the branch in which the order is collected, or the only one. */
export function useUsualBranch(): string {
  const { delivery, branches } = useShown<'order'>()
  return delivery.branch ?? (branches.length === 1 ? (branches[0]?.id ?? '') : '')
}

/** In which branch money was taken or paid out. */
export function BranchField({
  id,
  value,
  error,
  onChange,
}: {
  id: string
  value: string
  error: string | undefined
  onChange(branch: string): void
}) {
  const { t } = useOrderWords()
  const { branches } = useShown<'order'>()
  return (
    <Select
      name="branch"
      id={id}
      label={t('money.branch')}
      required
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      {!branches.some((branch) => branch.id === value) && <option value="">{t('money.choose')}</option>}
      {branches.map(({ id: branch, name }) => (
        <option key={branch} value={branch}>
          {name}
        </option>
      ))}
    </Select>
  )
}
