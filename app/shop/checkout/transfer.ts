import { renderSVG } from 'uqr'
import type { BankDetails, OrderView, TransferInstructions } from './types.ts'

/**
 * What a transfer for an order needs: the amount still open, the reference, and the code that banking apps read.
 * `null` when nothing is open, or the order is not accepted yet: before that no payment may be asked for.
 */
export function transferInstructions(
  order: Pick<OrderView, 'status' | 'payment' | 'acceptedAt' | 'number' | 'totalCents' | 'receivedCents'>,
  bank: BankDetails,
): TransferInstructions | null {
  const amountCents = order.totalCents - order.receivedCents
  const isDue =
    order.status === 'awaiting_payment' && order.payment === 'bank-transfer' && order.acceptedAt !== null
  if (!isDue || amountCents <= 0) return null
  const code = epcCode({ ...bank, amountCents, reference: order.number })
  // Error correction M and no more than version 13 are the standard's; white and black, or scanners fail.
  const svg = renderSVG(code, { ecc: 'M', maxVersion: 13, border: 4, whiteColor: '#fff', blackColor: '#000' })
  return { ...bank, amountCents, reference: order.number, code, svg }
}

/** The payload of a GiroCode, an EPC QR code (EPC069-12 version 002, UTF-8, SEPA credit transfer). */
export function epcCode({
  holder,
  iban,
  bic,
  amountCents,
  reference,
}: Omit<BankDetails, 'bank'> & { amountCents: number; reference: string }): string {
  const amount = `EUR${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`
  const lines = ['BCD', '002', '1', 'SCT', bic, holder.slice(0, 70), iban, amount, '', '', reference]
  return lines.map((line) => line.replaceAll(/[\r\n]+/g, ' ')).join('\n')
}
