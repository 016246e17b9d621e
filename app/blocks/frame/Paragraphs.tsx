import { byPlace } from '#app/ui/by-place.ts'

/** Plain text of several lines: an empty line begins a paragraph, a single one breaks the line. */
export function Paragraphs({ text, className = '' }: { text: string | undefined; className?: string }) {
  if (text === undefined) return null
  const paragraphs = text.split(/\n\s*\n/)
  return byPlace(paragraphs, (paragraph, index) => (
    <p className={`whitespace-pre-line ${index > 0 ? 'mt-3' : ''} ${className}`}>{paragraph}</p>
  ))
}
