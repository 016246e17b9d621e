import { useCallback, useState } from 'react'
import { useMember } from './member.ts'
import { keepTyped, keptTyped } from './typed.ts'

type Texts = Readonly<Record<string, string>>

/**
 * What is typed into a small form, kept by this browser until it is saved, also over a closed tab. `form` names it, with
 * the thing that it is about; `saved` is what stands in it before anything is typed. Each member finds their own alone.
 * Nothing secret goes in here: no password, no code, no serial number.
 */
export function useKeptText<Fields extends Texts>(form: string, saved: Fields) {
  const place = `${useMember().id}:${form}`
  const [at, setAt] = useState(() => ({ place, typed: keptAt(place, saved) }))
  // The form is about another thing now.
  const own = at.place === place ? at : { place, typed: keptAt(place, saved) }
  const texts = { ...saved, ...own.typed } as { [Name in keyof Fields]: string }

  const put = (name: keyof Fields & string, text: string) => {
    const typed = { ...own.typed, [name]: text }
    if (saved[name] === text) delete typed[name]
    const isEmpty = Object.keys(typed).length === 0
    keepTyped(place, isEmpty ? null : { base: saved, value: typed, version: 0 })
    setAt({ place, typed })
  }
  /** It was saved: what is typed from here on begins anew. */
  const done = useCallback(() => {
    keepTyped(place, null)
    setAt({ place, typed: {} })
  }, [place])
  return { texts, put, done }
}

/** What was typed into fields that the form still has. */
function keptAt(place: string, saved: Texts): Record<string, string> {
  const value = keptTyped(place)?.value
  return Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      ([name, text]) => name in saved && typeof text === 'string' && text !== saved[name],
    ),
  )
}
