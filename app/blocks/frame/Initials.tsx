/** Stands where there is no picture of a person: the first letters of their names, and no invented face. */
export function Initials({ of }: { of: string }) {
  const names = of.split(/\s+/)
  const letters = [names[0], names.length > 1 ? names.at(-1) : '']
  return (
    <span
      aria-hidden="true"
      className="grid size-16 shrink-0 place-items-center rounded-full bg-paper-deep font-display text-ink-soft text-step-1"
    >
      {letters.map((name) => [...(name ?? '')][0]).join('')}
    </span>
  )
}
