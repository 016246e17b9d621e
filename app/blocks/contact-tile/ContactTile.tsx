import { useLocale, useTranslations } from 'use-intl'
import type { Link } from '#app/content/links.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { BlockProps } from '../declaration.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { Section } from '../frame/Section.tsx'
import { type IconName, SpriteIcon } from '../frame/SpriteIcon.tsx'

const icons = {
  phone: 'phone',
  message: 'message',
  email: 'mail',
  form: 'mail',
  own: null,
} as const satisfies Record<string, IconName | null>

export function ContactTile({ block, data }: BlockProps<'contact-tile'>) {
  const t = useTranslations('blocks.contact')
  const locale = useLocale()
  const ways: Record<typeof block.way, { link: Link | undefined; label: string | undefined }> = {
    phone: { link: { href: phoneLink(data.phone) }, label: data.phone },
    message: { link: { href: data.messaging, newTab: true }, label: t('message') },
    email: { link: { href: `mailto:${data.email}` }, label: data.email },
    form: { link: { href: pathTo(locale, 'contact') }, label: t('toForm') },
    own: { link: block.link, label: block.title },
  }
  const { link, label } = ways[block.way]
  const icon = icons[block.way]
  return (
    <Section anchor={block.anchor}>
      <div className="border-line border-t pt-5">
        {icon && <SpriteIcon name={icon} className="mb-4 size-7 text-brass" />}
        <Heading size="part">{block.title}</Heading>
        {block.text && (
          <div className="mt-2 max-w-prose text-ink-soft">
            <Paragraphs text={block.text} />
          </div>
        )}
        {link && (
          <p className="num mt-3">
            <ContentLink link={link} className="link inline-block py-1 font-medium">
              {block.linkLabel ?? label}
            </ContentLink>
          </p>
        )}
      </div>
    </Section>
  )
}
