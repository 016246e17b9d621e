import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { phoneLink } from '#app/language/phone.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import type { BlockProps } from '../declaration.ts'
import { useFormAnswer } from '../form/form-answer.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Below, Heading } from '../frame/Heading.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import { RichText } from '../text/RichText.tsx'

// A page has one form or the other, and is not sent both; the words of refusals only with one.
const SellForm = lazyPart(() => import('#app/sell-form/SellForm.tsx'))
const AnsweredSellForm = lazyPart(() => import('#app/sell-form/AnsweredSellForm.tsx'))
const MessageForm = lazyPart(() => import('./MessageForm.tsx'))
const BranchDetails = lazyPart(async () => ({
  default: (await import('../branch/BranchDetails.tsx')).BranchDetails,
}))

export function ContactForm({ block, data }: BlockProps<'contact-form'>) {
  const beside = block.showDetails || block.showBranches
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <div className="grid gap-x-12 gap-y-12 @3xl:grid-cols-12 @6xl:gap-x-20">
          <div className="min-w-0 @3xl:col-span-7">
            {data.sell ? (
              <Selling block={block} sell={data.sell} wanted={data.piece} phone={data.contact.phone} />
            ) : (
              <MessageForm block={block} data={data}>
                <Note block={block} />
              </MessageForm>
            )}
          </div>
          {beside && (
            <div className="min-w-0 @3xl:col-span-5">
              {/* Branches are taller than a screen: what sticks would hide its own end. */}
              <div className={block.showBranches ? '' : 'below-head @3xl:sticky'}>
                <Details block={block} data={data} />
              </div>
            </div>
          )}
        </div>
      </Below>
    </Section>
  )
}

/** The form of a part of its own; what the editor says stands around and below it. */
function Selling({
  block,
  sell,
  wanted,
  phone,
}: Pick<ComponentProps<typeof AnsweredSellForm>, 'sell' | 'wanted' | 'phone'> &
  Pick<BlockProps<'contact-form'>, 'block'>) {
  const answer = useFormAnswer('sell')
  const form = { kind: block.offers, branch: block.branch, sell, wanted, children: <Note block={block} /> }
  return answer ? <AnsweredSellForm {...form} answer={answer} phone={phone} /> : <SellForm {...form} />
}

function Note({ block: { note } }: Pick<BlockProps<'contact-form'>, 'block'>) {
  return note && <RichText document={note} className="text-ink-soft text-step--1" />
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
              <a href={phoneLink(contact.phone)} className="link inline-block py-1">
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
