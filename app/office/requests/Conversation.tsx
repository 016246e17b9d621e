import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextArea } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Said } from './Said.tsx'
import { useRequestAct } from './use-request-act.ts'
import { useSaidRequest } from './use-said-request.ts'

const templates = ['photos', 'hallmark', 'weight', 'papers', 'reference', 'final'] as const

/** Questions and answers with the seller, and what they would take. */
export function Conversation() {
  const t = useTranslations('office.requests.messages')
  const words = useTranslations('office.requests.templates')
  const { request, templates: shownTemplates } = useShown<'request'>()
  const { price, moment } = useSaidRequest()
  const mayChange = useMay('purchases.change')
  const { texts, put, done } = useKeptText(`request-message-${request.number}`, { text: '' })
  const acting = useRequestAct()
  const { messages, number, locale, offer, contact } = request
  const announce = useAnnounce()
  const [mail, setMail] = useState<{ to: string; subject: string; plain: string } | null>(null)
  const look = async () => {
    const answer = await act('requests.preview-message', { number, text: texts.text })
    setMail(answer.ok ? answer : null)
    if (!answer.ok) announce(t('noPreview'))
  }
  const counter =
    offer?.answer === null ? messages.findLast((message) => message.offer === offer.id) : undefined
  return (
    <section className="block-section" aria-labelledby="messages">
      <h2 id="messages">{t('title')}</h2>
      {messages.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
      <ol className="request-messages">
        {messages.map(({ id, sender, author, at, text, amountCents }) => (
          <li key={id} data-sender={sender}>
            <p className="sub">
              <b>{sender === 'seller' ? t('seller') : (author ?? '')}</b> {moment(at)}
            </p>
            {amountCents !== null && <p className="num">{t('counter', { amount: price(amountCents) })}</p>}
            {text !== '' && <p className="request-words">{text}</p>}
          </li>
        ))}
      </ol>
      {counter?.amountCents != null && (
        <p className="missing">{t('counterOpen', { amount: price(counter.amountCents) })}</p>
      )}
      {mayChange && contact && (
        <form
          noValidate
          className="grid max-w-3xl gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void acting.run(
              'requests.write',
              { number, text: texts.text },
              {
                said: t('sent'),
                mine: texts.text,
                done: () => {
                  done()
                  setMail(null)
                },
              },
            )
          }}
        >
          <TextArea
            name="text"
            label={t('text')}
            hint={request.status === 'submitted' ? t('asks') : undefined}
            rows={4}
            maxLength={4000}
            lang={locale}
            value={texts.text}
            onChange={({ target }) => {
              put('text', target.value)
              setMail(null)
            }}
          />
          <fieldset className="page-actions">
            <legend className="sub">{t('template')}</legend>
            {templates.map((name) => (
              <button
                key={name}
                type="button"
                className="office-chip"
                onClick={() => {
                  put('text', [texts.text.trim(), shownTemplates[name].text].filter(Boolean).join('\n\n'))
                  setMail(null)
                }}
              >
                {words(`${name}.label`)}
              </button>
            ))}
          </fieldset>
          <Said of={acting} />
          {mail && (
            <section className="request-mail" aria-labelledby="message-mail">
              <h3 id="message-mail">{mail.subject}</h3>
              <p className="sub">{t('mailTo', { to: mail.to })}</p>
              <pre className="mail-plain">{mail.plain}</pre>
            </section>
          )}
          <p className="page-actions">
            <button type="submit" className="do" disabled={acting.busy || texts.text.trim() === ''}>
              {t('send')}
            </button>
            <button
              type="button"
              className="do quiet"
              disabled={texts.text.trim() === ''}
              onClick={() => void look()}
            >
              {t('preview')}
            </button>
          </p>
        </form>
      )}
    </section>
  )
}
