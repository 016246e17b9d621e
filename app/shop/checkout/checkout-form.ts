import {
  box,
  choice,
  email,
  type Field,
  fitting,
  line,
  optionalLine,
  optionalText,
  submission,
} from '#app/forms/fields.ts'
import { type FaultsOf, faultsIn, type Given, givenIn, parseForm, textsIn } from '#app/forms/parse-form.ts'
import { isPhone } from '#app/language/phone.ts'
import { isCountry, readPostalCode } from '#app/language/postal-code.ts'
import { checkoutLengths as lengths } from './checkout-lengths.ts'
import { type OrderRequest, type PostalAddress, paymentMethods } from './types.ts'
import { readVatId, type VatId, type VatIdFault } from './vat-id.ts'

const contactFields = {
  email: email(lengths.email, 'no-email'),
  phone: fitting(optionalLine(lengths.phone), (phone) => phone === null || isPhone(phone), 'no-phone'),
}

/** Insured consignments are handed to a person. */
const parcelLocker = /packstation|postfiliale|postfach|paketshop|\bp\.? ?o\.? ?box\b|parcel ?locker/i

const postalCode: Field<string, 'missing' | 'too-long' | 'no-postal-code'> = line(lengths.postalCode)
const addressFields = {
  name: line(lengths.name),
  company: optionalLine(lengths.company),
  street: line(lengths.street),
  extra: optionalLine(lengths.extra),
  postalCode,
  city: line(lengths.city),
  country: fitting(line(lengths.country), isCountry, 'no-country'),
}

const wayFields = { delivery: choice(['courier', 'collection'], 'no-choice') }
const branchFields = { branch: line(lengths.branch) }

const orderFields = {
  payment: choice(paymentMethods, 'no-choice'),
  note: optionalText(lengths.note),
  submission: submission('missing'),
}

/** Of businesses alone; consumers leave it empty. */
const businessFields = { vatId: optionalLine(lengths.vatId) }

/** `elsewhere`: delivery to another address than the invoice's. */
const boxes = { elsewhere: box, giftWrap: box }

const invoiceNames = {
  name: 'name',
  company: 'company',
  street: 'street',
  extra: 'extra',
  postalCode: 'postalCode',
  city: 'city',
  country: 'country',
} as const
const deliveryNames = {
  name: 'deliveryName',
  company: 'deliveryCompany',
  street: 'deliveryStreet',
  extra: 'deliveryExtra',
  postalCode: 'deliveryPostalCode',
  city: 'deliveryCity',
  country: 'deliveryCountry',
} as const

type AddressNames = typeof invoiceNames | typeof deliveryNames
type OtherFields = typeof contactFields &
  typeof wayFields &
  typeof branchFields &
  typeof orderFields &
  typeof businessFields

/** A field of the checkout form that may be at fault. */
export type CheckoutField = AddressNames[keyof PostalAddress] | keyof OtherFields

/** Why a field cannot be used; `parcel-locker`: value couriers and insured parcels are handed to a person. */
export type FieldFault =
  | NonNullable<FaultsOf<typeof addressFields>[keyof PostalAddress]>
  | NonNullable<FaultsOf<OtherFields>[keyof OtherFields]>
  | VatIdFault
  | 'parcel-locker'

type CheckoutFaults = { [Name in CheckoutField]?: FieldFault }

export type ParsedCheckout =
  | { ok: true; request: Omit<OrderRequest, 'pieces' | 'locale' | 'vatId'>; vatId?: VatId }
  | { ok: false; faults: CheckoutFaults; given: Given }

/** What was typed in the form, to be shown again. */
export function checkoutGiven(form: FormData): Given {
  return givenIn(form, [
    ...Object.keys({
      ...contactFields,
      ...wayFields,
      ...branchFields,
      ...orderFields,
      ...businessFields,
      ...boxes,
    }),
    ...Object.values(invoiceNames),
    ...Object.values(deliveryNames),
  ])
}

/**
 * Parses the checkout's one form. Besides the fields it reads `elsewhere`, `giftWrap`, `total` (the total that was
 * shown, cents), `duties` (whether the review said that duties are the buyer's), and `consent`, once for each ticked box.
 */
