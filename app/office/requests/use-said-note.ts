import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { useSaidRequest } from './use-said-request.ts'

type Noted = Shown<'request'>['request']['history'][number]['noted']

/** What was noted with a step, in words. */
export function useSaidNote(): (noted: Noted) => string {
  const t = useTranslations('office.requests')
  const { price, moment } = useSaidRequest()
  return (noted) => {
    switch (noted?.kind) {
      case undefined:
        return ''
      case 'words':
        return noted.text
      case 'recorded':
        return t('notes.recorded', { by: noted.by })
      case 'appointment':
        return changed(noted, moment)
      case 'parcel':
        return changed(noted, ({ carrier, code }) => `${carrier} ${code}`)
      case 'label':
        return changed(noted, ({ carrier, code, declaredCents }) =>
          t('notes.label', {
            carrier: [carrier, code].filter(Boolean).join(' '),
            amount: price(declaredCents),
          }),
        )
    }
  }
  function changed<Content>(
    { before, after }: { before: Content | null; after: Content },
    say: (content: Content) => string,
  ) {
    return before === null ? say(after) : t('notes.changed', { before: say(before), after: say(after) })
  }
}
