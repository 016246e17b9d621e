import type { BlockOf } from '../../block.ts'
import { type BranchCard, loadBranchCards } from '../../branch/branch-card.ts'
import { type ContactDetails, loadContactDetails } from '../../branch/contact-details.ts'
import type { LoadContext } from '../../load-blocks.ts'

export async function loadContactForm(
  block: BlockOf<'contact-form'>,
  context: LoadContext,
): Promise<{ contact: ContactDetails; branches: BranchCard[]; subject?: string | undefined }> {
  const [contact, branches] = await Promise.all([
    loadContactDetails(context),
    block.showBranches ? loadBranchCards(context) : [],
  ])
  // Whoever comes from the gold calculator wants an appointment.
  return { contact, branches, subject: context.query?.get('subject') ?? undefined }
}
