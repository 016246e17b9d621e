import { euros } from '#app/sell-form/gold-words.ts'
import { TextArea } from '#app/ui/Field.tsx'
import { useShell } from '../shell-data.ts'
import { moment, t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

/** Questions and answers, both ways, oldest first. */
export function Messages({
  messages,
  submission,
  given,
  open,
}: {
  messages: SellerView['messages']
  /** The same sent twice is one message. */
  submission: string
  given: string | undefined
  open: boolean
}) {
  const { site } = useShell()
  if (messages.length === 0 && !open) return null
  return (
    <section aria-labelledby="messages" className={messages.length > 0 ? '' : 'print:hidden'}>
      <h2 id="messages" className="text-step-2">
        {t('messages.title')}
      </h2>
      {messages.length > 0 && (
        <ol className="mt-5 grid gap-4">
          {messages.map(({ id, sender, text, at, amountCents }) => (
            <li
              key={id}
              className={`max-w-prose border-l-2 pl-4 ${sender === 'staff' ? 'border-brass' : 'border-line-strong'}`}
            >
              <p className="text-ink-soft text-step--1">
                <span className="font-medium text-ink">
                  {sender === 'staff' ? t('messages.us', { shop: site.name }) : t('messages.you')}
                </span>{' '}
                <time dateTime={at.toISOString()} className="num">
                  {moment(at)}
                </time>
              </p>
              {amountCents !== null && (
                <p className="num mt-1 font-medium">
                  {t('messages.counter', { amount: euros(amountCents) })}
                </p>
              )}
              {text !== '' && <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>}
            </li>
          ))}
        </ol>
      )}
      {open && (
        <form method="post" className="mt-6 grid max-w-prose gap-4 print:hidden">
          <input type="hidden" name="submission" value={submission} />
          <TextArea
            id="message-text"
            name="text"
            label={t('messages.text')}
            note={t('messages.hint')}
            defaultValue={given}
            rows={4}
            maxLength={4000}
          />
          <button
            type="submit"
            name="step"
            value="message"
            className="button button-quiet justify-self-start"
          >
            {t('messages.send')}
          </button>
        </form>
      )}
    </section>
  )
}
