/** What customers' ratings come to, in a line that leads to where it is told at length. */
export function RatingsLine({
  line: { text, note, href, stars },
}: {
  line: { text: string; note: string; href: string; stars: number }
}) {
  return (
    <p className="ratings-line">
      <a href={href}>
        {/* As much of the five stars as there are: 4.7 are not five. */}
        <svg viewBox="0 0 100 20" aria-hidden="true">
          <rect width={stars * 20} height="20" />
        </svg>
        {text}
      </a>
      <span>{note}</span>
    </p>
  )
}
