import { useTranslations } from 'use-intl'
import { phoneLink } from '#app/language/phone.ts'
import type { BlockProps } from '../declaration.ts'
import { Below, Heading } from '../frame/Heading.tsx'
import { Initials } from '../frame/Initials.tsx'
import { Nested } from '../frame/Nested.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function ContactPerson({ block }: BlockProps<'contact-person'>) {
  const { eagerKey } = usePlace()
  const reachable = block.phone || block.email || block.availability || block.actions.length > 0
  return (
    <Section anchor={block.anchor}>
      <div className="grid gap-x-12 gap-y-6 border-line border-t pt-6 @3xl:grid-cols-12 @6xl:gap-x-20">
        <div
          className={`flex min-w-0 flex-col gap-x-8 gap-y-6 @xl:flex-row ${reachable ? '@3xl:col-span-5' : '@3xl:col-span-12'}`}
        >
          {block.image ? (
            <div className="w-40 shrink-0">
              <ContentPicture
                picture={block.image}
                ratio="portrait"
                share={0.12}
                narrowShare={0.4}
                eager={eagerKey === block.key}
              />
            </div>
          ) : (
            <Initials of={block.name} />
          )}
          <div className="min-w-0 max-w-prose">
            <Heading size="part">{block.name}</Heading>
            {block.role && <p className="mt-1 text-ink-soft">{block.role}</p>}
            {block.text && (
              <div className="mt-4">
                <Paragraphs text={block.text} />
              </div>
            )}
          </div>
        </div>
        {reachable && (
          <div className="grid min-w-0 content-start gap-5 @3xl:col-span-7 @3xl:pt-1">
            <Ways block={block} />
            {block.actions.length > 0 && (
              <div>
                <Below title={block.name}>
                  <Nested blocks={block.actions} gap="small" />
                </Below>
              </div>
            )}
          </div>
        )}
      </div>
    </Section>
  )
}

function Ways({ block }: { block: BlockProps<'contact-person'>['block'] }) {
  const t = useTranslations('blocks.contact')
  const { phone, email, availability } = block
  if (!phone && !email && !availability) return null
  return (
    <dl className="num grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 [&>*]:py-1">
      {phone && (
        <>
          <dt className="text-ink-soft">{t('phone')}</dt>
          <dd>
            <a href={phoneLink(phone)} className="link">
              {phone}
            </a>
          </dd>
        </>
      )}
      {email && (
        <>
          <dt className="text-ink-soft">{t('email')}</dt>
          <dd className="min-w-0">
            <a href={`mailto:${email}`} className="link">
              {email}
            </a>
          </dd>
        </>
      )}
      {availability && (
        <>
          <dt className="text-ink-soft">{t('available')}</dt>
          <dd>{availability}</dd>
        </>
      )}
    </dl>
  )
}
