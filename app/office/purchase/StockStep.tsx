import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { noCost, StockCostFields, type TypedCost } from './StockCostFields.tsx'
import { useStep } from './use-step.ts'

/** Each thing becomes a draft, with what it cost besides its price, or goes to be melted; scrap always does. */
export function StockStep({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const { take, busy, refused, faults } = useStep()
  const [melt, setMelt] = useState<ReadonlySet<number>>(new Set())
  const [costs, setCosts] = useState<Readonly<Record<number, TypedCost>>>({})
  const mayCost = useMay('pieces.edit-cost')
  const pieces = deal.purchase?.pieces ?? []
  const send = (event: FormEvent) => {
    event.preventDefault()
    void take(
      () =>
        act('purchases.stock', {
          ...{ number: deal.number, melt: [...melt] },
          costs: pieces.flatMap(({ position, kind }) => {
            const cost = costs[position ?? -1]
            const melts = kind === 'scrap' || melt.has(position ?? -1)
            const isTyped = cost && [cost.net, cost.vat, cost.note].some((text) => text.trim() !== '')
            return position !== null && isTyped && !melts ? [{ ...cost, position }] : []
          }),
        }),
      t('stockedSaid'),
    )
  }
  return (
    <section className="purchase-step" aria-labelledby="stock">
      <h2 id="stock">{t('stockTitle')}</h2>
      <form noValidate onSubmit={send} className="grid gap-4">
        {pieces.map(({ title, kind, position }) => {
          const melts = kind === 'scrap' || melt.has(position ?? -1)
          return (
            <fieldset key={position} className="purchase-means">
              <legend className="font-medium">{title}</legend>
              {(['draft', 'melt'] as const).map((way) => (
                <label key={way}>
                  <input
                    type="radio"
                    name={`way-${position}`}
                    checked={melts === (way === 'melt')}
                    disabled={kind === 'scrap'}
                    onChange={() =>
                      setMelt((all) => {
                        const next = new Set(all)
                        if (way === 'melt') next.add(position ?? -1)
                        else next.delete(position ?? -1)
                        return next
                      })
                    }
                  />
                  {t(`becomes.${way}`)}
                </label>
              ))}
              {mayCost && !melts && position !== null && (
                <StockCostFields
                  position={position}
                  cost={costs[position] ?? noCost}
                  fault={(name) => faults[`costs.${position}.${name}`]}
                  onChange={(changes) =>
                    setCosts((all) => ({
                      ...all,
                      [position]: { ...(all[position] ?? noCost), ...changes },
                    }))
                  }
                />
              )}
            </fieldset>
          )
        })}
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <p>
          <button type="submit" className="do" disabled={busy}>
            {t('stockDo')}
          </button>
        </p>
      </form>
    </section>
  )
}
