import { z } from 'zod'
import type { CheckoutField, Delivery, FieldFault, ParsedCheckout, PostalAddress } from './types.ts'
import { paymentMethods } from './types.ts'

/** Postal codes where they have one form; elsewhere anything short will do. */
const postalCodes: Record<string, RegExp> = {
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  BG: /^\d{4}$/,
  CH: /^\d{4}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  EE: /^\d{5}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  GR: /^\d{3} ?\d{2}$/,
  HR: /^\d{5}$/,
  HU: /^\d{4}$/,
  IT: /^\d{5}$/,
  LI: /^94\d{2}$/,
  LU: /^(L-)?\d{4}$/i,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  RO: /^\d{6}$/,
  SE: /^\d{3} ?\d{2}$/,
  SI: /^\d{4}$/,
  SK: /^\d{3} ?\d{2}$/,
}
const anyPostalCode = /^[A-Z\d][A-Z\d -]{1,11}$/i

/** Insured consignments are handed to a person. */
const parcelLocker = /packstation|postfiliale|postfach|paketshop|\bp\.? ?o\.? ?box\b|parcel ?locker/i

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && !/^(EU|UN|XX|ZZ|QO)$/.test(code)

type Faults = { field: CheckoutField; fault: FieldFault }[]

/**
 * Parses the checkout's one form. Names of fields are those of `CheckoutField`; besides them `elsewhere` (delivery
 * to another address than the invoice's), `giftWrap`, `total` (the total that was shown, cents), and `consent`, once
 * for each ticked box. On refusal every field at fault is named and what was typed is given back.
 */
export function parseCheckout(form: FormData): ParsedCheckout {
  const given: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') given[name] = value
  const faults: Faults = []
  const line = (field: CheckoutField, max: number, required = true): string => {
    const text = (given[field] ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
    if (text === '' && required) faults.push({ field, fault: 'missing' })
    if (text.length > max) faults.push({ field, fault: 'too-long' })
    return text
  }

  const email = line('email', 254)
  if (email !== '' && !z.email().safeParse(email).success) faults.push({ field: 'email', fault: 'no-email' })
  const phone = line('phone', 40, false)
  if (phone !== '' && !/^\+?[\d\s()/.-]{5,}$/.test(phone)) faults.push({ field: 'phone', fault: 'no-phone' })

  const invoiceAddress = parseAddress(invoiceFields, line, faults)
  const delivery = parseDelivery(given, invoiceAddress, line, faults)
  const payment = paymentMethods.find((method) => method === given.payment)
  if (!payment) faults.push({ field: 'payment', fault: 'no-choice' })
  const note = (given.note ?? '').replaceAll(/[^\n\P{Cc}]/gu, '').trim()
  if (note.length > 1000) faults.push({ field: 'note', fault: 'too-long' })
  if (!z.uuid().safeParse(given.submission).success) faults.push({ field: 'submission', fault: 'missing' })

  if (faults.length > 0 || !delivery || !payment) return { ok: false, faults, given }
  return {
    ok: true,
    request: {
      submission: (given.submission ?? '').toLowerCase(),
      seenTotalCents: /^\d{1,10}$/.test(given.total ?? '') ? Number(given.total) : 0,
      contact: { email, phone: phone || null },
      invoiceAddress,
      delivery,
      payment,
      giftWrap: given.giftWrap === 'on',
      note,
      consents: form.getAll('consent').filter((value) => typeof value === 'string'),
    },
  }
}

type AddressFields = Record<keyof PostalAddress, CheckoutField>
const invoiceFields: AddressFields = {
  name: 'name',
  company: 'company',
  street: 'street',
  extra: 'extra',
  postalCode: 'postalCode',
  city: 'city',
  country: 'country',
}
const deliveryFields: AddressFields = {
  name: 'deliveryName',
  company: 'deliveryCompany',
  street: 'deliveryStreet',
  extra: 'deliveryExtra',
  postalCode: 'deliveryPostalCode',
  city: 'deliveryCity',
  country: 'deliveryCountry',
}

type ReadLine = (field: CheckoutField, max: number, required?: boolean) => string

function parseAddress(fields: AddressFields, line: ReadLine, faults: Faults): PostalAddress {
  const address = {
    name: line(fields.name, 100),
    company: line(fields.company, 100, false) || null,
    street: line(fields.street, 100),
    extra: line(fields.extra, 100, false) || null,
    postalCode: line(fields.postalCode, 12),
    city: line(fields.city, 80),
    country: line(fields.country, 2),
  }
  const isKnown = isCountry(address.country)
  if (address.country !== '' && !isKnown) faults.push({ field: fields.country, fault: 'no-country' })
  const form = (isKnown && postalCodes[address.country]) || anyPostalCode
  if (address.postalCode !== '' && !form.test(address.postalCode)) {
    faults.push({ field: fields.postalCode, fault: 'no-postal-code' })
  }
  return address
}

function parseDelivery(
  given: Record<string, string>,
  invoiceAddress: PostalAddress,
  line: ReadLine,
  faults: Faults,
): Delivery | null {
  if (given.delivery === 'collection') {
    const branchId = line('branch', 60)
    return { kind: 'collection', branchId }
  }
  if (given.delivery !== 'courier') {
    faults.push({ field: 'delivery', fault: 'no-choice' })
    return null
  }
  const fields = given.elsewhere === 'on' ? deliveryFields : invoiceFields
  const address = given.elsewhere === 'on' ? parseAddress(deliveryFields, line, faults) : invoiceAddress
  for (const name of ['street', 'extra'] as const) {
    if (parcelLocker.test(address[name] ?? '')) faults.push({ field: fields[name], fault: 'parcel-locker' })
  }
  return { kind: 'courier', address }
}
