import { z } from 'zod'
import { dated } from './buying-settings.ts'

const days = z.number().int().min(7).max(3_650)

const rule = z.object({
  from: z.iso.date(),
  /**
   * Mails about orders and withdrawals, full years after the year in which they were written. Letters of a trader are
   * kept for six (§ 257 (4) HGB, § 147 (3) AO), vouchers, which the invoices that go with them are, for eight
   * (§ 147 (3) AO as of 1 January 2025).
   */
  orderYears: z.number().int().min(1).max(30),
})

/** How long mails are kept that went out. Those of a sell request go with it, those of a message with that. */
export const mailsSchema = z.object({
  retention: dated(rule).default([{ from: '2020-01-01', orderYears: 8 }]),
  /** Mails of alerts, days after they went out; at once when the alert ends. */
  alertDays: days.default(30),
  /** Mails to staff, days after they went out. */
  staffDays: days.default(90),
  /** Mails that lie as files for want of a mail server, days. */
  fileDays: days.default(30),
})
