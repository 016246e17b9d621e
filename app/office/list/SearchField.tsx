import { useEffect, useRef, useState } from 'react'

/** Asks while somebody types; `/` leads here from anywhere on the screen. */
export function SearchField({
  words,
  label,
  hint,
  onAsk,
}: {
  words: string
  label: string
  /** What can be searched, in the field as long as it is empty. */
  hint: string
  onAsk(words: string): void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(words)
  const [asked, setAsked] = useState(words)
  const [sent, setSent] = useState<string | null>(null)
  // Another address was opened: a view, a step back. The answer to what was asked here leaves what was typed since.
  if (asked !== words) {
    setAsked(words)
    setSent(null)
    if (sent !== words) setTyped(words)
  }
  const latest = useRef(onAsk)
  useEffect(() => {
    latest.current = onAsk
  }, [onAsk])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const led = (event: KeyboardEvent) => {
      const { target } = event
      const types = target instanceof Element && target.closest('input, select, textarea, dialog')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || types) return
      event.preventDefault()
      field.current?.select()
    }
    window.addEventListener('keydown', led)
    return () => window.removeEventListener('keydown', led)
  }, [])
  return (
    <search className="list-search">
      <input
        ref={field}
        type="search"
        className="field"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={hint}
        value={typed}
        maxLength={200}
        onChange={({ target: { value } }) => {
          setTyped(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            setSent(value.trim())
            latest.current(value.trim())
          }, 250)
        }}
      />
    </search>
  )
}
