/** The most characters of the checkout's fields; of the delivery address as of the invoice's. The screen says them. */
export const checkoutLengths = {
  email: 254,
  phone: 40,
  name: 100,
  company: 100,
  street: 100,
  extra: 100,
  postalCode: 20,
  city: 80,
  country: 2,
  branch: 60,
  note: 1000,
  vatId: 40,
} as const