export function parseCheckout(form: FormData): ParsedCheckout {
  const contact = parseForm(form, contactFields)
  const invoice = parseAddress(form, invoiceNames)
  const delivery = parseDelivery(form, invoice)
  const order = parseForm(form, orderFields)
  const ticked = parseForm(form, boxes)
  const business = parseVatId(form)
  if (!contact.ok || !invoice.ok || !delivery.ok || !order.ok || !ticked.ok || !business.ok) {
    const faults = faultsIn<CheckoutFaults>(contact, invoice, business, delivery, order)
    return { ok: false, faults, given: checkoutGiven(form) }
  }
  const [total = ''] = textsIn(form, 'total')
  const [duties] = textsIn(form, 'duties')
  return {
    ok: true,
    request: {
      ...order.value,
      seenTotalCents: /^\d{1,10}$/.test(total) ? Number(total) : 0,
      ...(duties === undefined ? {} : { seenDuties: duties === 'true' }),
      contact: contact.value,
      invoiceAddress: invoice.value,
      delivery: delivery.value,
      giftWrap: ticked.value.giftWrap,
      consents: textsIn(form, 'consent'),
    },
    ...(business.value && { vatId: business.value }),
  }
}

type Parsed<Value> =
  | { ok: true; value: Value }
  | { ok: false; faults: CheckoutFaults; value?: Partial<Value> }

function parseVatId(form: FormData): Parsed<VatId | null> {
  const parsed = parseForm(form, businessFields)
  if (!parsed.ok) return { ok: false, faults: parsed.faults }
  if (parsed.value.vatId === null) return { ok: true, value: null }
  const read = readVatId(parsed.value.vatId)
  return read.ok ? { ok: true, value: read.vatId } : { ok: false, faults: { vatId: read.reason } }
}

function parseAddress(form: FormData, names: AddressNames): Parsed<PostalAddress> {
  const own = new FormData()
  const parts = Object.entries(names) as [keyof PostalAddress, CheckoutField][]
  for (const [part, name] of parts) for (const text of textsIn(form, name)) own.append(part, text)
  const parsed = parseForm(own, addressFields, ({ postalCode, country }) =>
    postalCode === undefined || readPostalCode(postalCode, country).ok
      ? {}
      : { postalCode: 'no-postal-code' },
  )
  if (parsed.ok) {
    const read = readPostalCode(parsed.value.postalCode, parsed.value.country)
    return read.ok ? { ok: true, value: { ...parsed.value, postalCode: read.code } } : parsed
  }
  const faults: CheckoutFaults = {}
  for (const [part, fault] of Object.entries(parsed.faults) as [keyof PostalAddress, FieldFault][])
    faults[names[part]] = fault
  return { ok: false, faults, value: parsed.value }
}

function parseDelivery(form: FormData, invoice: Parsed<PostalAddress>): Parsed<OrderRequest['delivery']> {
  const way = parseForm(form, wayFields)
  if (!way.ok) return { ok: false, faults: way.faults }
  if (way.value.delivery === 'collection') {
    const parsed = parseForm(form, branchFields)
    return parsed.ok
      ? { ok: true, value: { kind: 'collection', branchId: parsed.value.branch } }
      : { ok: false, faults: parsed.faults }
  }
  const elsewhere = form.get('elsewhere') === 'on'
  const address = elsewhere ? parseAddress(form, deliveryNames) : invoice
  const handedOver = parseHandedOver(address, elsewhere ? deliveryNames : invoiceNames)
  return handedOver.ok
    ? { ok: true, value: { kind: 'courier', address: handedOver.value } }
    : { ok: false, faults: handedOver.faults }
}

/** An address at which somebody takes a consignment. */
function parseHandedOver(address: Parsed<PostalAddress>, names: AddressNames): Parsed<PostalAddress> {
  const lockers: CheckoutFaults = {}
  for (const part of ['street', 'extra'] as const) {
    if (parcelLocker.test(address.value?.[part] ?? '')) lockers[names[part]] = 'parcel-locker'
  }
  if (address.ok && Object.keys(lockers).length === 0) return address
  return { ok: false, faults: faultsIn<CheckoutFaults>(address, { ok: false, faults: lockers }) }
}

/** A delivery address as staff typed it, part by part, read as the checkout reads it. */
export function readDeliveryAddress(
  typed: Readonly<Record<keyof PostalAddress, string>>,
):
  | { ok: true; address: PostalAddress }
  | { ok: false; faults: { [Part in keyof PostalAddress]?: FieldFault } } {
  const form = new FormData()
  for (const [part, text] of Object.entries(typed)) form.append(part, text)
  const read = parseHandedOver(parseAddress(form, invoiceNames), invoiceNames)
  return read.ok ? { ok: true, address: read.value } : { ok: false, faults: read.faults }
}
