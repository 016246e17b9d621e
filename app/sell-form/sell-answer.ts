import type { Given } from '#app/forms/parse-form.ts'
import type { SellField, SellFieldFault, ShownSteps } from '#app/shop/buying/sell-request-fields.ts'
import type { AmountFault, EnteredLine } from '#app/shop/buying/valuation.ts'
import type { PhotoRefusal } from '#app/shop/catalogue/photos-inspect.ts'

/** `network`: it did not arrive, and only the browser knows. */
export type SellPhotoRefusal = PhotoRefusal | 'too-many' | 'too-often' | 'no-such-request' | 'network'

/** A photo that arrived before its request. */
export type SentPhoto = { id: string; width: number; height: number }

/**
 * What the server says to a form that was not taken, and everything that was typed. `lines`, `photos` and `step`: nothing
 * is wrong, the form only comes back with one of them more or less, or at another step.
 */
export type SellAnswer = {
  reason: 'incomplete' | 'too-often' | 'lines' | 'photos' | 'step'
  /** The step that is shown; null: as at the beginning. */
  at: ShownSteps | null
  faults: { readonly [Field in SellField]?: SellFieldFault }
  /** Beside the lines of `lines`. */
  lineFaults: readonly (AmountFault | 'unknown-item' | null)[]
  lines: readonly EnteredLine[]
  given: Given<SellField>
  /** The mail address that was probably meant; null where that is not plain. */
  meant: string | null
  /** Token of the photos that arrived. */
  upload: string | null
  photos: readonly SentPhoto[]
  refused: readonly { name: string; reason: SellPhotoRefusal }[]
}
