import { type RefObject, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import {
  chosenFlag,
  type FacetView,
  type ListingView,
  nofollowFlag,
  type RangeView,
  type ValueView,
} from './listing-view.ts'

/** Every facet of a listing: plain links, and a small form a range. The same beside the cards and in the sheet. */
export function FacetPanel({ listing }: { listing: ListingView }) {
  // The link that opened a facet gives way to the facet, and its focus with it.
  const opening = useRef<string | null>(null)
  return (
    <div data-keep-scroll="">
      {listing.facets.map((facet) =>
        facet.openHref ? (
          <div key={facet.id} className="facet">
            <h3>
              <a
                href={facet.openHref}
                rel="nofollow"
                aria-expanded="false"
                className="facet-head"
                onClick={(event) => {
                  if (isPlainClick(event)) opening.current = facet.id
                }}
              >
                {facet.label}
              </a>
            </h3>
          </div>
        ) : (
          <Facet key={`${facet.id} open`} facet={facet} listing={listing} opening={opening} />
        ),
      )}
    </div>
  )
}

type FacetProps = { facet: FacetView; listing: ListingView; opening: RefObject<string | null> }

function Facet({ facet, listing, opening }: FacetProps) {
  const t = useTranslations('listing')
  const head = useRef<HTMLElement>(null)
  useEffect(() => {
    if (opening.current !== facet.id) return
    opening.current = null
    head.current?.focus({ preventScroll: true })
  }, [facet.id, opening])
  return (
    <details className="facet" open>
      <summary ref={head} className="facet-head">
        <h3>{facet.label}</h3>
      </summary>
      <div>
        {facet.values.length > 0 && (
          <ul>
            {facet.values.map((value) => (
              <Value key={value[0]} value={value} />
            ))}
            {facet.all && (
              <li>
                <a href={facet.all.href} rel="nofollow" className="facet-all">
                  {t('all', { count: facet.all.count })}
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
        {facet.range && <Range range={facet.range} listing={listing} />}
      </div>
    </details>
  )
}

function Value({ value: [label, count, href, flags, swatch] }: { value: ValueView }) {
  const locale = useLocale()
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

/** From and to, sent by GET; the answer is the path that means the same. */
function Range({ range, listing }: { range: RangeView; listing: ListingView }) {
  const t = useTranslations('listing')
  return (
    <Form method="get" action={listing.path} preventScrollReset className="range">
      {listing.sort !== 'newest' && <input type="hidden" name="sort" value={listing.sort} />}
      <RangeField range={range} end="from" />
      <RangeField range={range} end="to" />
      <button type="submit" aria-label={`${range.label}: ${t('apply')}`}>
        <LineIcon size={18} viewBox="0 0 24 24">
          <path d="M4 12h15m-6-7 7 7-7 7" />
        </LineIcon>
      </button>
    </Form>
  )
}

function RangeField({ range, end }: { range: RangeView; end: 'from' | 'to' }) {
  const t = useTranslations('listing')
  const input = useRef<HTMLInputElement>(null)
  const chosen = range[end] === null ? '' : String(range[end])
  const shown = range.unit ? t(end, { unit: range.unit }) : t(end === 'from' ? 'plainFrom' : 'plainTo')
  // A range that was taken away elsewhere leaves the field, too; what is being typed stays until it is sent.
  useEffect(() => {
    if (input.current) input.current.value = chosen
  }, [chosen])
  return (
    <label>
      {shown}
      <input
        ref={input}
        type="number"
        name={`${range.id}-${end}`}
        defaultValue={chosen}
        placeholder={String(end === 'from' ? range.min : range.max)}
        min={0}
        step={range.step}
        inputMode={range.step < 1 ? 'decimal' : 'numeric'}
        // Whoever speaks to the page says what is written there.
        aria-label={`${range.label} ${shown}`}
      />
    </label>
  )
}
