import type { ReactNode } from 'react'
import { goldWords } from '#app/sell-form/gold-words.ts'
import { sayLine } from '#app/sell-form/say-line.ts'
import { t as formWords } from '#app/sell-form/sell-words.ts'
import { t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

/** What the seller wrote in the form, as it arrived. */
export function Details({ request }: { request: SellerView }) {
  const { details, contact, way } = request
  const rows: [string, ReactNode][] = [[t('details.kind'), t(`details.kinds.${request.kind}`)]]
  if (details.kind === 'gold' && details.lines.length > 0) {
    rows.push([
      t('details.lines'),
      <Lines key="lines" lines={details.lines.map((line) => sayLine(goldWords, line) ?? '')} />,
    ])
  }
  if (details.kind === 'jewellery') {
    rows.push([t('details.type'), formWords(`types.${details.type}`)])
    if (details.hallmark) rows.push([t('details.hallmark'), details.hallmark])
  }
  if (details.kind === 'watch') {
    rows.push([t('details.watch'), [details.brand, details.model].filter(Boolean).join(' ')])
    if (details.reference) rows.push([t('details.reference'), details.reference])
    if (details.year) rows.push([t('details.year'), String(details.year)])
    rows.push([t('details.scope'), formWords(`scopes.${details.scope}`)])
  }
  if (details.description !== '') rows.push([t('details.description'), details.description])
  if (request.tradeFor) {
    const { id, brand, name } = request.tradeFor
    rows.push([t('details.tradeFor'), [brand, name.de, `(${id})`].filter(Boolean).join(' ')])
  }
  rows.push([t('details.way'), t(`details.ways.${way}`)])
  if (contact) {
    const { address } = contact
    rows.push([
      t('details.contact'),
      <Lines
        key="contact"
        lines={[
          contact.name,
          contact.email,
          contact.phone,
          address?.street,
          address && `${address.postalCode} ${address.city}`,
        ].filter((line) => line != null)}
      />,
    ])
  }
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="text-step-2">
        {t('details.title')}
      </h2>
      <dl className="mt-4 border-line border-t">
        {rows.map(([label, value]) => (
          <div key={label} className="border-line border-b py-3">
            <dt className="text-ink-soft text-step--1">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {request.forgotten && <p className="mt-4 text-ink-soft">{t('details.forgotten')}</p>}
    </section>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
