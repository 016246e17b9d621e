import { createTranslator } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import refusals from '#app/language/messages/de/photo-refusals.json'
import words from '#app/language/messages/de/sell-form.json'
import type { SellPhotoRefusal } from './sell-answer.ts'

/** Selling speaks German only, and its words travel with its form: no other page needs them. */
export const t = createTranslator({ locale: 'de', timeZone, messages: words })

/** Why a photo was not taken. */
export function sayRefusal(reason: SellPhotoRefusal): string {
  return reason in refusals
    ? refusals[reason as keyof typeof refusals]
    : t(`photoFaults.${reason as keyof typeof words.photoFaults}`)
}
