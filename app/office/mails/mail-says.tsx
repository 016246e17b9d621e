import { useTranslations } from 'use-intl'
import type { MailState as State } from '#app/shop/mails/read-mails.ts'

const looks = {
  waiting: 'state state-warn',
  failed: 'state state-bad',
  sent: 'state state-good',
  withdrawn: 'state state-quiet',
  erased: 'state state-quiet',
} as const satisfies Record<State, string>

/** Where a mail stands, as a word. */
export function MailState({ state }: { state: State }) {
  const t = useTranslations('office.mails.states')
  return <span className={looks[state]}>{t(state)}</span>
}

/** What a kind of mail is called; the kind itself where another release writes it. */
export function useKindOfMail(): (kind: string) => string {
  const t = useTranslations('office.mails.kinds')
  return (kind) => (t.has(kind as 'confirmation') ? t(kind as 'confirmation') : kind)
}
