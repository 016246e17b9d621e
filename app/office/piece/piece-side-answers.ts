import { z } from 'zod'
import { readBytesAtMost } from '#app/platform/request-body.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { addFlaw, changeFlaw, confirmFlaw, removeFlaw } from '#app/shop/piece/flaws.ts'
import {
  addTheftCheck,
  largestCertificate,
  revealPieceSerial,
  sealPieceSerial,
  theftCertificate,
  theftResults,
} from '#app/shop/piece/provenance.ts'
import { signTestSheet } from '#app/shop/piece/sign-test-sheet.ts'
import { factsOfReference, suggestNames } from '#app/shop/piece/suggestions.ts'
import { action } from '../answer.ts'

export const stockNumber = z.string().refine(isStockNumber, 'no-such-piece')
const piece = stockNumber
const name = z.string().max(300, 'too-long')
const words = z.string().max(500, 'too-long')
const text = z.strictObject({ de: words, en: words })
const said = z.strictObject({ from: words, to: words })
const perMille = z.int().min(0).max(1000)
const place = z.strictObject({ x: perMille, y: perMille })
const number = z.int().positive()

/** What is done to a piece beside its form. */
export const pieceSideActions = {
  'piece.names': action({
    permission: 'pieces.see',
    input: z.strictObject({ of: z.enum(['brand', 'model', 'reference']), typed: name, brand: name }),
    run: async ({ app: { db } }, wanted) => ({ ok: true, names: await suggestNames(db, wanted) }) as const,
  }),
  'piece.reference': action({
    permission: 'pieces.see',
    input: z.strictObject({ piece, kind: z.enum(pieceKinds), brand: name, reference: name }),
    run: async ({ app: { db }, member }, wanted) =>
      ({ ok: true, ...(await factsOfReference(db, { ...wanted, locale: member.locale })) }) as const,
  }),
  'piece.reveal-serial': action({
    permission: 'serials.reveal',
    input: z.strictObject({ piece, why: z.string() }),
    run: async ({ app: { db, secret }, member }, { piece, why }) =>
      revealPieceSerial(db, member, piece, { why, secret }),
  }),
  'piece.seal-serial': action({
    permission: 'pieces.edit',
    input: z.strictObject({ piece, version: z.int().min(0), serial: z.string() }),
    run: async ({ app: { db, secret }, member }, { piece, ...wanted }) =>
      sealPieceSerial(db, member, piece, { ...wanted, secret }),
  }),
  /** The body is the register's certificate, where there is one; the input stands in the query then. */
  'piece.check-theft': action({
    permission: 'theft-checks.record',
    input: z.strictObject({
      piece,
      register: z.string().max(100, 'too-long'),
      result: z.enum(theftResults, 'missing'),
      checkedOn: z.iso.date('not-a-date'),
      note: z.string().max(500, 'too-long'),
      number: z.string().max(60, 'too-long'),
      fileName: z.string().max(300),
    }),
    run: async ({ app: { db, files }, member, now, request }, { fileName, note, number, ...check }) => {
      const bytes = fileName === '' ? null : await readBytesAtMost(request, largestCertificate)
      if (fileName !== '' && bytes === null) return { ok: false, reason: 'too-large' } as const
      return addTheftCheck(db, files, member, {
        ...check,
        note: note.trim() || null,
        number: number.trim() || null,
        certificate: bytes && { name: fileName, bytes },
        today: germanDay(now),
      })
    },
  }),
  'piece.sign-test-sheet': action({
    permission: 'test-sheets.sign',
    input: z.strictObject({ piece, typed: z.record(z.string().max(60), z.string().max(2_000)) }),
    run: async ({ app: { db }, member, now }, { piece, typed }) =>
      signTestSheet(db, member, { piece, typed, today: germanDay(now) }),
  }),
  /** Answers the file, to be saved: a certificate is somebody else's, and no page of ours. */
  'piece.certificate': action({
    permission: 'pieces.see-cost',
    input: z.strictObject({ piece, check: number }),
    run: async ({ app: { db, files } }, wanted) => {
      const found = await theftCertificate(db, files, wanted)
      if (!found) return { ok: false, reason: 'no-such-file' } as const
      return new Response(found.file.stream(), {
        headers: {
          'content-type': 'application/pdf',
          'content-length': String(found.file.size),
          'content-disposition': 'attachment; filename="certificate.pdf"',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        },
      })
    },
  }),
  'piece.add-flaw': action({
    permission: 'photos.edit',
    input: z.strictObject({ piece, photo: z.string().max(32), x: perMille, y: perMille, text }),
    run: async ({ app: { db }, member }, { piece, ...flaw }) => addFlaw(db, member, piece, flaw),
  }),
  'piece.change-flaw': action({
    permission: 'photos.edit',
    /** `photo`: that was seen; `from`: what was seen of the part. */
    input: z.strictObject({
      piece,
      flaw: number,
      photo: z.string().max(100),
      changes: z.strictObject({
        place: z.strictObject({ from: place, to: place }).optional(),
        de: said.optional(),
        en: said.optional(),
      }),
    }),
    run: async ({ app: { db }, member }, { piece, ...wanted }) => changeFlaw(db, member, piece, wanted),
  }),
  'piece.confirm-flaw': action({
    permission: 'photos.edit',
    input: z.strictObject({ piece, flaw: number, photo: z.string().max(32) }),
    run: async ({ app: { db }, member }, { piece, ...flaw }) => confirmFlaw(db, member, piece, flaw),
  }),
  'piece.remove-flaw': action({
    permission: 'photos.edit',
    /** `from`: the flaw that was seen. */
    input: z.strictObject({ piece, flaw: number, from: place.extend({ text }) }),
    run: async ({ app: { db }, member }, { piece, ...wanted }) => removeFlaw(db, member, piece, wanted),
  }),
} as const
