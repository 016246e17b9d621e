import { shownPhone } from '#app/language/phone.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { LoadContext } from '../load-blocks.ts'

/** How the shop can be reached, as its settings say, in one language. */
export type ContactDetails = { phone: string; messaging: string; email: string; hoursText: string }

export async function loadContactDetails({ db, locale }: LoadContext): Promise<ContactDetails> {
  const { contact } = await currentSettings(db)
  const { phone, messaging, email } = contact
  return { phone: shownPhone(phone, locale), messaging, email, hoursText: contact.hoursText[locale] }
}
