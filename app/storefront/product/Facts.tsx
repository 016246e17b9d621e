import { useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { useLocale } from '../shell-data.ts'
import type { ProductView } from './product-view.ts'

export function Facts({ piece }: { piece: ProductView }) {
  return (
    <div className="grid gap-10">
      {piece.facts.map(({ title, facts }, group) => (
        <section key={title}>
          <h2 className="pb-4 text-step-2">{title}</h2>
          <dl className="facts">
            {byPlace(facts, ({ label, text }) => (
              <Row label={label} text={text} />
            ))}
          </dl>
          {group === 0 && piece.ringSize && <RingSizes piece={piece} />}
        </section>
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
