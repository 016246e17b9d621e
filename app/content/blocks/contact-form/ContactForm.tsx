import { type HTMLInputTypeAttribute, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { BranchDetails } from '../../branch/BranchDetails.tsx'
import { ContentLink } from '../../frame/ContentLink.tsx'
import { Below, Heading } from '../../frame/Heading.tsx'
import { Section } from '../../frame/Section.tsx'
import { SectionHead } from '../../frame/SectionHead.tsx'
import { telHref } from '../../links.ts'
import { RichText } from '../../rich-text/RichText.tsx'
import type { BlockProps } from '../block-props.ts'

const subjects = ['question', 'piece', 'selling', 'appointment', 'order'] as const

export function ContactForm({ block, data }: BlockProps<'contact-form'>) {
  const beside = block.showDetails || block.showBranches
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <div className="grid gap-x-12 gap-y-12 @3xl:grid-cols-12 @6xl:gap-x-20">
          <div className="min-w-0 @3xl:col-span-7">
            <Form block={block} />
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
function Form({ block }: { block: BlockProps<'contact-form'>['block'] }) {
  const t = useTranslations('blocks.contactForm')
  const locale = useLocale()
  const id = useId()
  return (
    <form method="post" action={pathTo(locale, 'contact')} className="grid max-w-xl gap-5">
      <p className="text-ink-soft text-step--1">{t('required')}</p>
      <Line name="name" label={t('name')} autoComplete="name" required maxLength={120} />
      <div className="grid gap-5 @xl:grid-cols-2">
        <Line name="email" type="email" label={t('email')} autoComplete="email" required maxLength={200} />
        <Line
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
          defaultValue={block.subject}
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
      <Line name="piece" label={t('piece')} hint={t('pieceHint')} inputMode="numeric" maxLength={20} />
      <div>
        <label htmlFor={`${id}-message`} className="font-medium">
          {t('message')} <span aria-hidden="true">*</span>
        </label>
        <textarea
          id={`${id}-message`}
          name="message"
          required
          rows={7}
          maxLength={5000}
          className="field mt-1.5"
        />
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

function Line({
  name,
  label,
  hint,
  type = 'text',
  required = false,
  ...rest
}: {
  name: string
  label: string
  hint?: string
  type?: HTMLInputTypeAttribute
  required?: boolean
  autoComplete?: string
  inputMode?: 'numeric'
  maxLength: number
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {label} {required && <span aria-hidden="true">*</span>}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="text-ink-soft text-step--1">
          {' '}
          {hint}
        </span>
      )}
      <input
        id={id}
        name={name}
        type={type}
        required={required}
        aria-describedby={hint && `${id}-hint`}
        className="field mt-1.5"
        {...rest}
      />
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
