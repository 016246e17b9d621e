import { euros } from '#app/sell-form/gold-words.ts'
import { day, t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

/** The receipt of what was paid, or the one to be signed before. */
export function Receipt({ request, apiUrl }: { request: SellerView; apiUrl: string }) {
  const { receipt, toSign, token } = request
  const shown = receipt ?? toSign
  if (!shown) return null
  const { number, issuedAt, totalCents } = shown
  return (
    <section aria-labelledby="receipt" className="num border-line border-y py-6">
      <h2 id="receipt" className="text-step-2">
        {t('receipt.title')}
      </h2>
      <p className="mt-2">
        {t(receipt ? 'receipt.text' : 'receipt.toSign', {
          number,
          date: day(issuedAt),
          total: euros(totalCents),
        })}
      </p>
      <p className="mt-4">
        <a href={`${apiUrl}/sell-requests/${token}/${number}.pdf`} className="button button-quiet">
          {t('receipt.open')}
        </a>
      </p>
    </section>
  )
}
