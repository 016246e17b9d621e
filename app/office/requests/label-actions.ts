import { z } from 'zod'
import { sendLabel } from '#app/shop/buying/sell-parcels.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { type LabelFile, largestLabelFile, readLabelFile } from '#app/shop/label-file.ts'
import { labelSchema } from '#app/shop/parcel-label.ts'
import { parcelMethods } from '#app/shop/parcel-methods.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { action } from '../answer.ts'
import { atStep } from './request-actions.ts'

const invalid = (field: string, reason: string) =>
  ({ ok: false, reason: 'invalid', faults: { [field]: reason } }) as const

async function fileOf(
  request: Request,
): Promise<{ ok: true; file: LabelFile } | { ok: false; reason: string }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > largestLabelFile) return { ok: false, reason: 'too-large' }
    parts.push(part)
  }
  return readLabelFile(Buffer.concat(parts))
}

/** The label of a parcel to us. A file of it is sent as the body; everything else is text then, `version` too. */
export const labelActions = {
  'requests.label': action({
    permission: 'purchases.change',
    input: z.object({
      number: z.string().max(40),
      version: z.coerce.number<string>().int().min(0),
      carrier: z.string().max(200),
      value: z.string().max(40),
      method: z.enum(parcelMethods),
      code: z.string().max(200),
      url: z.string().max(1000),
      withFile: z.enum(['yes', 'no']),
    }),
    run: async (request, { number, version, withFile, value, ...given }) => {
      const declaredCents = readAmount(value) ?? 0
      if (declaredCents <= 0) return invalid('value', value.trim() === '' ? 'missing' : 'not-an-amount')
      const sent = withFile === 'yes' ? await fileOf(request.request) : null
      if (sent && !sent.ok) return invalid('file', sent.reason)
      const label = labelSchema.safeParse({
        carrier: given.carrier,
        code: given.code.trim() || null,
        url: given.url.trim() || null,
        method: given.method,
        declaredCents,
      })
      if (!label.success) return invalid(String(label.error.issues[0]?.path[0] ?? 'carrier'), 'not-usable')
      const settings = await currentSettings(request.app.db)
      return atStep(request, { number, version }, (db, id) =>
        sendLabel(
          db,
          { id },
          { label: label.data, file: sent?.file ?? null, by: request.member.name, settings },
        ),
      )
    },
  }),
} as const
