import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatDate } from '#app/language/formats.ts'
import type { Database } from '#app/platform/database/database.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { addExportProof, missingProofs, proofFile, proofsOf } from '#app/shop/checkout/export-proof.ts'
import { findOrderByNumber } from '#app/shop/checkout/staff-orders.ts'
import { actingStaff, type GivenBy, givenBy } from './acting-staff.ts'
import { defineCommand, refuse, required } from './command.ts'
import { orderOf } from './order-words.ts'
import { onShop } from './shop.ts'

type Wish =
  | { do: 'missing' }
  | { do: 'add'; order: string; file: string; document: string; by: GivenBy }
  | { do: 'show'; order: string }
  | { do: 'get'; proof: number; file: string }

/** Proofs that goods sold free of tax have left the country: kept with their orders, and which are missing. */
export const exportProof = defineCommand<{ document: { type: 'string' }; by: { type: 'string' } }, Wish>({
  name: 'export-proof',
  usage: `npm run export-proof                                 orders sold free of tax that left without a proof yet
npm run export-proof -- add <order> <file> --document "ABD, MRN 26DE…" [--by name]
                                                     keeps a proof of export, or of arrival in another member state
npm run export-proof -- show <order>                 the proofs kept with an order
npm run export-proof -- get <number> <file>          writes a proof into a file, as it came
Proofs are never changed or deleted; a better one is added.`,
  options: { document: { type: 'string' }, by: { type: 'string' } },
  actions: { missing: [], add: ['document', 'by'], show: [], get: [] },
  otherwise: 'missing',
  read: ([action = 'missing', first, file, ...more], values) => {
    if (more.length > 0) return null
    if (action === 'missing') return first === undefined ? { do: action } : null
    if (first === undefined) return null
    if (action === 'show') return file === undefined ? { do: action, order: orderOf(first) } : null
    if (file === undefined) return null
    if (action === 'get') return /^\d{1,9}$/.test(first) ? { do: action, proof: Number(first), file } : null
    const document = required(values, 'document')
    if (document.length > 300) refuse('--document has 300 characters at most')
    return { do: 'add', order: orderOf(first), file, document, by: givenBy(values) }
  },
  run: (wish, { env, say }) => onShop(env, async ({ db }) => say(...(await carryOut(db, wish)))),
})

const day = (time: Date) => formatDate(time, 'en')

const refusals = {
  'needs-none': 'was taxed in full: nothing of it needs a proof.',
  'no-such-order': 'is no order.',
  empty: 'cannot be proved by an empty file.',
  'too-large': 'cannot be proved by a file of more than 20 MB.',
}

/** @throws {StartFault} with the reason for a refusal */
async function carryOut(db: Database, wish: Wish): Promise<string[]> {
  switch (wish.do) {
    case 'missing': {
      const orders = await missingProofs(db)
      if (orders.length === 0) return ['No proof is missing.']
      return orders.map(
        ({ number, status, rules, country, shipped_at }) =>
          `${number}  ${status}  shipped ${day(shipped_at)} to ${country ?? '–'}  ${rules.join(', ')}`,
      )
    }
    case 'add': {
      const content = await readFile(wish.file).catch((error: NodeJS.ErrnoException) => {
        throw new StartFault(`${wish.file} cannot be read (${error.code ?? error.message})`)
      })
      const by = (await actingStaff(db, wish.by, 'orders.see')).name
      const result = await addExportProof(db, {
        ...wish,
        by,
        fileName: basename(wish.file).slice(-200),
        content,
      })
      if (!result.ok) throw new StartFault(`${wish.order} ${refusals[result.reason]}`)
      return [
        result.repeated ? `That is proof ${result.id} already.` : `Kept as proof ${result.id}, by ${by}.`,
      ]
    }
    case 'show': {
      const proofs = await proofsOf(db, wish.order)
      if (proofs.length === 0 && !(await findOrderByNumber(db, wish.order)))
        throw new StartFault(`${wish.order} ${refusals['no-such-order']}`)
      if (proofs.length === 0) return [`There is no proof with ${wish.order}.`]
      return proofs.map(
        ({ id, document, file_name, by, at }) => `${id}  ${day(at)}  ${by}  ${document}  (${file_name})`,
      )
    }
    case 'get': {
      const proof = await proofFile(db, wish.proof)
      if (!proof) throw new StartFault(`There is no proof ${wish.proof}.`)
      await writeFile(wish.file, proof.content, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new StartFault(`${wish.file} cannot be written (${error.code ?? error.message})`)
      })
      return [`${wish.file} (it came as ${proof.file_name})`]
    }
  }
}
