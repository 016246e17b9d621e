import { type ReactNode, useId, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { languageFormId, refusedBefore } from '#app/forms/language-form.ts'
import { formatPrice } from '#app/language/formats.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import { contactLengths, contactSubjects } from '#app/shop/enquiries/contact-fields.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { Field, Honeypot, Select, TextArea } from '#app/ui/Field.tsx'
import { useMailAddressWords } from '#app/ui/mail-address-words.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { useRefusal } from '#app/ui/use-refusal.ts'
import type { BlockProps } from '../declaration.ts'
import { useFormAnswer } from '../form/form-answer.ts'

/** In the order in which they stand. */
const fields = ['name', 'email', 'phone', 'piece', 'message'] as const

/** A plain form that the contact page answers: it works without script. Below it stands what the editor says. */
export default function MessageForm({
  block,
  data,
  children,
}: BlockProps<'contact-form'> & { children: ReactNode }) {
  const t = useTranslations('blocks.contactForm')
  const locale = useLocale()
  const id = useId()
  const answer = useFormAnswer('contact')
  const given = answer?.given
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('contact', form, answer)
  const mailAddress = useMailAddressWords()
  const refused = (field: (typeof fields)[number]) =>
    [t(`errors.${field}`), field === 'email' && mailAddress(refusal.answer?.given.email)]
      .filter(Boolean)
      .join(' ')
  const wrong = fields.filter((field) => refusal.answer?.faults[field])
  const error = (field: (typeof fields)[number]) =>
    wrong.includes(field) && !refusal.isMended(field) ? refused(field) : undefined
  const line = (name: (typeof fields)[number]) => ({
    id: `${id}-${name}`,
    name,
    error: error(name),
    defaultValue: given?.[name],
    maxLength: contactLengths[name],
  })
  const wanted = contactSubjects.find((subject) => subject === data.subject)
  return (
    <form
      id={languageFormId}
      ref={form}
      method="post"
      // With the piece, so that a form that comes back still shows it.
      action={`${pathTo(locale, 'contact')}${data.piece ? `?piece=${data.piece.id}` : ''}`}
      // Faults come from the server, all at once and in the shop's own words.
      noValidate
      className="grid max-w-xl gap-5"
    >
      {wrong.length > 0 && <input type="hidden" name={refusedBefore} value="1" />}
      {refusal.answer?.reason === 'too-many' && (
        <FaultSummary title={t('tooMany')} answer={refusal.isNew ? answer : null}>
          <p className="mt-1">
            {t.rich('tooManyText', {
              phone: () => (
                <a href={phoneLink(data.contact.phone)} className="link num whitespace-nowrap">
                  {data.contact.phone}
                </a>
              ),
            })}
          </p>
        </FaultSummary>
      )}
      {wrong.length > 0 && (
        <FaultSummary
          title={t('incomplete')}
          faults={wrong.map((field) => ({
            field: `${id}-${field}`,
            text: refused(field),
            mended: refusal.isMended(field),
          }))}
          answer={refusal.isNew ? answer : null}
        />
      )}
      {data.selling && (
        <div className="grid gap-2 border-line border-l-2 pl-4 text-step--1">
          {data.selling.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      {data.piece?.card && <AskedPiece card={data.piece.card} apiUrl={data.piece.apiUrl} />}
      <p className="text-ink-soft text-step--1">{t('required')}</p>
      <Field {...line('name')} label={t('name')} autoComplete="name" required />
      <div className="grid gap-5 @xl:grid-cols-2">
        <Field {...line('email')} type="email" label={t('email')} autoComplete="email" required />
        <Field {...line('phone')} type="tel" label={t('phone')} note={t('optional')} autoComplete="tel" />
      </div>
      <Select
        // A link on the page itself may ask for another one; what was typed stays.
        key={wanted}
        id={`${id}-subject`}
        name="subject"
        label={t('subject')}
        defaultValue={given?.subject ?? wanted ?? block.subject}
      >
        {contactSubjects.map((value) => (
          <option key={value} value={value}>
            {t(`subjects.${value}`)}
          </option>
        ))}
      </Select>
      <Field
        {...line('piece')}
        defaultValue={given?.piece ?? data.piece?.id}
        label={t('piece')}
        note={t('pieceHint')}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextArea
        {...line('message')}
        defaultValue={given?.message ?? data.message}
        label={t('message')}
        required
        rows={7}
      />
      <Honeypot form={id} label={t('leaveEmpty')} />
      <p className="text-ink-soft text-step--1">
        {t.rich('consent', {
          privacy: (words) => (
            <a href={pathTo(locale, 'privacy')} className="link">
              {words}
            </a>
          ),
        })}
      </p>
      <div>
        <button type="submit" className="button">
          {t('send')}
        </button>
      </div>
      {children}
    </form>
  )
}

/** The piece somebody came from, so that nobody wonders which one is meant. */
function AskedPiece({ card, apiUrl }: { card: PieceCard; apiUrl: string }) {
  const t = useTranslations('blocks.contactForm')
  const locale = useLocale()
  const [photo] = card.photos
  return (
    <div className="grid grid-cols-[5rem_1fr] items-center gap-4 border-line border-y py-4">
      <span className="aspect-4/5 bg-paper-deep">
        {photo && (
          <img
            src={photoAddress(photo, 160, 'webp', apiUrl)}
            alt=""
            width={160}
            height={200}
            className="size-full object-cover"
          />
        )}
      </span>
      <div className="min-w-0">
        <p className="text-ink-soft text-step--1">{t('pieceShown')}</p>
        <p className="mt-1">
          <a href={card.href} className="link font-medium">
            {[card.brand, card.name].filter(Boolean).join(' ')}
          </a>
        </p>
        <p className="num mt-1 text-ink-soft">{formatPrice(card.cents, locale)}</p>
        <p className="mt-1 text-step--1">
          <a href={pathTo(locale, 'contact')} className="link inline-block py-1">
            {t('pieceOther')}
          </a>
        </p>
      </div>
    </div>
  )
}
