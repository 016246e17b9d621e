import refusals from '#app/language/messages/de/photo-refusals.json'
import type words from '#app/language/messages/de/sell-form.json'
import type { SellPhotoRefusal } from './sell-answer.ts'
import { t } from './sell-words.ts'

/** Why a photo was not taken. */
export function sayRefusal(reason: SellPhotoRefusal): string {
  return reason in refusals
    ? refusals[reason as keyof typeof refusals]
    : t(`photoFaults.${reason as keyof typeof words.photoFaults}`)
}
