import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import {
  chosenFlag,
  type FacetView,
  type ListingView,
  nofollowFlag,
  type RangeView,
  unpackValues,
  type ValueView,
} from './listing-view.ts'

/** Every facet of a listing: plain links, and a small form a range. The same beside the cards and in the sheet. */
export function FacetPanel({ listing }: { listing: ListingView }) {
  // The link that opened a facet gives way to the facet, and its focus with it.
  const opening = useRef<string | null>(null)
  return (
    <div className="facets" data-keep-scroll="">
      {listing.facets.map((facet) => {
        if (!Array.isArray(facet))
          return <Facet key={`${facet.id} open`} facet={facet} listing={listing} opening={opening} />
        const [id, label] = facet
        return (
          <h3 key={id}>
            <a
              href={listing.openHref + id}
              rel="nofollow"
              aria-expanded="false"
              onClick={(event) => {
                if (isPlainClick(event)) opening.current = id
              }}
            >
              {label}
            </a>
          </h3>
        )
      })}
    </div>
  )
}

type FacetProps = { facet: FacetView; listing: ListingView; opening: RefObject<string | null> }

function Facet({ facet, listing, opening }: FacetProps) {
  const t = useTranslations('listing')
  const head = useRef<HTMLElement>(null)
  const values = unpackValues(facet)
  useEffect(() => {
    if (opening.current !== facet.id) return
    opening.current = null
    head.current?.focus({ preventScroll: true })
  }, [facet.id, opening])
  return (
    <details open>
      <summary ref={head}>
        <h3>{facet.label}</h3>
      </summary>
      <div>
        {values.length > 0 && (
          <ul className={facet.grid && 'facet-grid'}>
            {values.map((value) => (
              <Value key={value[0]} value={value} />
            ))}
            {facet.all !== undefined && (
              <li>
                <a href={listing.openHref + facet.id} rel="nofollow" className="facet-all">
                  {t('all', { count: facet.all })}
                </a>
              </li>
            )}
            {facet.fewer && (
              <li>
                <a href={facet.fewer} rel="nofollow" className="facet-all">
                  {t('fewer')}
                </a>
              </li>
            )}
          </ul>
        )}
        {facet.range && <Range id={facet.id} label={facet.label} range={facet.range} listing={listing} />}
      </div>
    </details>
  )
}

function Value({ value: [label, count, href, flags, swatch] }: { value: ValueView }) {
  const locale = useLocale()
  // A step of a scale without a piece: it says that it is there, and leads nowhere.
  if (href === '')
    return (
      <li>
        {label}
        <span>0</span>
      </li>
    )
  return (
    <li>
      <a
        href={href}
        rel={flags & nofollowFlag ? 'nofollow' : undefined}
        aria-current={flags & chosenFlag ? 'true' : undefined}
      >
        {swatch && <i className={`swatch dial-${swatch}`} />}
        {label}
        <span>{formatNumber(count, locale)}</span>
      </a>
    </li>
  )
}

type RangeProps = { id: string; label: string; range: RangeView; listing: ListingView }

/** Figures that were typed hold as soon as their form is left; what is sent by its button need not be sent twice. */
function sendWhenLeft({ currentTarget: form, relatedTarget: next }: FocusEvent<HTMLFormElement>) {
  if (next instanceof Node && form.contains(next)) return
  const fields = [...form.querySelectorAll<HTMLInputElement>('label > input')]
  if (fields.some(({ value, defaultValue }) => value.trim() !== defaultValue)) form.requestSubmit()
}

/** From and to, sent by GET; the answer is the path that means the same. */
function Range({ id, label, range, listing }: RangeProps) {
  const t = useTranslations('listing')
  return (
    <Form
      method="get"
      action={listing.path}
      preventScrollReset
      discover="none"
      className="range"
      onBlur={sendWhenLeft}
    >
      {listing.sort !== 'newest' && <input type="hidden" name="sort" value={listing.sort} />}
      <RangeField id={id} label={label} range={range} end="from" />
      <RangeField id={id} label={label} range={range} end="to" />
      <button type="submit" aria-label={`${label}: ${t('apply')}`} />
    </Form>
  )
}

type RangeFieldProps = Omit<RangeProps, 'listing'> & { end: 'from' | 'to' }

function RangeField({ id, label, range, end }: RangeFieldProps) {
  const t = useTranslations('listing')
  const input = useRef<HTMLInputElement>(null)
  const chosen = range[end] ?? ''
  const shown = range.unit ? t(end, { unit: range.unit }) : t(end === 'from' ? 'plainFrom' : 'plainTo')
  // A range that was taken away elsewhere leaves the field, too; what is being typed stays until it is sent.
  useEffect(() => {
    if (!input.current) return
    input.current.value = chosen
    input.current.defaultValue = chosen
  }, [chosen])
  return (
    <label>
      {shown}
      <input
        ref={input}
        name={`${id}-${end}`}
        defaultValue={chosen}
        placeholder={end === 'from' ? range.min : range.max}
        inputMode={range.decimal ? 'decimal' : 'numeric'}
        // Whoever speaks to the page says what is written there.
        aria-label={`${label} ${shown}`}
      />
    </label>
  )
}
