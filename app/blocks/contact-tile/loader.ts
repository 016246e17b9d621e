import type { BlockOf } from '../block.ts'
import { type ContactDetails, loadContactDetails } from '../branch/contact-details.ts'
import type { LoadContext } from '../load-blocks.ts'

export function loadContactTile(_: BlockOf<'contact-tile'>, context: LoadContext): Promise<ContactDetails> {
  return loadContactDetails(context)
}
