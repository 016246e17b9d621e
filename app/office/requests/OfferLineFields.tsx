import { useTranslations } from 'use-intl'
import type { DraftLine } from '#app/shop/buying/offer-draft.ts'
import { purchaseKinds, testMethods } from '#app/shop/buying/types.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import type { Shown } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { useSaidRequest } from './use-said-request.ts'

type Reckoned = Shown<'request'>['reckoned']['lines'][number]

/** One line of an offer, with what the server reckons for it. */
export function OfferLineFields({
  at,
  line,
  reckoned,
  tried,
  onChange,
  onRemove,
}: {
  at: number
  line: DraftLine
  reckoned: Reckoned | undefined
  /** Whether it was tried to send it; until then nothing is said of what is still missing. */
  tried: boolean
  onChange(part: Partial<DraftLine>): void
  onRemove: (() => void) | null
}) {
  const t = useTranslations('office.requests.offer')
  const why = useTranslations('office.requests.faults')
  const { items } = useShown<'request'>()
  const { span, number, perCent, pricePerGram } = useSaidRequest()
  const itemOf = (id: string) => items.flatMap((group) => group.items).find((item) => item.id === id)
  const item = itemOf(line.item)
  const isCoin = item?.by === 'piece'
  const faultAt = (name: keyof DraftLine) =>
    reckoned && !reckoned.ok && reckoned.field === name && (tried || line[name].trim() !== '')
      ? why(reckoned.reason)
      : undefined
  /** Words that nobody chose follow the metal. */
  const changeItem = (id: string) => {
    const next = itemOf(id)
    const own = line.title.trim() !== '' && line.title !== item?.title
    const byMetal = line.kind === 'scrap' || line.kind === 'bullion'
    onChange({
      item: id,
      ...(next && !own && { title: next.title }),
      ...(next && byMetal && { kind: next.kind }),
    })
  }
  const put = (
    name: keyof DraftLine,
    label: string,
    more: { maxLength?: number; decimal?: boolean } = {},
  ) => (
    <Field
      id={`line-${at}-${name}`}
      name={name}
      label={label}
      autoComplete="off"
      maxLength={more.maxLength ?? 200}
      inputMode={more.decimal ? 'decimal' : undefined}
      value={line[name]}
      error={faultAt(name)}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  const more = [line.brand, line.model, line.reference, line.stones, line.deduct, line.deductFor].some(
    Boolean,
  )
  const spanOf = ({ low, high }: { low: number; high: number }, say: (value: number) => string) =>
    low === high ? say(low) : `${say(low)}–${say(high)}`
  return (
    <fieldset className="request-line">
      <legend className="sub">{t('line', { number: at + 1 })}</legend>
      {put('title', t('lineTitle'))}
      <div className="request-line-fields">
        <Select
          id={`line-${at}-kind`}
          name="kind"
          label={t('kind')}
          value={line.kind}
          onChange={({ target }) =>
            onChange({ kind: purchaseKinds.find((each) => each === target.value) ?? line.kind })
          }
        >
          {purchaseKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </Select>
        <Select
          id={`line-${at}-item`}
          name="item"
          label={t('item')}
          value={line.item}
          error={faultAt('item')}
          onChange={({ target }) => changeItem(target.value)}
        >
          <option value="">{t('noItem')}</option>
          {items.map(({ group, label, items: all }) => (
            <optgroup key={group} label={label}>
              {all.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        {line.item !== '' && put('amount', t(isCoin ? 'pieces' : 'grams'), { decimal: true })}
        {put('euros', t(line.item === '' ? 'euros' : 'eurosOwn'), { decimal: true })}
        {line.item === '' && put('from', t('low'), { decimal: true })}
        {line.item === '' && put('to', t('high'), { decimal: true })}
        <Select
          id={`line-${at}-testMethod`}
          name="testMethod"
          label={t('test')}
          value={line.testMethod}
          onChange={({ target }) =>
            onChange({ testMethod: testMethods.find((each) => each === target.value) ?? '' })
          }
        >
          <option value="">{t('noTest')}</option>
          {testMethods.map((method) => (
            <option key={method} value={method}>
              {t(`tests.${method}`)}
            </option>
          ))}
        </Select>
      </div>
      <details className="request-step" open={more || undefined}>
        <summary>{t('more')}</summary>
        <div className="request-line-fields">
          {put('brand', t('brand'), { maxLength: 80 })}
          {put('model', t('model'), { maxLength: 120 })}
          {put('reference', t('reference'), { maxLength: 60 })}
          {put('stones', t('stones'))}
          {put('deduct', t('deduct'), { decimal: true })}
          {put('deductFor', t('deductFor'))}
        </div>
      </details>
      <p className="request-total">
        <span className="num sub">
          {reckoned?.ok &&
            reckoned.arithmetic &&
            t('arithmetic', {
              fine: spanOf(reckoned.arithmetic.fine, (micrograms) => number(micrograms / 1e6, 6)),
              price: pricePerGram(reckoned.arithmetic.eurosPerGram, reckoned.arithmetic.decimals),
              rate: perCent(reckoned.arithmetic.perMille),
              amount: span(reckoned.arithmetic.cents),
            })}
        </span>
        <span className="num">{reckoned?.ok ? span(reckoned.line.cents) : '–'}</span>
        {onRemove && (
          <button type="button" className="plain-button" onClick={onRemove}>
            {t('remove', { number: at + 1 })}
          </button>
        )}
      </p>
    </fieldset>
  )
}
