import { phoneLink } from '#app/language/phone.ts'
import type { OrderPageView } from './order-view.ts'

/** Papers, withdrawal, and whom to ask. */
export function OrderSide({ order }: { order: OrderPageView }) {
  return (
    <>
      <Documents documents={order.documents} />
      {order.withdrawal && <Withdrawal withdrawal={order.withdrawal} />}
      <Contact contact={order.contact} />
    </>
  )
}

function Documents({ documents }: { documents: OrderPageView['documents'] }) {
  return (
    <section aria-labelledby="documents" className="print:hidden">
      <h2 id="documents" className="pb-4 text-step-2">
        {documents.title}
      </h2>
      {documents.none && <p className="pb-3 text-ink-soft">{documents.none}</p>}
      <ul className="border-line border-t">
        {documents.files.map(({ label, detail, href, isFile }) => (
          <li key={href} className="flex flex-wrap items-baseline gap-x-4 border-line border-b">
            <a
              className="link num inline-flex min-h-11 items-center"
              href={href}
              {...(isFile ? { 'data-native': '', type: 'application/pdf' } : {})}
            >
              {label}
            </a>
            {detail && <span className="text-ink-soft text-step--1">{detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Withdrawal({ withdrawal }: { withdrawal: NonNullable<OrderPageView['withdrawal']> }) {
  return (
    <section aria-labelledby="withdrawal">
      <h2 id="withdrawal" className="pb-3 text-step-2">
        {withdrawal.title}
      </h2>
      {withdrawal.declared.map(({ title, answer }) => (
        <p key={title} className="num pb-3">
          {title}
          <br />
          <span className="text-ink-soft">{answer}</span>
        </p>
      ))}
      {withdrawal.text && <p className="max-w-prose">{withdrawal.text}</p>}
      {withdrawal.action && (
        <a className="button button-quiet mt-4" href={withdrawal.action.href}>
          {withdrawal.action.label}
        </a>
      )}
    </section>
  )
}

function Contact({ contact }: { contact: OrderPageView['contact'] }) {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="pb-3 text-step-2">
        {contact.title}
      </h2>
      <p>{contact.text}</p>
      <p className="flex flex-wrap gap-x-6">
        <a className="link num inline-flex min-h-11 items-center" href={phoneLink(contact.phone)}>
          {contact.phone}
        </a>
        <a
          className="link wrap-anywhere inline-flex min-h-11 items-center"
          href={`mailto:${contact.email}?subject=${encodeURIComponent(contact.subject)}`}
        >
          {contact.email}
        </a>
      </p>
    </section>
  )
}
