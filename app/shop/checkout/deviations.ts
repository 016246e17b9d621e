import { createHash } from 'node:crypto'
import type { Bilingual } from '#app/language/locales.ts'
import type { Deviation } from './types.ts'

/** What a buyer agrees to when liability for a pre-owned piece is shortened (§ 476 (2) BGB). */
const oneYear: Bilingual = {
  de: 'Mir ist bekannt, dass dieses Stück gebraucht ist und Ansprüche wegen Mängeln abweichend vom Gesetz schon ein Jahr nach der Übergabe verjähren, und ich stimme dem ausdrücklich zu. Das gilt nicht bei Vorsatz, grober Fahrlässigkeit und der Verletzung von Leben, Körper oder Gesundheit.',
  en: 'I know that this piece is pre-owned and that, in deviation from the law, claims for defects become time-barred one year after handing over, and I expressly agree to this. It does not apply to intent, gross negligence and injury to life, body or health.',
}

const knownDefect = (defect: Bilingual): Bilingual => ({
  de: `Mir ist bekannt, dass dieses Stück vom Üblichen abweicht: ${defect.de} Ich stimme dieser Beschaffenheit ausdrücklich zu.`,
  en: `I know that this piece deviates from the usual: ${defect.en} I expressly agree to this quality.`,
})

/** The boxes a piece needs; unticked at first, one each. */
export function deviationsOf(
  piece: { id: string; isUsed: boolean; defect: Bilingual | null },
  { oneYearLiability }: { oneYearLiability: boolean },
): Deviation[] {
  const deviation = (kind: Deviation['kind'], text: Bilingual): Deviation => ({
    piece: piece.id,
    kind,
    text,
    version: createHash('sha256').update(`${text.de}\n${text.en}`).digest('hex').slice(0, 12),
  })
  return [
    ...(oneYearLiability && piece.isUsed ? [deviation('one-year-liability', oneYear)] : []),
    ...(piece.defect ? [deviation('known-defect', knownDefect(piece.defect))] : []),
  ]
}
