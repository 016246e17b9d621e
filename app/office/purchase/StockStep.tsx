import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { useStep } from './use-step.ts'

/** Each thing becomes a draft, or goes to be melted; scrap always does. */
export function StockStep({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const { take, busy, refused } = useStep()
  const [melt, setMelt] = useState<ReadonlySet<number>>(new Set())
  const pieces = deal.purchase?.pieces ?? []
  const send = (event: FormEvent) => {
    event.preventDefault()
    void take(() => act('purchases.stock', { number: deal.number, melt: [...melt] }), t('stockedSaid'))
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
