import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useBusy } from '../frame/use-busy.ts'
import { useShown } from '../frame/use-shown.ts'

type Asked = 'again' | 'withdraw' | null
type Answer = { ok: true } | { ok: false; reason: string }

/** What can be done with a mail now; what cannot says why. */
export function MailDeeds() {
  const t = useTranslations('office.mails.mail')
  const mail = useShown<'mail'>()
  const mayMail = useMay('mails.retry')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<Asked>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, during] = useBusy()
  const { id, state, repeatable, repeated, nextTryAt } = mail
  const take = (said: string, doIt: () => Promise<Answer>) =>
    during(async () => {
      setFault(null)
      const answer = await doIt()
      setAsked(null)
      if (answer.ok) announce(said)
      else {
        const key = `faults.${answer.reason}` as 'faults.changed'
        setFault(t.has(key) ? t(key) : t('faults.failed'))
      }
      await revalidate()
    })
  const sendAgain = () => take(t('sentAgain'), () => act('mails.send-again', { mail: id, seen: repeated }))
  const sendNow = () => take(t('sentNow'), () => act('mails.retry', { mail: id }))
  const withdraw = () => take(t('isWithdrawn'), () => act('mails.drop', { mail: id, nextTryAt }))
  const button = (label: string, press: () => void, { quiet = true, asks = false } = {}) => (
    // One that asks once more is another one, so that it is read out.
    <button
      key={String(asks)}
      type="button"
      data-asks={asks || undefined}
      className={quiet ? 'do quiet' : 'do'}
      disabled={busy}
      onClick={press}
    >
      {label}
    </button>
  )
  const unsent = state === 'waiting' || state === 'failed'
  return (
    <div className="grid gap-2 py-4">
      {repeated > 0 && <p>{t('repeated', { count: repeated })}</p>}
      {!mayMail && (repeatable || unsent) && <p className="sub">{t('onlySales')}</p>}
      {state === 'sent' && mail.area === 'alerts' && <p className="sub">{t('alertsNot')}</p>}
      {mayMail && (
        <p className="page-actions">
          {repeatable &&
            (asked === 'again'
              ? button(t('sendAgainSure', { recipient: mail.recipient ?? '' }), () => void sendAgain(), {
                  quiet: false,
                  asks: true,
                })
              : button(t('sendAgain'), () => setAsked('again')))}
          {unsent && button(t('sendNow'), () => void sendNow(), { quiet: false })}
          {unsent &&
            (asked === 'withdraw'
              ? button(t('withdrawSure'), () => void withdraw(), { asks: true })
              : button(t('withdraw'), () => setAsked('withdraw')))}
        </p>
      )}
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}
