import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { testMethods } from '#app/shop/buying/types.ts'
import { findValuable } from '#app/shop/buying/valuables.ts'
import { Field, Select, TextArea } from '#app/ui/Field.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { CounterPhotos } from './CounterPhotos.tsx'
import type { LineInput } from './line-input.ts'
import type { CounterPhotosKept } from './use-counter-photos.ts'
import { useFaultWords } from './use-fault-words.ts'
import { useItemWords } from './use-item-words.ts'
import type { LineValues } from './use-line-values.ts'

/** One thing on the counter: what it is, what the scales and the test say, what is paid. */
export function CounterThing({
  line,
  position,
  value,
  photos,
  faults,
  onChange,
  onRemove,
}: {
  line: LineInput
  position: number
  value: LineValues['values'][number] | null
  photos: CounterPhotosKept
  /** By field, as the server named them. */
  faults: Readonly<Record<string, string>>
  onChange(changes: Partial<LineInput>): void
  onRemove(): void
}) {
  const t = useTranslations('office.purchase')
  const format = useFormats()
  const say = useFaultWords()
  const { nameOf, groupsOf } = useItemWords()
  const [more, setMore] = useState(line.findings !== '' || line.stones !== '')
  const { what } = line
  const byMetal = what === 'metal' || what === 'coin'
  const isCounted = findValuable(line.item)?.by === 'piece'
  const id = (name: string) => `thing-${line.key}-${name}`
  const field = (name: keyof LineInput & string) => ({
    id: id(name),
    name: id(name),
    value: String(line[name]),
    autoComplete: 'off',
    error: faults[name] ? say(faults[name]) : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const calculated = value?.ok ? value.calculated : null
  // Until the amount is typed nothing is wrong with it.
  const isFaulty =
    value &&
    !value.ok &&
    (line.amount !== '' || line.euros !== '' || line.register === 'hit') &&
    faults.amount === undefined
  const needsWhy =
    byMetal && line.euros !== '' && (value?.ok ? calculated !== null && calculated !== value.cents : true)
  const isNamed = (what !== 'watch' && line.item !== '') || what === 'watch'
  return (
    <li className="counter-thing">
      <fieldset>
        <legend>
          {t(`things.${what}`)} {position + 1}
        </legend>
        <div className="counter-fields">
          {what !== 'watch' && (
            <Select
              {...field('item')}
              label={t('item')}
              onChange={({ target }) => {
                const named = line.title === '' || line.title === nameOf(line.item)
                onChange({ item: target.value, ...(named && byMetal && { title: '' }) })
              }}
            >
              {what === 'jewellery' && <option value="">{t('noItem')}</option>}
              {groupsOf(what === 'coin').map(({ group, name, items }) => (
                <optgroup key={group} label={name}>
                  {items.map((item) => (
                    <option key={item.id} value={item.id}>
                      {item.name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          )}
          {what !== 'watch' && (what !== 'jewellery' || line.item !== '') && (
            <Field
              {...field('amount')}
              label={t(isCounted ? 'count' : 'grams')}
              inputMode="decimal"
              required={byMetal}
            />
          )}
          {what === 'watch' && (
            <>
              <Field {...field('brand')} label={t('brand')} required />
              <Field {...field('model')} label={t('model')} />
              <Field {...field('reference')} label={t('reference')} />
            </>
          )}
          {!byMetal && <Field {...field('euros')} label={t('price')} inputMode="decimal" required />}
          <Select {...field('testMethod')} label={t('testMethod')}>
            <option value="">{t('choose')}</option>
            {testMethods.map((method) => (
              <option key={method} value={method}>
                {t(`methods.${method}`)}
              </option>
            ))}
          </Select>
          {what === 'watch' && (
            <>
              <Field {...field('serial')} label={t('serial')} hint={t('serialHint')} />
              <Select {...field('scope')} label={t('scope')}>
                <option value="">{t('choose')}</option>
                {(['full-set', 'box', 'papers', 'none'] as const).map((scope) => (
                  <option key={scope} value={scope}>
                    {t(`scopes.${scope}`)}
                  </option>
                ))}
              </Select>
            </>
          )}
          {what === 'jewellery' && <Field {...field('title')} label={t('jewel')} required />}
          {!byMetal && (
            <>
              <Select {...field('register')} label={t('register')}>
                <option value="">{t('notAsked')}</option>
                {(['clear', 'unclear', 'hit'] as const).map((result) => (
                  <option key={result} value={result}>
                    {t(`registers.${result}`)}
                  </option>
                ))}
              </Select>
              {line.register === 'hit' && (
                <>
                  <Field
                    {...field('registerName')}
                    label={t('registerName')}
                    placeholder="The Watch Register"
                  />
                  <Field
                    {...field('registerReference')}
                    label={t('registerReference')}
                    note={t('optional')}
                  />
                </>
              )}
            </>
          )}
          {byMetal && (
            <Field
              {...field('title')}
              label={t('titleField')}
              placeholder={nameOf(line.item)}
              note={isNamed ? t('optional') : undefined}
            />
          )}
        </div>
        {byMetal && (
          <details open={line.euros !== '' || undefined}>
            <summary>{t('otherPrice')}</summary>
            <div className="counter-fields">
              <Field {...field('euros')} label={t('price')} inputMode="decimal" />
              <Field {...field('why')} label={t('why')} hint={t('whyHint')} required={needsWhy} />
            </div>
          </details>
        )}
        <details open={more} onToggle={({ currentTarget }) => setMore(currentTarget.open)}>
          <summary>{t('moreFields')}</summary>
          <div className="counter-fields">
            {what === 'jewellery' && <Field {...field('stones')} label={t('stones')} />}
            <TextArea {...field('findings')} label={t('findings')} hint={t('findingsHint')} rows={2} />
          </div>
        </details>
        <CounterPhotos kept={photos} thing={line.key} named={`${t(`things.${what}`)} ${position + 1}`} />
        <p className="counter-sum">
          <output aria-live="polite" htmlFor={`${id('amount')} ${id('euros')}`}>
            {value?.ok ? (
              <>
                <b>{format.price(value.cents)}</b>
                {calculated !== null && calculated !== value.cents && (
                  <span className="sub">{t('calculated', { price: format.price(calculated) })}</span>
                )}
              </>
            ) : (
              isFaulty && <span className="text-danger">{say(value.reason)}</span>
            )}
          </output>
          <button type="button" className="do quiet" onClick={onRemove}>
            {t('remove', { what: `${t(`things.${what}`)} ${position + 1}` })}
          </button>
        </p>
      </fieldset>
    </li>
  )
}
