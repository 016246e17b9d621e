import { type HTMLInputTypeAttribute, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { BranchDetails } from '../../branch/BranchDetails.tsx'
import { useFormAnswer } from '../../form-answer.ts'
import { ContentLink } from '../../frame/ContentLink.tsx'
import { Below, Heading } from '../../frame/Heading.tsx'
import { Section } from '../../frame/Section.tsx'
import { SectionHead } from '../../frame/SectionHead.tsx'
import { telHref } from '../../links.ts'
import { RichText } from '../../rich-text/RichText.tsx'
import type { BlockProps } from '../block-props.ts'

/** Fields that the server may send back. */
const checked = ['name', 'email', 'message'] as const

const subjects = ['question', 'piece', 'selling', 'appointment', 'order'] as const

export function ContactForm({ block, data }: BlockProps<'contact-form'>) {
  const beside = block.showDetails || block.showBranches
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <div className="grid gap-x-12 gap-y-12 @3xl:grid-cols-12 @6xl:gap-x-20">
          <div className="min-w-0 @3xl:col-span-7">
            <Form block={block} wanted={data.subject} />
          </div>
          {beside && (
            <div className="min-w-0 @3xl:col-span-5">
              <Details block={block} data={data} />
            </div>
          )}
        </div>
      </Below>
    </Section>
  )
}

/** A plain form that the contact page answers: it works without script. */
function Form({
  block,
  wanted,
}: {
  block: BlockProps<'contact-form'>['block']
  /** The subject that the page's query asks for. */
  wanted: string | undefined
}) {
  const t = useTranslations('blocks.contactForm')
  const locale = useLocale()
  const id = useId()
  const answer = useFormAnswer('contact')
  const error = (field: (typeof checked)[number]) =>
    answer?.fields.includes(field) ? t(`errors.${field}`) : undefined
  const faults = checked.filter((field) => error(field) !== undefined)
  const line = { id, given: answer?.given }
  return (
    <form method="post" action={pathTo(locale, 'contact')} className="grid max-w-xl gap-5">
      {faults.length > 0 && (
        <div role="alert" className="border-danger border-l-2 pl-4">
          <p className="font-medium">{t('incomplete')}</p>
          <ul className="mt-1">
            {faults.map((field) => (
              <li key={field}>
                <a href={`#${id}-${field}`} className="link inline-block py-1">
                  {t(`errors.${field}`)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-ink-soft text-step--1">{t('required')}</p>
      <Line
        {...line}
        name="name"
        error={error('name')}
        label={t('name')}
        autoComplete="name"
        required
        maxLength={200}
      />
      <div className="grid gap-5 @xl:grid-cols-2">
        <Line
          {...line}
          name="email"
          error={error('email')}
          type="email"
          label={t('email')}
          autoComplete="email"
          required
          maxLength={320}
        />
        <Line
          {...line}
          name="phone"
          type="tel"
          label={t('phone')}
          hint={t('optional')}
          autoComplete="tel"
          maxLength={40}
        />
      </div>
      <div>
        <label htmlFor={`${id}-subject`} className="font-medium">
          {t('subject')}
        </label>
        <select
          id={`${id}-subject`}
          name="subject"
          defaultValue={
            answer?.given.subject ?? subjects.find((subject) => subject === wanted) ?? block.subject
          }
          autoComplete="off"
          className="field mt-1.5"
        >
          {subjects.map((subject) => (
            <option key={subject} value={subject}>
              {t(`subjects.${subject}`)}
            </option>
          ))}
        </select>
      </div>
      <Line
        {...line}
        name="piece"
        label={t('piece')}
        hint={t('pieceHint')}
        inputMode="numeric"
        maxLength={20}
      />
      <div>
        <label htmlFor={`${id}-message`} className="font-medium">
          {t('message')} <span aria-hidden="true">*</span>
        </label>
        <textarea
          id={`${id}-message`}
          name="message"
          required
          rows={7}
          defaultValue={answer?.given.message}
          aria-invalid={error('message') ? true : undefined}
          aria-describedby={error('message') && `${id}-message-error`}
          maxLength={5000}
          className="field mt-1.5"
        />
        <Fault id={`${id}-message-error`} text={error('message')} />
      </div>
      {/* People never see this field; programs that fill every field give themselves away. */}
      <div hidden>
        <label htmlFor={`${id}-website`}>{t('leaveEmpty')}</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
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
      {block.note && <RichText document={block.note} className="text-ink-soft text-step--1" />}
    </form>
  )
}

/** What is wrong, beside the field and announced with it. */
function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="mt-1 text-danger text-step--1">
        {text}
      </p>
    )
  )
}

function Line({
  id,
  name,
  label,
  hint,
  error,
  given,
  type = 'text',
  required = false,
  ...rest
}: {
  /** Of the form: there may be several on a page. */
  id: string
  name: string
  label: string
  hint?: string
  error?: string | undefined
  given: { readonly [field: string]: string | undefined } | undefined
  type?: HTMLInputTypeAttribute
  required?: boolean
  autoComplete?: string
  inputMode?: 'numeric'
  maxLength: number
}) {
  const own = `${id}-${name}`
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={own} className="font-medium">
        {label} {required && <span aria-hidden="true">*</span>}
      </label>
      {hint && (
        <span id={`${own}-hint`} className="text-ink-soft text-step--1">
          {' '}
          {hint}
        </span>
      )}
      <input
        id={own}
        name={name}
        type={type}
        required={required}
        defaultValue={given?.[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className="field mt-1.5"
        {...rest}
      />
      <Fault id={`${own}-error`} text={error} />
    </div>
  )
}

function Details({ block, data }: BlockProps<'contact-form'>) {
  const t = useTranslations('blocks.contact')
  const { contact, branches } = data
  return (
    <div className="grid gap-8">
      {block.showDetails && (
        <div className="num border-line border-t pt-5">
          <Heading size="part">{t('direct')}</Heading>
          <ul className="mt-4 grid gap-1">
            <li>
              <a href={telHref(contact.phone)} className="link inline-block py-1">
                {contact.phone}
              </a>
            </li>
            <li>
              <ContentLink
                link={{ href: contact.messaging, newTab: true }}
                className="link inline-block py-1"
              >
                {t('message')}
              </ContentLink>
            </li>
            <li>
              <a href={`mailto:${contact.email}`} className="link inline-block py-1">
                {contact.email}
              </a>
            </li>
          </ul>
          <p className="mt-3 text-ink-soft">{t('reachable', { hours: contact.hoursText })}</p>
        </div>
      )}
      {branches.map((branch) => (
        <div key={branch.id} className="border-line border-t pt-5">
          <Heading size="part" className="mb-4">
            {branch.name}
          </Heading>
          <BranchDetails branch={branch} hours directions={false} map={false} />
        </div>
      ))}
    </div>
  )
}
