import type { Vies } from '#app/platform/vies.ts'
import type { CheckedVatId } from './types.ts'
import { readVatId, type VatId } from './vat-id.ts'

export type VatIdCheck = { ok: true; checked: CheckedVatId } | { ok: false; reason: 'vat-id-unknown' }

/**
 * Has a VAT id checked by VIES, in the name of the shop's own id where that is one. While VIES cannot be asked, form and
 * check digits, which fit, must do: nobody is kept from ordering.
 */
export async function checkVatId(
  vies: Vies | undefined,
  vatId: VatId,
  { ownId, now }: { ownId: string; now: Date },
): Promise<VatIdCheck> {
  const own = readVatId(ownId)
  const answer = await vies?.check(vatId.id, own.ok ? own.vatId.id : null)
  if (answer?.outcome === 'invalid') return { ok: false, reason: 'vat-id-unknown' }
  return {
    ok: true,
    checked: {
      ...vatId,
      outcome: answer?.outcome === 'valid' ? 'valid' : 'unchecked',
      checkedAt: (answer?.checkedAt ?? now).toISOString(),
      consultation: answer?.consultation ?? null,
    },
  }
}
