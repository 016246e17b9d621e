import type { Database } from '#app/platform/database/database.ts'
import type { Attachment } from '#app/platform/mail.ts'
import { findLabelFile, type LabelFileKind } from '#app/shop/label-file.ts'
import type { ParcelLabel } from '#app/shop/parcel-label.ts'

const contentTypes: Record<LabelFileKind, string> = { pdf: 'application/pdf', png: 'image/png' }

/**
 * The file of a label, for the mail about it; none where it is an address or a code. `name` is without an ending.
 * @throws when there is no label at all: such a mail must not go out
 */
export async function labelAttachment(
  db: Database,
  parcel: Parameters<typeof findLabelFile>[1],
  label: ParcelLabel | null,
  name: string,
): Promise<Attachment[]> {
  const file = label?.file ? await findLabelFile(db, parcel) : null
  if (!label || (!file && !label.url && !label.code))
    throw new Error('the label that the mail is about is gone')
  if (!file) return []
  return [{ filename: `${name}.${file.kind}`, content: file.content, contentType: contentTypes[file.kind] }]
}
