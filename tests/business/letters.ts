import { z } from 'zod'
import { int8, json, nullable, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import type { Letter } from '#app/platform/mail.ts'
import type { WaitingMail } from '#app/platform/mail-outbox.ts'
import { pdfText } from '../pdf-text.ts'
import type { BookOrder } from './books.ts'
import { type Business, disagree } from './shop.ts'

/** Writes a mail as its recipient gets it. */
export type WriteLetter = (db: Business['db'], mail: WaitingMail) => Promise<Letter>

/** So many of a kind are opened in each language: every one would be most of a day's work. */
const mostOpened = 2

const amounts = z.looseObject({
  order: z.number(),
  arrivedCents: z.number().optional(),
  openCents: z.number().optional(),
  amountCents: z.number().optional(),
  deductionCents: z.number().optional(),
})

/** Opens mails to buyers that go out this evening, with their papers, and looks for the amounts that the books know. */
export function letterReader(write: WriteLetter): (business: Business) => Promise<void> {
  const opened = new Map<string, number>()
  return async ({ db, books }) => {
    const mails = await query(db, {
      id: int8,
      kind: text,
      locale: oneOf(['de', 'en']),
      recipient: nullable(text),
      payload: json(amounts),
      createdAt: timestamptz,
    })`
      select id, kind, locale, recipient, payload, created_at as "createdAt" from mail_outbox
      where payload ? 'order' and kind not like 'staff-%' and sent_at is null and withdrawn_at is null order by id
    `
    for (const mail of mails) {
      const key = `${mail.kind} ${mail.locale}`
      const times = opened.get(key) ?? 0
      if (times === mostOpened) continue
      opened.set(key, times + 1)
      const order =
        books.orders.find(({ id }) => id === mail.payload.order) ?? disagree(`a mail about nobody: ${key}`)
      const { plain, html, subject, attachments = [] } = await write(db, mail)
      const told = namedIn(mail.kind, mail.payload, order)
      for (const cents of told) {
        const figure = euros(cents, mail.locale)
        for (const [where, content] of Object.entries({ plain, html: html.replaceAll(/<[^>]+>/g, ' ') }))
          if (!names(content, figure))
            disagree(`${key}, “${subject}”, ${where} lacks ${figure}:\n${content}`, order)
      }
      const [paper] = attachments
        .filter(({ filename }) => filename.includes('RE-'))
        .map(({ content }) => pdfText(content as Buffer))
      const isInvoice = mail.kind === 'confirmation'
      if (isInvoice && paper === undefined) disagree('a confirmation has no invoice', order)
      for (const cents of isInvoice
        ? [order.totalCents, ...order.lines.map((line) => line.chargedCents)]
        : []) {
        // On paper whole euros have their cents.
        const point = mail.locale === 'de' ? ',' : '.'
        const figure = `${euros(cents, mail.locale)}${cents % 100 === 0 ? `${point}00` : ''}`
        if (!names(paper ?? '', figure)) disagree(`${key}: the invoice lacks ${figure}:\n${paper}`, order)
      }
    }
  }
}

/** The amounts that a mail has to name. */
function namedIn(kind: string, payload: z.infer<typeof amounts>, order: BookOrder): number[] {
  const { arrivedCents = 0, openCents = 0, amountCents = 0, deductionCents = 0 } = payload
  const whole = [
    'acknowledgement',
    'confirmation',
    'payment-reminder',
    'order-ready',
    'order-shipped',
  ].includes(kind)
  const summary = whole
    ? [order.totalCents, order.shippingCents, ...order.lines.map((line) => line.chargedCents)]
    : []
  const paid = kind === 'payment-received' ? [order.totalCents] : []
  return [...summary, ...paid, arrivedCents, openCents, amountCents, deductionCents].filter(
    (cents) => cents > 0,
  )
}

/** An amount as people write it in a language, whole euros without cents. */
function euros(cents: number, locale: 'de' | 'en'): string {
  const [group, point] = locale === 'de' ? ['.', ','] : [',', '.']
  const whole = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, group as string)
  return cents % 100 === 0 ? whole : `${whole}${point}${String(cents % 100).padStart(2, '0')}`
}

/** Whether a figure stands in a text by itself, not as a part of a longer one. */
function names(content: string, figure: string): boolean {
  return new RegExp(`(?<![\\d.,])${figure.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`).test(content)
}
