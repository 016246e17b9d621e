import type { Company } from '#app/shop/settings/trade-settings.ts'
import { type PersonCopy, PersonCopyDocument } from './PersonCopyDocument.tsx'
import { renderPaper } from './render-paper.ts'

/** A person's data as PDF, for whoever reads it without a program of ours. */
export function personCopyPdf(
  copy: PersonCopy,
  rest: { photos: readonly { name: string; jpeg: Buffer }[]; shopName: string; company: Company },
): Promise<Buffer> {
  return renderPaper(<PersonCopyDocument copy={copy} {...rest} />)
}
