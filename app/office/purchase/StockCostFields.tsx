import { useTranslations } from 'use-intl'
import { type CostKind, costKinds, costLengths } from '#app/shop/ledger/cost-kinds.ts'
import { Field, Select } from '#app/ui/Field.tsx'

/** A cost as it is typed; nothing typed is no cost. */
export type TypedCost = { kind: CostKind; net: string; vat: string; note: string }
export const noCost: TypedCost = { kind: 'workshop', net: '', vat: '', note: '' }

type Fault = Parameters<ReturnType<typeof useTranslations<'office.ledger.faults'>>>[0]

/** What a thing cost besides its price, entered as it is stocked; more can be entered with the piece. */
export function StockCostFields({
  position,
  cost,
  fault,
  onChange,
}: {
  position: number
  cost: TypedCost
  fault(name: keyof TypedCost): string | undefined
  onChange(changes: Partial<TypedCost>): void
}) {
  const t = useTranslations('office.purchase')
  const tCosts = useTranslations('office.ledger.costs')
  const tFault = useTranslations('office.ledger.faults')
  const field = (name: 'net' | 'vat' | 'note') => {
    const reason = fault(name)
    return {
      id: `stock-cost-${position}-${name}`,
      name: `stock-cost-${position}-${name}`,
      label: tCosts(`fields.${name}`),
      autoComplete: 'off',
      value: cost[name],
      error: reason && tFault(reason as Fault),
      onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
    }
  }
  return (
    <details className="basis-full">
      <summary>{t('furtherCosts')}</summary>
      <div className="counter-fields pt-2">
        <Select
          id={`stock-cost-${position}-kind`}
          name={`stock-cost-${position}-kind`}
          label={tCosts('fields.kind')}
          value={cost.kind}
          onChange={({ target }) =>
            onChange({ kind: costKinds.find((kind) => kind === target.value) ?? 'other' })
          }
        >
          {costKinds.map((kind) => (
            <option key={kind} value={kind}>
              {tCosts(`kinds.${kind}`)}
            </option>
          ))}
        </Select>
        <Field {...field('net')} inputMode="decimal" />
        <Field {...field('vat')} inputMode="decimal" hint={tCosts('vatHint')} />
        <Field {...field('note')} maxLength={costLengths.note} />
      </div>
    </details>
  )
}
