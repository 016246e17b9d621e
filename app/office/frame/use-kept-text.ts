import { useCallback, useState } from 'react'
import { useMember } from './member.ts'
import { keepTyped, keptTyped } from './typed.ts'

type Texts = Readonly<Record<string, string>>

/** By field: what is typed, and what stood there when that was begun. */
type Typed = { texts: Record<string, string>; from: Record<string, string> }

/**
 * What is typed into a small form, kept by this browser until it is saved, also over a closed tab. `form` names it, with
 * the thing that it is about; `saved` is what stands in it before anything is typed. Each member finds their own alone.
 * Nothing secret goes in here: no password, no code, no serial number.
 */
export function useKeptText<Fields extends Texts>(form: string, saved: Fields) {
  type Name = keyof Fields & string
  const place = `${useMember().id}:${form}`
  const [at, setAt] = useState(() => ({ place, typed: keptAt(place, saved) }))
  // The form is about another thing now.
  const own = at.place === place ? at : { place, typed: keptAt(place, saved) }
  const texts = { ...saved, ...own.typed.texts } as { [Name in keyof Fields]: string }
  /** What a save of `texts` begins from: of what is typed, what stood there when that was begun. */
  const from = { ...saved, ...own.typed.from } as { [Name in keyof Fields]: string }

  const keep = (typed: Typed) => {
    const isEmpty = Object.keys(typed.texts).length === 0
    keepTyped(place, isEmpty ? null : { base: typed.from, value: typed.texts, version: 0 })
    setAt({ place, typed })
  }
  /** Several fields at once, as where somebody who is known is chosen, or a template. */
  const putAll = (changes: Partial<Readonly<Record<Name, string>>>) => {
    const typed = { texts: { ...own.typed.texts }, from: { ...own.typed.from } }
    for (const [name, text] of Object.entries<string | undefined>(changes)) {
      if (text === undefined || saved[name] === text) {
        delete typed.texts[name]
        delete typed.from[name]
      } else {
        typed.texts[name] = text
        typed.from[name] = from[name as Name]
      }
    }
    keep(typed)
  }
  const put = (name: Name, text: string) => putAll({ [name]: text } as Partial<Record<Name, string>>)
  /** What is typed into a field stays, and begins from what has been seen of it by now. */
  const see = (name: Name, now: string) => {
    if (name in own.typed.texts) keep({ ...own.typed, from: { ...own.typed.from, [name]: now } })
  }
  /** A field shows what is saved again. */
  const forget = (name: Name) =>
    keep({ texts: without(own.typed.texts, name), from: without(own.typed.from, name) })
  /** It was saved: what is typed from here on begins anew. */
  const done = useCallback(() => {
    keepTyped(place, null)
    setAt({ place, typed: { texts: {}, from: {} } })
  }, [place])
  return { texts, from, put, putAll, see, forget, done }
}

const without = (texts: Texts, name: string) =>
  Object.fromEntries(Object.entries(texts).filter(([each]) => each !== name))

/** What was typed into fields that the form still has. */
function keptAt(place: string, saved: Texts): Typed {
  const kept = keptTyped(place)
  const texts = Object.fromEntries(
    Object.entries(textsIn(kept?.value)).filter(([name, text]) => name in saved && text !== saved[name]),
  )
  const base = textsIn(kept?.base)
  return {
    texts,
    from: Object.fromEntries(Object.keys(texts).map((name) => [name, base[name] ?? saved[name] ?? ''])),
  }
}

const textsIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
