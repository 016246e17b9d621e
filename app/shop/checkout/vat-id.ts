import { cleanLine } from '#app/language/clean-text.ts'
import { vatIdForms } from './vat-id-forms.ts'

export type VatId = {
  /** As it is written: the prefix and the number, nothing between them. */
  id: string
  /** Whose it is: ISO 3166-1, or `XI` for Northern Ireland. */
  country: string
}

export type VatIdFault = 'no-vat-id' | 'vat-id-elsewhere'

/** Countries whose ids people may well type, that are none of the EU: `GB` is the United Kingdom without the north. */
const elsewhere = /^(GB|CHE|CH|LI|NO|IS|TR|RS|UA|US|SM|MC|GG|JE|IM)\d/

/** What stands before an id on a letterhead. */
const label = /^(UMSATZSTEUERID|USTID|UID|VATREG|VAT|TVA|IVA|BTW|MWST)(ID|NR|NO|NUMBER|NUMMER)*(?=[A-Z]{2})/

/**
 * Reads a VAT id of the EU as people type it: spaces, dots and hyphens do not matter. Form and check digits must fit;
 * whether anybody has it only VIES knows.
 */
export function readVatId(typed: string): { ok: true; vatId: VatId } | { ok: false; reason: VatIdFault } {
  const id = cleanLine(typed)
    .toUpperCase()
    .replaceAll(/[\s.:\-–/]/g, '')
    .replace(label, '')
  // Greece is EL among VAT ids, and GR to everybody else.
  const prefix = id.startsWith('GR') ? 'EL' : id.slice(0, 2)
  const form = Object.hasOwn(vatIdForms, prefix) ? vatIdForms[prefix] : undefined
  if (!form) return { ok: false, reason: elsewhere.test(id) ? 'vat-id-elsewhere' : 'no-vat-id' }
  let number = id.slice(2)
  // Belgian and Greek numbers of old have one digit less.
  if ((prefix === 'BE' || prefix === 'EL') && /^\d+$/.test(number))
    number = number.padStart(prefix === 'BE' ? 10 : 9, '0')
  if (!form.pattern.test(number) || !form.fits(number)) return { ok: false, reason: 'no-vat-id' }
  return { ok: true, vatId: { id: prefix + number, country: prefix === 'EL' ? 'GR' : prefix } }
}
