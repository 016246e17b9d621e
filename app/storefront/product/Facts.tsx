import { useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { useLocale } from '../shell-data.ts'
import type { ProductView } from './product-view.ts'

/** What decides, in full rows; then everything else by its groups, two beside each other, each of which can be closed. */
export function Facts({ piece }: { piece: ProductView }) {
  return (
    <div>
      <dl className="facts">
        {byPlace(piece.firstFacts, ({ label, text }) => (
          <Row label={label} text={text} />
        ))}
      </dl>
      {piece.ringSize && <RingSizes piece={piece} />}
      {piece.facts.map(({ title, facts }) => (
        <details key={title} className="fact-group" open>
          <summary>
            <h2>{title}</h2>
          </summary>
          <dl className="fact-pairs">
            {byPlace(facts, ({ label, text }) => (
              <div>
                <Row label={label} text={text} />
              </div>
            ))}
          </dl>
        </details>
      ))}
    </div>
  )
}

function Row({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  )
}

/** The ring's size as four countries' shops call it. */
function RingSizes({ piece }: { piece: ProductView }) {
  const t = useTranslations('product.ringSizes')
  const locale = useLocale()
  const size = piece.ringSize
  if (!size) return null
  const columns = [
    ['german', String(size.german)],
    ['italian', String(size.italian)],
    ['american', size.american],
    ['british', size.british],
  ] as const
  return (
    <table className="num mt-6 w-full text-left">
      <caption className="pb-2 text-left text-ink-soft text-step--1">
        {t('caption', { diameter: formatNumber(size.diameter, locale, { minimumFractionDigits: 1 }) })}
      </caption>
      <thead className="text-ink-soft text-step--1">
        <tr className="border-line border-y">
          {columns.map(([system]) => (
            <th key={system} scope="col" className="py-2 pr-3 font-normal">
              {t(system)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="border-line border-b">
          {columns.map(([system, text]) => (
            <td key={system} className="py-2.5 pr-3">
              {text}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
