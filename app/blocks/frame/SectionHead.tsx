import type { Link } from '#app/content/links.ts'
import { ContentLink } from './ContentLink.tsx'
import { Heading, type HeadingSize } from './Heading.tsx'
import { Paragraphs } from './Paragraphs.tsx'

/** What opens a block: line above, title, introduction, and on the right one link. Nothing if all are empty. */
export function SectionHead({
  eyebrow,
  title,
  lead,
  link,
  linkLabel,
  size = 'section',
}: {
  eyebrow?: string | undefined
  title?: string | undefined
  lead?: string | undefined
  link?: Link | undefined
  linkLabel?: string | undefined
  size?: HeadingSize
}) {
  const hasLink = link !== undefined && linkLabel !== undefined
  if (!eyebrow && !title && !lead && !hasLink) return null
  return (
    <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3 md:mb-8">
      <div className="max-w-prose">
        {eyebrow && <p className="caps mb-3">{eyebrow}</p>}
        {title && <Heading size={size}>{title}</Heading>}
        {lead && (
          <div className={title ? 'mt-4' : ''}>
            <Paragraphs text={lead} className="text-ink-soft" />
          </div>
        )}
      </div>
      {hasLink && (
        <ContentLink link={link} className="link py-2 text-ink-soft">
          {linkLabel}
        </ContentLink>
      )}
    </div>
  )
}
