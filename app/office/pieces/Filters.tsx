import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { type ListQuestion, missingParts, readQuestion, type Span } from '#app/shop/stock/list-question.ts'
import type { Shown } from '../frame/calls.ts'
import type { Ask } from './use-question.ts'

type Props = {
  question: ListQuestion
  shown: Pick<Shown<'pieces'>, 'brands' | 'branches'>
  seesCost: boolean
  onAsk: Ask
}

/** Everything by which a list is narrowed, in one form; what is chosen then stands above the list. */
export function Filters({ question, shown, seesCost, onAsk }: Props) {
  const t = useTranslations('office.pieces')
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const apply = () => {
    if (!form.current) return
    const said = new FormData(form.current)
    const span = (name: string) => {
      const [from, to] = [`${name}-from`, `${name}-to`].map((each) => String(said.get(each) ?? '').trim())
      return from || to ? `${from}-${to}` : ''
    }
    const address = new URLSearchParams()
    for (const name of ['status', 'kind', 'branch', 'brand', 'missing'])
      address.set(name, said.getAll(name).map(String).join())
    for (const name of ['days', 'price', 'cost']) address.set(name, span(name))
    if (said.has('back')) address.set('back', '1')
    const { statuses, kinds, branches, brands, days, price, cost, missing, cameBack, held } =
      readQuestion(address)
    onAsk({ statuses, kinds, branches, brands, days, price, cost, missing, cameBack, held })
  }
  const box = (name: string, value: string, label: string, chosen: boolean) => (
    <label key={value} className="list-option">
      <input type="checkbox" name={name} value={value} defaultChecked={chosen} />
      {label}
    </label>
  )
  const between = (name: 'days' | 'price' | 'cost', span: Span | null) => (
    <fieldset className="list-between">
      <legend>{t(`filters.${name}`)}</legend>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          <span className="sub">{t(`filters.${end}`)}</span>
          <input
            className="field"
            name={`${name}-${end}`}
            inputMode="numeric"
            pattern="\d{0,8}"
            defaultValue={span?.[end] ?? ''}
          />
        </label>
      ))}
    </fieldset>
  )
  return (
    <>
      <button type="button" className="do quiet" onClick={() => dialog.current?.showModal()}>
        {t('filter')}
      </button>
      <dialog ref={dialog} className="office-dialog" aria-labelledby="list-filters">
        <form
          // What is chosen elsewhere is chosen here, too.
          key={JSON.stringify(question)}
          ref={form}
          method="dialog"
          className="list-filters"
          onSubmit={apply}
        >
          <h2 id="list-filters">{t('filter')}</h2>
          <fieldset>
            <legend>{t('filters.status')}</legend>
            {productStatuses.map((each) =>
              box('status', each, t(`statuses.${each}`), question.statuses.includes(each)),
            )}
          </fieldset>
          <fieldset>
            <legend>{t('filters.kind')}</legend>
            {pieceKinds.map((each) => box('kind', each, t(`kinds.${each}`), question.kinds.includes(each)))}
          </fieldset>
          <fieldset>
            <legend>{t('filters.branch')}</legend>
            {shown.branches.map(({ id, name }) => box('branch', id, name, question.branches.includes(id)))}
            {box('branch', 'none', t('noBranch'), question.branches.includes('none'))}
          </fieldset>
          <fieldset>
            <legend>{t('filters.missing')}</legend>
            {box('missing', 'any', t('missing.any'), question.missing.includes('any'))}
            {missingParts.map((each) =>
              box('missing', each, t(`missing.${each}`), question.missing.includes(each)),
            )}
          </fieldset>
          <fieldset>
            <legend>{t('filters.back')}</legend>
            {box('back', '1', t('cameBack'), question.cameBack)}
            {box('held', '1', t('held'), question.held)}
          </fieldset>
          <label>
            {t('filters.brand')}
            <select className="field" name="brand" multiple size={5} defaultValue={[...question.brands]}>
              {shown.brands.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {between('days', question.days)}
          {between('price', question.price)}
          {seesCost && between('cost', question.cost)}
          <div className="page-actions">
            <button type="submit" className="do">
              {t('apply')}
            </button>
            <button type="button" className="do quiet" onClick={() => dialog.current?.close()}>
              {t('cancel')}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
